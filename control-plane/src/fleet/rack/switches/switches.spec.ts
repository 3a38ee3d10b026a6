import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('an unknown switch is not found, and switches have no names to sort by', async () => {
  const switch_id = '00000000-0000-4000-8000-000000000000'
  expect(await server.admin.call('switch_view', { path: { switch_id } })).toMatchObject({
    status: 404,
    body: { message: `not found: switch with id "${switch_id}"` },
  })
  expect((await server.admin.call('switch_list', { query: { sort_by: 'name_ascending' } })).status).toBe(400)
})
