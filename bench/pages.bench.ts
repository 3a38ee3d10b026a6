import { chromium } from '@playwright/test'
import { sql } from 'kysely'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { browserArguments, findBrowser } from '../tools/test/browser.ts'
import { buildBarePage } from './lib/bare-page.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { firstLoad, freshPage, goRound, type Side, type Stop } from './lib/page-side.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * The cost of console pages until they are usable, against a bare page of the same libraries with one table of the same
 * rows, from the same server: each first load, and a tour of eight navigations, twice. Counts (bytes, requests) do not
 * depend on the machine.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? size(9, 1))
const TOURS = Number(process.env['TOURS'] ?? size(5, 1))
const WARM_UPS = size(1, 0)
const ROWS = 50

const rowLink = (path: string) => `tr a[href^="${path}"]`
const list = { mostTime: 2.5, mostBytes: 1.6 }
const projects: Stop = { ...list, name: 'projects', path: '/projects', ready: rowLink('/projects/bench') }
const instances: Stop = {
  ...list,
  name: 'instances',
  path: '/projects/bench/instances',
  ready: rowLink('/projects/bench/instances/instance-00001'),
}
const disks: Stop = {
  ...list,
  name: 'disks',
  path: '/projects/bench/disks',
  ready: rowLink('/projects/bench/disks/disk-00002'),
}
const form: Stop = {
  name: 'create form',
  path: '/projects/bench/instances-new',
  ready: 'form button[type=submit]',
  bareReady: rowLink('/projects/bench/disks/disk-00001'),
  mostTime: 4,
  mostBytes: 2.6,
}
const instance: Stop = {
  ...list,
  name: 'instance page',
  path: '/projects/bench/instances/instance-00001/storage',
  ready: rowLink('/projects/bench/disks/disk-00001'),
}
const overview: Stop = {
  ...list,
  name: 'overview',
  path: '/projects/bench/overview',
  ready: 'main a[href="/projects/bench/instances"]',
  bareReady: rowLink('/projects/bench/instances/instance-00001'),
}
const tour = [instances, disks, instances, form, instances, instance, disks, projects]

const barePage = await buildBarePage()
const server = await startBenchServer(barePage.folder)
const { id } = await server.send<{ id: string }>('POST', '/v1/projects', { name: 'bench', description: '' })
const db = openDatabase({ url: server.databaseUrl, max: 1 })
await sql`
  insert into instances (id, project_id, name, description, hostname, ncpus, memory, run_state, intent,
    time_run_state_updated, time_created, time_modified)
  select gen_random_uuid(), ${id}, 'instance-' || lpad(n::text, 5, '0'), 'For a benchmark', 'bench', 2, 8589934592,
    'stopped', 'stopped', now(), now(), now()
  from generate_series(1, ${ROWS}::int) n`.execute(db)
await sql`
  insert into disks (id, project_id, name, description, size, block_size, state, instance_id, source, has_volume,
    finalized, time_created, time_modified)
  select gen_random_uuid(), ${id}, 'disk-' || lpad(n::text, 5, '0'), 'For a benchmark', 1073741824, 4096,
    case n when 1 then 'attached' else 'detached' end,
    case n when 1 then (select id from instances where name = 'instance-00001') end, 'blank', true, true, now(), now()
  from generate_series(1, ${ROWS}::int) n`.execute(db)

const ours: Side = { base: server.base, readyOf: ({ ready }) => ready }
const bare: Side = { base: server.bare, readyOf: ({ ready, bareReady = ready }) => bareReady }
const executablePath = await findBrowser()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments })

async function load(side: Side, stop: Stop) {
  const page = await freshPage(browser, side, server.cookie)
  const result = await firstLoad(page, side, stop)
  await page.context().close()
  return result
}

async function tourTwice(side: Side): Promise<{ first: number; repeat: number }> {
  const page = await freshPage(browser, side, server.cookie)
  await page.goto(projects.path)
  await page.locator(side.readyOf(projects)).first().waitFor()
  const first = await goRound(page, side, tour)
  const repeat = await goRound(page, side, tour)
  await page.context().close()
  return { first, repeat }
}

/** Alternates the sides, so other load on the machine affects both. */
async function byTurns<T>(rounds: number, measure: (side: Side) => Promise<T>): Promise<[own: T[], peer: T[]]> {
  const results: [T[], T[]] = [[], []]
  for (let round = -WARM_UPS; round < rounds; round++) {
    const [own, peer] = [await measure(ours), await measure(bare)]
    if (round < 0) continue
    results[0].push(own)
    results[1].push(peer)
  }
  return results
}

function reportTime(what: string, own: readonly number[], peer: readonly number[], most: number): void {
  const [time, peerTime] = [median(own), median(peer)]
  const ratio = time / peerTime
  const figures = `${time.toFixed(0)} ms against ${peerTime.toFixed(0)} ms`
  report(what, `${ratio.toFixed(2)} of the bare page's time, ${figures}`, `at most ${most}`, ratio <= most)
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

for (const stop of [projects, instances, disks, form, instance, overview].slice(0, size(6, 1))) {
  const [own, peer] = await byTurns(ROUNDS, (side) => load(side, stop))
  const ms = (loads: typeof own) => loads.map((each) => each.ms)
  reportTime(`first load of ${stop.name}`, ms(own), ms(peer), stop.mostTime)
  const [{ scripts, bytes, allScripts, allBytes, requests, visit, heap }, counted] = [own[0]!, peer[0]!]
  const size = bytes / counted.bytes
  const figures = `${kB(bytes)} against ${kB(counted.bytes)}`
  report('  its scripts', `${scripts}, ${allScripts} once idle`, 'at most 12 and 30', scripts <= 12 && allScripts <= 30)
  console.log(`          all of them, once idle: ${kB(allBytes)}`)
  report('  their bytes', `${size.toFixed(2)}, ${figures}`, `at most ${stop.mostBytes}`, size <= stop.mostBytes)
  const shift = Math.max(...own.map((each) => each.shift))
  report('  its layout shift', shift.toFixed(3), 'at most 0.05', shift <= 0.05)
  console.log(`          its requests to the API: ${requests} against ${counted.requests}`)
  const whole = (side: typeof visit) => `${side.requests} requests of ${kB(side.bytes)}`
  console.log(`          in all, once idle: ${whole(visit)} against ${whole(counted.visit)}`)
  console.log(`          its heap: ${kB(heap)} against ${kB(counted.heap)}`)
}
const [own, peer] = await byTurns(TOURS, tourTwice)
for (const visit of ['first', 'repeat'] as const) {
  const ms = (rounds: typeof own) => rounds.map((each) => each[visit])
  reportTime(`tour of ${tour.length} navigations, ${visit} visit`, ms(own), ms(peer), 5)
}
await browser.close()
await db.destroy()
await server.close()
barePage.remove()
