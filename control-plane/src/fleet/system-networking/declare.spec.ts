import { afterEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { networkingDocument } from './document.ts'

let server: TestServer
afterEach(() => server.close())

it('declares many changes of system networking to the platform at once, and loses none', async () => {
  let away = true
  let declared = 0
  server = await startTestServer({
    beforeStep(saga) {
      if (saga !== 'networking-declare') return
      if (away) throw new Error('the platform is away')
      declared++
    },
  })
  const before = await networkingDocument(server.db)
  for (const enabled of [false, true, false, true, false])
    await server.admin.ok('networking_inbound_icmp_update', { body: { enabled } })
  expect((await server.plane.services.sagas.list()).map(({ name }) => name)).toEqual(['networking-declare'])
  away = false
  await server.settle(600_000)
  expect(await server.plane.services.sagas.list()).toEqual([])
  expect(declared).toBe(1)
  expect((await networkingDocument(server.db)).generation).toBe(before.generation + 5)
})
