import { afterAll, beforeAll, expect, it } from 'vitest'
import { made, newDisk, newProject } from '../../compute/instances/instance-fixtures.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { ingestSamples } from './samples/ingest.ts'

let server: TestServer
let project: string
let disk: string
let viewer: Caller
let other: Caller

/** A machine of 64 virtual CPUs that runs for five minutes. */
beforeAll(async () => {
  server = await startTestServer()
  project = await newProject(server)
  ;({ boot_disk_id: disk } = await made(server, project, { boot_disk: newDisk('busy'), ncpus: 64 }))
  await server.clock.advance(300_000)
  viewer = await server.user({ projects: { [project]: 'viewer' } })
  other = await server.user({ projects: { [project]: 'viewer' } })
})
afterAll(() => server.close())

const ask = (caller: Caller, query: string) => caller.call('timeseries_query', { query: { project }, body: { query } })

it('runs two queries of a user at a time, and answers other users meanwhile', async () => {
  const { samples } = server.plane.services.platform
  const read = samples.read.bind(samples)
  let [running, maxRunning] = [0, 0]
  const [order, refused] = [[] as string[], Promise.withResolvers<void>()]
  const count = (outcome: string) => order.filter((one) => one === outcome).length
  // None ends before all are there.
  samples.read = async (...args) => {
    maxRunning = Math.max(maxRunning, ++running)
    await refused.promise
    return read(...args).finally(() => running--)
  }
  const gets = Array(2).fill('get virtual_machine:vcpu_usage').join('; ')
  const worst = `{${gets}} | filter timestamp > @now() - 5m | align mean_within(5s) | join | first 1`
  const noted = (name: string) => (answer: { status: number }) => {
    order.push(`${name} ${answer.status}`)
    // Two run and sixteen wait; more are refused at once.
    if (count('worst 503') === 6) refused.resolve()
  }
  const all = Array.from({ length: 24 }, () => ask(viewer, worst).then(noted('worst')))
  await Promise.all([
    ask(other, 'get virtual_machine:reset | first 1').then(noted('other')),
    server.anonymous.call('ping').then(noted('ping')),
  ])
  const before = order.length
  await Promise.all(all)
  samples.read = read
  expect([count('worst 200'), count('worst 503')]).toEqual([18, 6])
  expect(order).toContain('other 200')
  expect(before).toBeLessThan(14)
  expect(maxRunning).toBeLessThanOrEqual(3)
})

it('reads the metrics of a disk from stored samples as from computed ones', async () => {
  const { db, platform } = server.plane.services
  const now = server.clock.now()
  const range = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-02T00:00:00Z' }
  const names = { read: 'virtual_disk:reads', activated: 'virtual_disk:reads', flush: 'virtual_disk:flushes' }
  const pages = async () => {
    const found: Record<string, unknown[]> = {}
    for (const metric of Object.keys(names))
      for (const order of ['ascending', 'descending']) {
        const items: unknown[] = []
        const path = { disk, metric }
        let page = await viewer.ok('disk_metrics_list', { path, query: { ...range, order, limit: 25 } })
        items.push(...page.items)
        while (page.next_page) {
          page = await viewer.ok('disk_metrics_list', { path, query: { page_token: page.next_page, limit: 25 } })
          items.push(...page.items)
        }
        found[`${metric} ${order}`] = items
      }
    return found
  }
  const computed = await pages()
  expect(computed['read ascending']!.length).toBeGreaterThan(50)
  const computes = platform.samples.computes.bind(platform.samples)
  for (const series of new Set(Object.values(names))) {
    const query = { series, from: new Date(0), to: now }
    await ingestSamples(db, series, await platform.samples.read(query, await platform.samples.list(query)))
  }
  platform.samples.computes = () => false
  try {
    const last = Date.parse((computed['read ascending']!.at(-1) as { timestamp: string }).timestamp)
    expect(last).toBeLessThan(now.getTime())
    expect(await pages()).toEqual(computed)
  } finally {
    platform.samples.computes = computes
  }
})
