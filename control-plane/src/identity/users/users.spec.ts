import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let elsewhere: string
let users: Caller[]
let foreign: Caller
let group: string
let otherGroup: string
beforeAll(async () => {
  server = await startTestServer()
  elsewhere = await server.silo('elsewhere')
  users = [await server.user(), await server.user(), await server.user()]
  foreign = await server.user({}, elsewhere)
  group = await server.group(users.slice(0, 2))
  otherGroup = await server.group(users.slice(0, 1))
})
afterAll(() => server.close())

const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id)
const sortedIds = (callers: readonly Caller[]) => callers.map(({ userId }) => userId).toSorted()

describe('user_list', () => {
  it("lists the users of the caller's silo by id, with their groups", async () => {
    const [user] = users
    const page = await user!.ok('user_list')
    expect(idsOf(page)).toEqual(sortedIds([server.admin, ...users]))
    expect(page.items.find(({ id }: { id: string }) => id === user!.userId)).toEqual({
      id: user!.userId,
      display_name: expect.stringMatching(/^user-/),
      silo_id: server.siloId,
      group_ids: [group, otherGroup].toSorted(),
    })
    expect(page.items.find(({ id }: { id: string }) => id === server.admin.userId)).toMatchObject({
      display_name: 'admin',
      group_ids: [],
    })
  })

  it('lists the members of a group; the filter is part of the page token', async () => {
    const members = sortedIds(users.slice(0, 2))
    const whole = await users[2]!.ok('user_list', { query: { group } })
    expect(idsOf(whole)).toEqual(members)
    const first = await users[2]!.ok('user_list', { query: { group, limit: 1 } })
    expect(idsOf(first)).toEqual(members.slice(0, 1))
    const second = await users[2]!.ok('user_list', { query: { page_token: first.next_page } })
    expect(second).toEqual({ items: whole.items.slice(1), next_page: null })
  })

  it('lists users with many groups in smaller pages', async () => {
    const silo = await server.silo('federated')
    const caller = await server.user({}, silo)
    await sql`with bulk as (
        insert into users (id, silo_id, external_id, time_created, time_modified)
        select gen_random_uuid(), ${silo}, 'user-' || i, now(), now() from generate_series(1, 300) i returning id),
      crews as (
        insert into groups (id, silo_id, external_id, time_created, time_modified)
        select gen_random_uuid(), ${silo}, 'crew-' || i, now(), now() from generate_series(1, 400) i returning id)
      insert into group_members (group_id, user_id) select crews.id, bulk.id from crews cross join bulk`.execute(
      server.db,
    )
    const seen: { id: string; group_ids: string[] }[] = []
    let pages = 0
    for (let token: string | undefined | null; token !== null; pages++) {
      const query = token ? { page_token: token, limit: 1000 } : { limit: 1000 }
      const page = await caller.call('user_list', { query })
      expect(page.bytes.length).toBeLessThan(4 * 2 ** 20)
      seen.push(...page.body.items)
      token = page.body.next_page
    }
    expect(pages).toBe(3)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(301)
    const others = seen.filter(({ id }) => id !== caller.userId)
    expect(others.every(({ group_ids }) => group_ids.length === 400)).toBe(true)
  })

  it('refuses a group of another silo, an invalid id, and anonymous requests', async () => {
    expect(await foreign.call('user_list', { query: { group } })).toMatchObject({
      status: 404,
      body: { error_code: 'ObjectNotFound', message: `not found: silo-group with id "${group}"` },
    })
    expect((await foreign.call('user_list', { query: { group: 'crew' } })).status).toBe(400)
  })
})

describe('silo_user_list', () => {
  it('is for users of the silo and viewers of the fleet, by name and by id', async () => {
    const fleetViewer = await server.user({ fleet: 'viewer' })
    for (const silo of ['elsewhere', elsewhere])
      for (const caller of [foreign, fleetViewer])
        expect(await caller.ok('silo_user_list', { query: { silo } })).toEqual({
          items: [{ id: foreign.userId, display_name: expect.any(String), silo_id: elsewhere, group_ids: [] }],
          next_page: null,
        })
  })

  it('hides other silos from other callers, and requires a silo', async () => {
    for (const silo of ['elsewhere', 'nowhere'])
      expect(await users[0]!.call('silo_user_list', { query: { silo } })).toMatchObject({
        status: 404,
        body: { message: `not found: silo with name "${silo}"` },
      })
    expect(await users[0]!.call('silo_user_list')).toMatchObject({
      status: 400,
      body: { message: 'unable to parse query string: silo is required' },
    })
  })
})

describe('silo_user_view', () => {
  it('returns a user of the named silo', async () => {
    const path = { user_id: users[1]!.userId }
    expect(await users[0]!.ok('silo_user_view', { path, query: { silo: 'default' } })).toEqual({
      id: path.user_id,
      display_name: expect.any(String),
      silo_id: server.siloId,
      group_ids: [group],
    })
  })

  it('returns 404 for users of another silo and for hidden silos', async () => {
    const theirs = { user_id: foreign.userId }
    expect(await users[0]!.call('silo_user_view', { path: theirs, query: { silo: 'default' } })).toMatchObject({
      status: 404,
      body: { error_code: 'ObjectNotFound', message: `not found: silo-user with id "${theirs.user_id}"` },
    })
    expect(await users[0]!.call('silo_user_view', { path: theirs, query: { silo: elsewhere } })).toMatchObject({
      status: 404,
      body: { message: `not found: silo with id "${elsewhere}"` },
    })
    const own = { path: { user_id: randomId() } }
    expect((await users[0]!.call('silo_user_view', { ...own, query: { silo: 'default' } })).status).toBe(404)
    expect((await users[0]!.call('silo_user_view', own)).status).toBe(400)
  })
})

describe('built-in users', () => {
  it('are listed by name for fleet viewers', async () => {
    const viewer = await server.user({ fleet: 'viewer' })
    const { items } = await viewer.ok('user_builtin_list')
    expect(items.map(({ name }: { name: string }) => name)).toEqual([
      'platform-watcher',
      'saga-worker',
      'sign-in',
      'task-runner',
    ])
    expect((await viewer.call('user_builtin_list', { query: { sort_by: 'id_ascending' } })).status).toBe(400)
  })

  it('are viewed by name and by id', async () => {
    const view = (caller: Caller, user: string) => caller.call('user_builtin_view', { path: { user } })
    const { body: worker } = await view(server.admin, 'saga-worker')
    expect(worker).toMatchObject({ name: 'saga-worker', description: 'Runs sagas' })
    expect((await view(server.admin, worker.id)).body).toEqual(worker)
    expect(await view(server.admin, 'nobody')).toMatchObject({
      status: 404,
      body: { message: 'not found: user-builtin with name "nobody"' },
    })
    expect((await view(users[0]!, 'saga-worker')).status).toBe(404)
    expect((await view(server.admin, 'No Name')).status).toBe(400)
  })
})
