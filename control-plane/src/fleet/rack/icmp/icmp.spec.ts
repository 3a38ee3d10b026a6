import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const set = (enabled: unknown, caller = server.admin) =>
  caller.call('networking_inbound_icmp_update', { body: { enabled } })

it('inbound ICMP is on until it is turned off', async () => {
  expect(await server.admin.ok('networking_inbound_icmp_view')).toEqual({ enabled: true })
  expect((await set(false)).status).toBe(204)
  expect(await server.admin.ok('networking_inbound_icmp_view')).toEqual({ enabled: false })
})

it('is viewed by viewers and changed by admins of the fleet', async () => {
  const viewer = await server.user({ fleet: 'viewer' })
  const user = await server.user()
  expect((await viewer.call('networking_inbound_icmp_view')).status).toBe(200)
  expect((await user.call('networking_inbound_icmp_view')).status).toBe(403)
  expect((await server.anonymous.call('networking_inbound_icmp_view')).status).toBe(401)
  expect((await set(true, viewer)).status).toBe(403)
  expect((await set(true, server.anonymous)).status).toBe(401)
  expect((await set('perhaps')).status).toBe(400)
})
