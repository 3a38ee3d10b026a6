import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSession } from '../../identity/sessions/sessions.repo.ts'
import { HeldReads } from '../../testing/held-reads.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { identify } from '../access/actor.ts'
import { PAGE } from '../access/client-address.ts'
import { randomId } from '../values/uuid.ts'
import { ChangeHub } from './change-hub.ts'
import type { ChangeListener } from './change-source.ts'

const [project, abroad] = [randomId(), randomId()]

let server: TestServer
let silo: string
let userId: string
let session: { kind: 'session'; secret: string }
let hub: ChangeHub
let listener: ChangeListener
/** Reads of rights whose answers wait. */
let reads: HeldReads

beforeAll(async () => {
  server = await startTestServer()
  silo = server.siloId
})
beforeEach(async () => {
  ;({ userId } = await server.user({ projects: { [project]: 'viewer' } }))
  session = { kind: 'session', secret: await createSession(server.db, userId, server.clock.now()) }
  reads = new HeldReads()
  const { clock, log, settings, sources } = server.plane.services
  const source = {
    async listen(given: ChangeListener) {
      listener = given
      given.listening()
    },
    async close() {},
  }
  hub = new ChangeHub({ db: server.db.withPlugin(reads), clock, log, settings, sources, source }, clock)
  await hub.start()
})
afterEach(async () => {
  reads.releaseAll()
  await hub.stop()
})
afterAll(() => server.close())

/** Answers waiting reads of rights, and lets what follows settle. */
async function settle() {
  await server.clock.advance(0)
  reads.releaseAll()
  await server.clock.advance(0)
}
async function open(): Promise<Response> {
  const { settings, clock } = server.plane.services
  const options = { now: clock.now(), limits: settings.sessions, projectRoles: 'any' } as const
  const { actor } = await identify(server.db, [session], options)
  return hub.stream(actor, session, PAGE, {})
}
/** A stream that has begun. Returns what it has received, which grows. */
async function reading(): Promise<string[]> {
  const received: string[] = []
  const { body } = await open()
  void body!.pipeTo(new WritableStream({ write: (bytes) => void received.push(new TextDecoder().decode(bytes)) }))
  await settle()
  expect(received.join()).toContain('start')
  return received
}
/** Reports a change, and waits until it is sent. */
async function change(text: string) {
  listener.changed(text)
  await server.clock.advance(50)
}

test('changes of roles in another silo are no reason to read rights, those of the own silo and the fleet are', async () => {
  await reading()
  for (const text of [
    `policies silo ${abroad}`,
    `policies project ${abroad} p`,
    `groups silo ${abroad}`,
    'sleds fleet',
  ])
    await change(text)
  await change(`users silo ${silo}`)
  expect(reads.count).toBe(1)
  for (const text of [`policies project ${silo} p`, `groups silo ${silo}`, 'policies fleet']) {
    const before = reads.count
    await change(text)
    await server.clock.advance(1000)
    expect(reads.count, text).toBe(before + 1)
    await settle()
  }
})

test('many changes of roles are one read of rights a second, and nothing is sent before it', async () => {
  const received = await reading()
  for (let ms = 0; ms < 10_000; ms += 100) {
    await change(`policies project ${silo} p`)
    await change(`instances project ${silo} ${project}`)
    await settle()
  }
  expect(reads.count).toBeGreaterThan(9)
  expect(reads.count).toBeLessThan(15)
  await change(`policies project ${silo} p`)
  const { length } = received
  await change(`disks project ${silo} ${project}`)
  expect(received.slice(length).join()).not.toContain('disks')
  await server.clock.advance(1000)
  await settle()
  expect(received.slice(length).join()).toContain('disks')
})

test('rights that were read before a revocation arrived send no event', async () => {
  const received = await reading()
  await change(`groups silo ${silo}`)
  expect(reads.waiting).toBe(1)
  await server.db.deleteFrom('role_assignments').where('identity_id', '=', userId).execute()
  await change(`policies project ${silo} ${project}`)
  await change(`instances project ${silo} ${project}`)
  await settle()
  expect(received.join()).not.toContain('instances')
  await settle()
  expect(received.at(-1)).toContain('resync')
  expect(received.join()).not.toContain('instances')
})

test('a stream that is not read ends with its session', async () => {
  await open()
  await settle()
  for (let i = 0; i < 10; i++) await change(`disks project ${silo} ${project}`)
  expect(hub.open).toBe(1)
  await server.db.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await change(`sessions user ${userId}`)
  await settle()
  expect(hub.open).toBe(0)
})

test('a stream that is not read for two minutes ends', async () => {
  await open()
  await reading()
  expect(hub.open).toBe(2)
  await server.clock.advance(60_000)
  expect(hub.open).toBe(2)
  // Heartbeats fill it.
  await server.clock.advance(240_000)
  expect(hub.open).toBe(1)
})
