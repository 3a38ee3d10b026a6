import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
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

it('racks are for fleet viewers', async () => {
  const [rack] = (await server.admin.ok('rack_list')).items
  const view = { path: { rack_id: rack.id } }
  const viewer = await server.user({ fleet: 'viewer' })
  const user = await server.user()
  expect((await viewer.call('rack_list')).status).toBe(200)
  expect((await viewer.call('rack_view', view)).status).toBe(200)
  expect((await user.call('rack_list')).status).toBe(403)
  expect((await user.call('rack_view', view)).body.message).toBe(`not found: rack with id "${rack.id}"`)
  expect((await server.anonymous.call('rack_view', view)).status).toBe(401)
  expect((await server.admin.call('rack_view', { path: { rack_id: randomId() } })).status).toBe(404)
  expect((await server.admin.call('rack_view', { path: { rack_id: 'rack' } })).status).toBe(400)
})
