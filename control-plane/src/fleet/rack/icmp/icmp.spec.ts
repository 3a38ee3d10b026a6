import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const set = (enabled: unknown) => server.admin.call('networking_inbound_icmp_update', { body: { enabled } })

it('inbound ICMP is on until it is turned off', async () => {
  expect(await server.admin.ok('networking_inbound_icmp_view')).toEqual({ enabled: true })
  expect((await set(false)).status).toBe(204)
  expect(await server.admin.ok('networking_inbound_icmp_view')).toEqual({ enabled: false })
})

it('is on or off, and nothing else', async () => {
  expect((await set('perhaps')).status).toBe(400)
})
