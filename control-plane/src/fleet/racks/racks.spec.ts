import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('rack_list and rack_view show the racks of the platform', async () => {
  const { items } = await server.admin.ok('rack_list')
  const { racks } = await server.plane.services.platform.hardware.inventory()
  expect(items.map(({ id }: { id: string }) => id)).toEqual(racks.map(({ id }) => id))
  expect(await server.admin.ok('rack_view', { path: { rack_id: items[0].id } })).toEqual(items[0])
})

it('an unknown rack is not found', async () => {
  const rack_id = '00000000-0000-4000-8000-000000000000'
  expect(await server.admin.call('rack_view', { path: { rack_id } })).toMatchObject({
    status: 404,
    body: { message: `not found: rack with id "${rack_id}"` },
  })
  expect((await server.admin.call('rack_view', { path: { rack_id: 'rack' } })).status).toBe(400)
})
