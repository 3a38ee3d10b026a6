import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createControlPlane } from '../../control-plane.ts'
import { silent } from '../../kernel/telemetry/log.ts'
import { DatabaseChanges } from '../../node/postgres/database-changes.ts'
import type { Caller } from '../../testing/caller.ts'
import { PEER } from '../../testing/caller.ts'
import type { EventReader, StreamEvent } from '../../testing/event-reader.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createSession } from '../sessions/sessions.repo.ts'
import { type StreamOptions, streamsOn } from './stream-fixtures.ts'

let server: TestServer
let owner: Caller
let project: { id: string }
let number = 0

beforeAll(async () => {
  server = await startTestServer({ changes: true })
  owner = await server.user({ silo: 'collaborator' })
  project = await owner.ok('project_create', { body: { name: 'watched', description: '' } })
})
afterAll(() => server.close())

const { request, open } = streamsOn(() => ({ server }))

/** Everything that was committed before has reached the stream by then. Returns what came until then. */
async function upToNow(user: Caller, events: EventReader) {
  await sql`select pg_notify('skerry_changes', 'ssh-keys user ' || ${user.userId}::text)`.execute(server.db)
  return events.until(({ kind }) => kind === 'ssh-keys')
}
/** A stream that has received all that was committed before. */
async function openNow(user: Caller, options?: StreamOptions) {
  const events = await open(user, options)
  await upToNow(user, events)
  return events
}
const kindsIn = (events: readonly StreamEvent[]) => events.flatMap(({ changes }) => changes.map(({ kind }) => kind))
const projectsIn = (events: readonly StreamEvent[]) =>
  events.flatMap(({ changes }) => changes.map(({ project }) => project))
const namesOf = (events: readonly StreamEvent[]) => events.map(({ name }) => name)

const addVpc = (to = project, by = owner) =>
  by.ok('vpc_create', {
    query: { project: to.id },
    body: { name: `vpc-${++number}`, description: '', dns_name: `vpc-${number}` },
  })
const addProject = (by = owner) => by.ok('project_create', { body: { name: `project-${++number}`, description: '' } })
test('a server that receives no changes answers 400', async () => {
  const { changes: _, ...services } = server.plane.services
  const plane = await createControlPlane({ ...services, platform: server.platform, log: silent })
  expect((await request(owner, { plane })).status).toBe(400)
})

test('an unreasonable time to repeat is answered 400', async () => {
  expect((await request(owner, { replaySeconds: 601 })).status).toBe(400)
})

test('a member of the project receives what changed in it, users without a role do not', async () => {
  const elsewhere = await server.silo('elsewhere')
  const viewer = await server.user({ projects: { [project.id]: 'viewer' } })
  const others = [await server.user(), await server.user({ silo: 'admin' }, elsewhere)]
  await using seen = await openNow(viewer)
  await using unseen = await openNow(others[0]!)
  await using abroad = await openNow(others[1]!)
  await addVpc()
  const events = await upToNow(viewer, seen)
  expect(kindsIn(events)).toEqual(expect.arrayContaining(['vpcs', 'subnets', 'routers', 'firewall-rules']))
  expect(new Set(projectsIn(events).filter((id) => id !== undefined))).toEqual(new Set([project.id]))
  expect(projectsIn(await upToNow(others[0]!, unseen))).toEqual([undefined])
  expect(projectsIn(await upToNow(others[1]!, abroad))).toEqual([undefined])
})

test('what is not in a project goes to its silo, its user or the fleet', async () => {
  const plain = await server.user()
  const operator = await server.user({ fleet: 'viewer' })
  await using ofSilo = await openNow(plain)
  await using ofFleet = await openNow(operator)
  await server.admin.ok('ip_pool_create', { body: { name: `pool-${++number}`, description: '', ip_version: 'v4' } })
  await addProject()
  await server.user()
  expect(new Set(kindsIn(await upToNow(plain, ofSilo)))).toEqual(new Set(['users', 'ssh-keys']))
  expect(new Set(kindsIn(await upToNow(operator, ofFleet)))).toEqual(new Set(['ip-pools', 'users', 'ssh-keys']))
})

test('lists of the fleet and the silo are told what is in projects, but not in which', async () => {
  const operator = await server.user({ fleet: 'viewer' })
  const plain = await server.user()
  const abroad = await server.user({}, await server.silo('abroad'))
  await using ofFleet = await openNow(operator)
  await using ofMember = await openNow(plain)
  await using ofOther = await openNow(abroad)
  for (const kind of ['instances', 'external-ips', 'utilization', 'disks'])
    await sql`select pg_notify('skerry_changes', ${`${kind} project ${server.siloId} ${project.id}`})`.execute(
      server.db,
    )
  const events = await upToNow(operator, ofFleet)
  expect(kindsIn(events)).toEqual(expect.arrayContaining(['instances', 'external-ips', 'utilization']))
  expect(kindsIn(events)).not.toContain('disks')
  expect(new Set(projectsIn(events))).toEqual(new Set([undefined]))
  const seen = await upToNow(plain, ofMember)
  expect(new Set(kindsIn(seen))).toEqual(new Set(['utilization', 'ssh-keys']))
  expect(new Set(projectsIn(seen))).toEqual(new Set([undefined]))
  expect(kindsIn(await upToNow(abroad, ofOther))).toEqual(['ssh-keys'])
})

test('a stream begins with the user whose it is', async () => {
  const answer = await request(owner)
  const reader = answer.body!.getReader()
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toMatch(
    // With an id unless an event follows, as of the session that was created just before.
    new RegExp(`^(id: \\S+\n)?event: start\ndata: {"user":"${owner.userId}"}\n\n$`),
  )
  await reader.cancel()
})

test('a lost role ends the events of its project, a new one begins them', async () => {
  const user = await server.user({ projects: { [project.id]: 'viewer' } })
  await using events = await openNow(user)
  const setRoles = (role?: 'viewer') =>
    owner.ok('project_policy_update', {
      path: { project: project.id },
      body: {
        role_assignments: [
          { identity_type: 'silo_user', identity_id: owner.userId, role_name: 'admin' },
          ...(role ? [{ identity_type: 'silo_user', identity_id: user.userId, role_name: role }] : []),
        ],
      },
    })
  // What the event of a change of rights covers is not sent again.
  const resynced = async () => {
    for (let event = await events.next(); event?.name !== 'resync'; event = await events.next())
      if (!event) throw new Error('the stream ended')
  }
  await setRoles()
  await resynced()
  await addVpc()
  expect(projectsIn(await upToNow(user, events))).toEqual([undefined])
  await setRoles('viewer')
  await resynced()
  await addVpc()
  expect(projectsIn(await upToNow(user, events))).toContain(project.id)
})

test('the stream ends with its session, and with its user', async () => {
  const user = await server.user()
  const session = await createSession(server.db, user.userId, server.clock.now())
  await using left = await openNow(user, { cookie: `skerry-session=${session}` })
  await using other = await openNow(user)
  await server.plane.fetch(
    new Request('http://skerry.test/v1/logout', { method: 'POST', headers: { cookie: `skerry-session=${session}` } }),
    PEER,
  )
  await expect(left.ended()).resolves.toBeUndefined()
  await server.db.deleteFrom('users').where('id', '=', user.userId).execute()
  await expect(other.ended()).resolves.toBeUndefined()
})

test('a session that is over by time ends its stream', async () => {
  const user = await server.user()
  await using events = await openNow(user)
  server.clock.leap(9 * 3_600_000)
  // More than the time between two looks at all streams.
  await server.clock.advance(60_000)
  await expect(events.ended()).resolves.toBeUndefined()
})

test('a stream continues after the last event that the client has', async () => {
  const events = await openNow(owner)
  const made = await addProject()
  const last = (await events.until((change) => change.project === made.id)).at(-1)
  await upToNow(owner, events)
  await events.close()
  const missed = await addProject()
  await using resumed = await open(owner, { lastEventId: last?.id ?? '' })
  const continued = await resumed.until((change) => change.project === missed.id)
  expect(namesOf(continued)).not.toContain('resync')
  expect(projectsIn(continued)).not.toContain(project.id)
})

test('what cannot be repeated is one event: everything may have changed', async () => {
  const first = await open(owner)
  const server_ = (await first.next())?.id.split('-')[0]
  await first.close()
  for (const lastEventId of ['another-7', 'x', `${server_}-99999999`, `${server_}-0`]) {
    await using events = await open(owner, { lastEventId })
    expect(await events.next()).toMatchObject({ name: 'resync', changes: [] })
  }
})

test('a new stream repeats the last seconds if asked, as far as they are known', async () => {
  await server.clock.advance(20_000)
  const made = await addProject()
  await using repeated = await open(owner, { replaySeconds: 10 })
  expect(namesOf(await repeated.until((change) => change.project === made.id))).not.toContain('resync')
  await server.clock.advance(20_000)
  await using later = await open(owner, { replaySeconds: 10 })
  expect(projectsIn(await upToNow(owner, later))).not.toContain(made.id)
})

test('servers on one database receive the changes of each other', async () => {
  const changes = new DatabaseChanges(server.databaseUrl ?? '')
  const { services } = server.plane
  const plane = await createControlPlane({ ...services, platform: server.platform, log: silent, changes })
  await plane.services.changes?.start()
  try {
    await using events = await open(owner, { plane })
    const made = await addProject()
    const received = await events.until((change) => change.project === made.id)
    expect(received.at(-1)?.changes).toContainEqual({ kind: 'projects', project: made.id })
  } finally {
    await plane.services.changes?.stop()
  }
})

test('after a lost connection to the database everything may have changed', async () => {
  await using events = await openNow(owner)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'skerry changes'`.execute(server.db)
  let received: StreamEvent[] | undefined
  const reading = events.until(({ kind }) => kind === 'projects').then((all) => (received = all))
  // What is committed before it listens again is not reported.
  await expect.poll(async () => (await addProject()) && received, { interval: 200 }).toBeDefined()
  expect(namesOf(await reading)).toContain('resync')
})

test('a client that does not read costs no memory: many changes become few events', async () => {
  await using events = await openNow(owner)
  for (let i = 0; i < 50; i++)
    await sql`select pg_notify('skerry_changes', 'disks project ' || ${server.siloId}::text || ' ' || gen_random_uuid())
      from generate_series(1, 100)`.execute(server.db)
  const made = await addProject()
  let count = 0
  for (let event = await events.next(); event; event = await events.next()) {
    count++
    expect(event.changes.length).toBeLessThanOrEqual(100)
    if (event.name === 'resync' || event.changes.some((change) => change.project === made.id)) break
  }
  expect(count).toBeLessThan(10)
})

test('a user has at most 20 streams', async () => {
  const user = await server.user()
  const streams = await Promise.all(Array.from({ length: 20 }, () => openNow(user)))
  const refused = await request(user)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
  await streams[0]?.close()
  expect((await request(user)).status).toBe(200)
})
