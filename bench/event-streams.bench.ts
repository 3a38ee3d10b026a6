import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { createSession } from '../control-plane/src/identity/sessions/sessions.repo.ts'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { randomId } from '../control-plane/src/kernel/values/uuid.ts'
import { EventReader } from '../control-plane/src/testing/event-reader.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * Open event streams: what a thousand cost the server, against none, while nothing changes and while much changes that
 * none or all of them may see, and how long a change takes to one of them.
 */
const STREAMS = size(1000, 40)
const OF_A_USER = 20
const WINDOW_MS = size(30_000, 300)
const CHANGES = size(100, 3)
const MAX_PERCENT = 5
const MAX_MS = 100
const CHANGES_A_SECOND = 100
const FLOOD_MS = size(15_000, 300)
const MAX_PERCENT_UNSEEN = 20
const MAX_PERCENT_SEEN = 50

const server = await startBenchServer()
const db = openDatabase({ url: server.databaseUrl, max: 1 })
const { silo_id: siloId } = await server.send<{ silo_id: string }>('GET', '/v1/me')

/** Processor time of the server so far, in ms: a tick of Linux is 10 ms. */
function cpuMs(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
/** Percent of a core that the server uses. */
async function load(): Promise<number> {
  const [cpu, time] = [cpuMs(), performance.now()]
  await delay(WINDOW_MS)
  return (100 * (cpuMs() - cpu)) / (performance.now() - time)
}

/** Percent of a core that the server uses while a hundred of these changes a second are committed. */
async function loadWith(change: (i: number) => string): Promise<number> {
  const [cpu, time] = [cpuMs(), performance.now()]
  let sent = 0
  for (let ms = 0; ms < FLOOD_MS; ms = performance.now() - time) {
    for (; sent < (ms * CHANGES_A_SECOND) / 1000; sent++)
      await sql`select pg_notify('skerry_changes', ${change(sent)})`.execute(db)
    await delay(5)
  }
  return (100 * (cpuMs() - cpu)) / (performance.now() - time)
}

async function openStream(cookie: string): Promise<EventReader> {
  const events = new EventReader(await fetch(`${server.base}/v1/events`, { headers: { cookie } }))
  await events.next()
  return events
}
const agent = new Agent()
/** A stream whose events are dropped: reading a thousand of them must not hold up the server. */
const openDropped = (cookie: string): Promise<void> =>
  new Promise((resolve, reject) =>
    get(`${server.base}/v1/events`, { agent, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a stream is answered ${answer.statusCode}`))
      answer.on('error', () => {}).on('data', () => resolve())
    }).on('error', reject),
  )
/** A cookie of a new user who may see the project. */
async function user(): Promise<string> {
  const [id, now] = [randomId(), new Date()]
  const row = {
    id,
    silo_id: siloId,
    external_id: `user-${id}`,
    password_hash: null,
    time_created: now,
    time_modified: now,
  }
  await db.insertInto('users').values(row).execute()
  const role = { level: 'project', resource_id: project.id, role: 'viewer' } as const
  await db
    .insertInto('role_assignments')
    .values({ ...role, identity_type: 'silo_user', identity_id: id })
    .execute()
  return `skerry-session=${await createSession(db, id, now)}`
}

const project = await server.send<{ id: string }>('POST', '/v1/projects', { name: 'seen', description: '' })
const without = await load()
for (let i = 0; i < STREAMS; i += OF_A_USER) {
  const cookie = await user()
  await Promise.all(Array.from({ length: OF_A_USER }, () => openDropped(cookie)))
}
const withStreams = await load()
console.log(`        ${STREAMS} streams: ${withStreams.toFixed(2)} % of a core, none: ${without.toFixed(2)} %`)
const cost = Math.max(0, withStreams - without)
report(`${STREAMS} idle event streams`, `${cost.toFixed(2)} % of a core`, `at most ${MAX_PERCENT}`, cost <= MAX_PERCENT)

// Without those that all users of the silo receive, as `utilization`.
const kinds = ['disks', 'instances', 'external-ips', 'vpcs', 'snapshots']
const unseen = Array.from({ length: 50 }, randomId)
const floods = [
  ['in projects that they may not see', MAX_PERCENT_UNSEEN, (i: number) => unseen[i % unseen.length]],
  ['that they may see', MAX_PERCENT_SEEN, () => project.id],
] as const
for (const [where, most, projectOf] of floods) {
  const percent = await loadWith((i) => `${kinds[i % kinds.length]} project ${siloId} ${projectOf(i)}`)
  report(
    `${STREAMS} event streams and ${CHANGES_A_SECOND} changes a second ${where}`,
    `${percent.toFixed(0)} % of a core`,
    `at most ${most}`,
    percent <= most,
  )
}

const watching = await openStream(server.cookie)
const { id } = await server.send<{ id: string }>('POST', '/v1/projects', { name: 'changing', description: '' })
await watching.until(({ kind, project }) => kind === 'projects' && project === id)
const times: number[] = []
for (let i = 0; i < CHANGES; i++) {
  const started = performance.now()
  const made = server.send('PUT', `/v1/projects/${id}`, { description: `change ${i}` })
  await watching.until(({ kind, project }) => kind === 'projects' && project === id)
  times.push(performance.now() - started)
  await made
}
const ms = median(times)
report(`a change to its event, beside ${STREAMS} streams`, `${ms.toFixed(1)} ms`, `at most ${MAX_MS}`, ms <= MAX_MS)
await db.destroy()
// Ends the streams.
await server.close()
