import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../testing/caller.ts'
import { EventReader } from '../../testing/event-reader.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createSession } from '../sessions/sessions.repo.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ changes: true })
})
afterAll(() => server.close())

async function request(user: Caller, method = 'GET'): Promise<Response> {
  const cookie = `skerry-session=${await createSession(server.db, user.userId, server.clock.now())}`
  return server.plane.fetch(new Request('http://skerry.test/v1/events', { method, headers: { cookie } }), {
    remoteAddress: '192.0.2.1',
  })
}

test('HEAD leaves no stream open', async () => {
  const answer = await request(await server.user(), 'HEAD')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect(server.plane.services.changes?.open).toBe(0)
})

test('one that is asked for as a WebSocket never begins', async () => {
  const user = await server.user()
  const cookie = `skerry-session=${await createSession(server.db, user.userId, server.clock.now())}`
  const answer = await server.plane.fetch(new Request('http://skerry.test/v1/events', { headers: { cookie } }), {
    remoteAddress: '192.0.2.1',
    duplex: () => expect.unreachable('no operation accepted it'),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ message: 'this operation accepts no WebSocket upgrade' })
  expect(server.plane.services.changes?.open).toBe(0)
})

test('a change of the allow list by another server ends streams from addresses that it excludes', async () => {
  const events = new EventReader(await request(await server.user()))
  await events.next()
  // From now on it is cached.
  await server.plane.services.sources.read()
  await server.db
    .updateTable('allow_list')
    .set({ networks: JSON.stringify(['203.0.113.0/24']) })
    .execute()
  await expect(events.ended()).resolves.toBeUndefined()
})
