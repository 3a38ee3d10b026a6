import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('ping answers without signing in', async () => {
  expect(await server.anonymous.call('ping')).toMatchObject({ status: 200, body: { status: 'ok', simulated: true } })
})
