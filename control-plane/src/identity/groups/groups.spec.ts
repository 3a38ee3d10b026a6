import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it("group_list lists the groups of the caller's silo by id, with member counts", async () => {
  const [one, two] = [await server.user(), await server.user()]
  const elsewhere = await server.silo('elsewhere')
  await server.group([], elsewhere)
  const counts = { [await server.group([one, two])]: 2, [await server.group([one])]: 1, [await server.group()]: 0 }
  const ids = Object.keys(counts).toSorted()
  const expected = ids.map((id) => ({
    id,
    display_name: `group-${id}`,
    silo_id: server.siloId,
    member_count: counts[id],
  }))
  expect(await one.ok('group_list')).toEqual({ items: expected, next_page: null })
  const first = await one.ok('group_list', { query: { limit: 2 } })
  expect(first.items).toEqual(expected.slice(0, 2))
  const second = await one.ok('group_list', { query: { page_token: first.next_page } })
  expect(second).toEqual({ items: expected.slice(2), next_page: null })
  expect((await one.call('group_list', { query: { sort_by: 'name_ascending' } })).status).toBe(400)
})

it("group_view returns a group of the caller's silo, and 404 for one of another", async () => {
  const user = await server.user()
  const id = await server.group([user])
  const path = { path: { group_id: id } }
  expect(await user.ok('group_view', path)).toEqual({
    id,
    display_name: `group-${id}`,
    silo_id: server.siloId,
    member_count: 1,
  })
  const outsider = await server.user({ silo: 'admin' }, await server.silo('next-door'))
  expect(await outsider.call('group_view', path)).toMatchObject({
    status: 404,
    body: { error_code: 'ObjectNotFound', message: `not found: silo-group with id "${id}"` },
  })
  expect((await user.call('group_view', { path: { group_id: randomId() } })).status).toBe(404)
  expect((await user.call('group_view', { path: { group_id: 'no-uuid' } })).status).toBe(400)
})
