import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, openHouse } from '../../kernel/testing.ts'
import { randomId } from '../../kernel/uuid.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

it('current_user_view answers who calls', async () => {
  const user = await house.user()
  expect(await user.ok('current_user_view')).toEqual({
    id: user.userId,
    display_name: expect.stringMatching(/^user-/),
    silo_id: house.siloId,
    silo_name: 'default',
  })
  expect((await house.stranger.call('current_user_view')).status).toBe(401)
})

it("current_user_groups answers the caller's groups alone, page by page", async () => {
  const user = await house.user()
  const now = house.clock.now()
  const ids = [randomId(), randomId(), randomId()].toSorted()
  for (const id of ids)
    await house.db
      .insertInto('groups')
      .values({ id, silo_id: house.siloId, external_id: `group ${id}`, time_created: now, time_modified: now })
      .execute()
  for (const group_id of ids.slice(0, 2))
    await house.db.insertInto('group_members').values({ group_id, user_id: user.userId }).execute()
  const first = await user.ok('current_user_groups', { query: { limit: 1 } })
  expect(first.items).toEqual([{ id: ids[0], silo_id: house.siloId, display_name: `group ${ids[0]}` }])
  const second = await user.ok('current_user_groups', { query: { page_token: first.next_page } })
  expect(second.items.map((group: { id: string }) => group.id)).toEqual([ids[1]])
  expect(second.next_page).toBeNull()
  expect((await user.call('current_user_groups', { query: { limit: 0 } })).status).toBe(400)
  expect((await house.stranger.call('current_user_groups')).status).toBe(401)
})

it('roles of groups count like own ones, and end with the membership', async () => {
  const user = await house.user()
  const groupId = randomId()
  const now = house.clock.now()
  await house.db
    .insertInto('groups')
    .values({ id: groupId, silo_id: house.siloId, external_id: 'crew', time_created: now, time_modified: now })
    .execute()
  await house.db.insertInto('group_members').values({ group_id: groupId, user_id: user.userId }).execute()
  await house.db
    .insertInto('role_assignments')
    .values({
      level: 'silo',
      resource_id: house.siloId,
      identity_type: 'silo_group',
      identity_id: groupId,
      role: 'viewer',
    })
    .execute()
  expect((await user.call('project_list')).status).toBe(200)
  await house.db.deleteFrom('group_members').where('user_id', '=', user.userId).execute()
  expect((await user.call('project_list')).status).toBe(403)
})
