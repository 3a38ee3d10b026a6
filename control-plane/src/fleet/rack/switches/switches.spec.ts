import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomId } from '../../../kernel/values/uuid.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('switch_list and switch_view show the two switches of the rack', async () => {
  const [rack] = (await server.admin.ok('rack_list')).items
  const { items } = await server.admin.ok('switch_list')
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({ rack_id: rack.id, baseboard: { part: expect.any(String), revision: 1 } })
  expect(items.map((one: { switch_location: string }) => one.switch_location).toSorted()).toEqual([
    'switch0',
    'switch1',
  ])
  expect(await server.admin.ok('switch_view', { path: { switch_id: items[1].id } })).toEqual(items[1])
})

it('switches are for fleet viewers', async () => {
  const [first] = (await server.admin.ok('switch_list')).items
  const view = { path: { switch_id: first.id } }
  const user = await server.user()
  expect((await user.call('switch_list')).status).toBe(403)
  expect((await user.call('switch_view', view)).body.message).toBe(`not found: switch with id "${first.id}"`)
  expect((await server.anonymous.call('switch_list')).status).toBe(401)
  expect((await server.admin.call('switch_view', { path: { switch_id: randomId() } })).status).toBe(404)
  expect((await server.admin.call('switch_list', { query: { sort_by: 'name_ascending' } })).status).toBe(400)
})
