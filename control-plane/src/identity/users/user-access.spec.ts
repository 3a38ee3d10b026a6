import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret, randomSecret } from '../../kernel/access/secrets.ts'
import { FLEET_ID, randomId } from '../../kernel/values/uuid.ts'
import { ORIGIN, PEER, type Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let silo: string
let siloAdmin: Caller
let fleetAdmin: Caller
/** Callers without permission, with the status that each gets. */
let refused: [Caller, number][]
beforeAll(async () => {
  server = await startTestServer()
  silo = await server.silo('harbour')
  siloAdmin = await server.user({ silo: 'admin' }, silo)
  fleetAdmin = await server.user({ fleet: 'admin' })
  refused = [
    [await server.user({}, silo), 403],
    [await server.user({ silo: 'collaborator' }, silo), 403],
    [await server.user({ fleet: 'collaborator' }), 403],
    [await server.user({ silo: 'admin' }, await server.silo('next-door')), 404],
    [server.anonymous, 401],
  ]
})
afterAll(() => server.close())

const OPERATIONS = ['user_session_list', 'user_token_list', 'user_logout'] as const
const to = ({ userId }: Pick<Caller, 'userId'>) => ({ path: { user_id: userId } })
const minutes = (count: number) => count * 60_000

/** Inserts another session of a user, started and last used that many milliseconds ago. */
async function session({ userId }: Caller, ago = { started: 0, used: 0 }): Promise<{ id: string; cookie: string }> {
  const [id, secret] = [randomId(), randomSecret()]
  const before = (ms: number) => new Date(server.clock.now().getTime() - ms)
  const times = { time_created: before(ago.started), time_last_used: before(ago.used) }
  await server.db
    .insertInto('sessions')
    .values({ id, token_hash: hashSecret(secret), user_id: userId, ...times })
    .execute()
  return { id, cookie: `skerry-session=${secret}` }
}

const status = async (cookie: string) =>
  (await server.plane.fetch(new Request(`${ORIGIN}/v1/me`, { headers: { cookie } }), PEER)).status

const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

describe.each(OPERATIONS)('%s', (operation) => {
  it('is for the user, admins of its silo and of the fleet', async () => {
    for (const caller of [siloAdmin, fleetAdmin]) {
      const user = await server.user({}, silo)
      expect((await caller.call(operation, to(user))).status).toBeLessThan(300)
    }
    const user = await server.user({}, silo)
    expect((await user.call(operation, to(user))).status).toBeLessThan(300)
    const other = await server.user({}, silo)
    for (const [caller, expected] of refused)
      expect([expected, (await caller.call(operation, to(other))).status]).toEqual([expected, expected])
  })

  it('is refused to a silo admin for a user with a stronger fleet role', async () => {
    const viewer = await server.user({ fleet: 'viewer' }, silo)
    const grouped = await server.user({}, silo)
    const identity_id = await server.group([grouped], silo)
    await server.db
      .insertInto('role_assignments')
      .values({ level: 'fleet', resource_id: FLEET_ID, identity_type: 'silo_group', identity_id, role: 'admin' })
      .execute()
    for (const user of [viewer, grouped]) {
      expect((await siloAdmin.call(operation, to(user))).status).toBe(403)
      expect((await user.call(operation, to(user))).status).toBeLessThan(300)
      expect((await fleetAdmin.call(operation, to(user))).status).toBeLessThan(300)
    }
  })

  it('is 404 for unknown users', async () => {
    const user_id = randomId()
    expect(await siloAdmin.call(operation, { path: { user_id } })).toMatchObject({
      status: 404,
      body: { error_code: 'ObjectNotFound', message: `not found: silo-user with id "${user_id}"` },
    })
    expect((await siloAdmin.call(operation, { path: { user_id: 'harbour-master' } })).status).toBe(400)
  })
})

describe('user_session_list', () => {
  it('lists valid sessions, in pages', async () => {
    const user = await server.user({}, silo)
    await session(await server.user({}, silo))
    await session(user, { started: minutes(24 * 60), used: 0 })
    await session(user, { started: minutes(8 * 60), used: minutes(8 * 60) })
    const idle = await session(user, { started: minutes(8 * 60), used: minutes(8 * 60 - 1) })
    const fresh = await session(user)
    const ids = [idle.id, fresh.id].toSorted()
    const first = await siloAdmin.ok('user_session_list', { ...to(user), query: { limit: 1 } })
    const second = await siloAdmin.ok('user_session_list', { ...to(user), query: { page_token: first.next_page } })
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids)
    expect(second.next_page).toBeNull()
    const time = expect.stringMatching(/\.\d{6}Z$/)
    for (const item of [...first.items, ...second.items])
      expect(item).toEqual({ id: expect.any(String), time_created: time, time_last_used: time })
    expect((await siloAdmin.call('user_session_list', { ...to(user), query: { limit: 0 } })).status).toBe(400)
  })
})

describe('user_token_list', () => {
  it('lists valid tokens, in pages', async () => {
    const user = await server.user({}, silo)
    const now = server.clock.now().getTime()
    const client_id = randomId()
    for (const time_expires of [null, new Date(now + 1), new Date(now)])
      await server.db
        .insertInto('access_tokens')
        .values({
          id: randomId(),
          token_hash: hashSecret(randomSecret()),
          user_id: user.userId,
          client_id,
          time_created: new Date(now),
          time_expires,
        })
        .execute()
    const own = await user.ok('current_user_access_token_list')
    expect(own.items).toHaveLength(3)
    const first = await siloAdmin.ok('user_token_list', { ...to(user), query: { limit: 2 } })
    const second = await siloAdmin.ok('user_token_list', { ...to(user), query: { page_token: first.next_page } })
    expect([...first.items, ...second.items]).toEqual(own.items)
  })
})

describe('user_logout', () => {
  it('ends all sessions and tokens of the user only, and keeps its roles', async () => {
    const [user, other] = [await server.user({ silo: 'viewer' }, silo), await server.user({}, silo)]
    const own = [await session(user), await session(user)]
    const theirs = await session(other)
    expect((await siloAdmin.call('user_logout', to(user))).status).toBe(204)
    for (const { cookie } of own) expect(await status(cookie)).toBe(401)
    expect((await user.call('current_user_view')).status).toBe(401)
    expect([await status(theirs.cookie), (await other.call('current_user_view')).status]).toEqual([200, 200])
    for (const operation of ['user_session_list', 'user_token_list'] as const)
      expect(await siloAdmin.ok(operation, to(user))).toEqual({ items: [], next_page: null })
    const { role_assignments } = await siloAdmin.ok('policy_view')
    expect(role_assignments.map(({ identity_id }: { identity_id: string }) => identity_id)).toContain(user.userId)
    expect((await siloAdmin.call('user_logout', to(user))).status).toBe(204)
  })

  it('invalidates confirmed device requests', async () => {
    const user = await server.user({}, silo)
    const client_id = randomId()
    const { device_code } = await server.anonymous.ok('device_auth_request', { body: { client_id } })
    await server.db
      .updateTable('device_requests')
      .set({ user_id: user.userId, user_code: null })
      .where('client_id', '=', client_id)
      .execute()
    expect((await siloAdmin.call('user_logout', to(user))).status).toBe(204)
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const body = { grant_type, device_code, client_id }
    expect(await server.anonymous.call('device_access_token', { body })).toMatchObject({
      status: 400,
      body: { error: 'access_denied' },
    })
  })

  it('is in the audit log with the numbers of ended sessions and tokens', async () => {
    const user = await server.user({}, silo)
    await session(user)
    await siloAdmin.ok('user_logout', to(user))
    const entries = server.db.selectFrom('audit_log').selectAll().where('target', '=', user.userId)
    expect(await entries.execute()).toMatchObject([
      {
        operation: 'user_logout',
        actor_id: siloAdmin.userId,
        status: 204,
        detail: { external_id: expect.stringMatching(/^user-/), sessions: 1, tokens: 1 },
      },
    ])
  })
})
