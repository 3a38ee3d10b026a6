import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('current_user_view returns the caller', async () => {
  const user = await server.user()
  expect(await user.ok('current_user_view')).toEqual({
    id: user.userId,
    display_name: expect.stringMatching(/^user-/),
    silo_id: server.siloId,
    silo_name: 'default',
    fleet_viewer: false,
  })
  expect(await server.admin.ok('current_user_view')).toMatchObject({ fleet_viewer: true })
})

it("current_user_groups lists only the caller's groups, in pages", async () => {
  const user = await server.user()
  await server.group()
  const ids = [await server.group([user]), await server.group([user])].toSorted()
  const first = await user.ok('current_user_groups', { query: { limit: 1 } })
  expect(first.items).toEqual([{ id: ids[0], silo_id: server.siloId, display_name: `group-${ids[0]}` }])
  const second = await user.ok('current_user_groups', { query: { page_token: first.next_page } })
  expect(second.items.map((group: { id: string }) => group.id)).toEqual([ids[1]])
  expect(second.next_page).toBeNull()
  expect((await user.call('current_user_groups', { query: { limit: 0 } })).status).toBe(400)
})

it('roles of a group apply to its members, until they leave it', async () => {
  const user = await server.user()
  const groupId = await server.group([user])
  await server.db
    .insertInto('role_assignments')
    .values({
      level: 'silo',
      resource_id: server.siloId,
      identity_type: 'silo_group',
      identity_id: groupId,
      role: 'viewer',
    })
    .execute()
  expect((await user.call('project_list')).status).toBe(200)
  await server.db.deleteFrom('group_members').where('user_id', '=', user.userId).execute()
  expect((await user.call('project_list')).status).toBe(403)
})
