import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const assignment = (identity_id: string, role_name: string, identity_type = 'silo_user') => ({
  identity_id,
  identity_type,
  role_name,
})
const policy = (...role_assignments: unknown[]) => ({ body: { role_assignments } })

/** A silo that maps its roles to fleet roles. */
async function mappingSilo(mapped: object): Promise<string> {
  const id = await server.silo(`mapping-${randomId()}`)
  const mapped_fleet_roles = JSON.stringify(mapped)
  await server.db.updateTable('silos').set({ mapped_fleet_roles }).where('id', '=', id).execute()
  return id
}

describe('a fleet collaborator', () => {
  it.each([
    ['admin', { admin: ['admin'] }],
    ['collaborator', { collaborator: ['viewer', 'admin'] }],
    ['viewer', { viewer: ['admin'] }],
  ])('may not create fleet admins through a silo whose %ss are mapped to it', async (role, mapped) => {
    const silo = await mappingSilo(mapped)
    const accomplice = await server.user({}, silo)
    const collaborator = await server.user({ fleet: 'collaborator' })
    const path = { path: { silo } }
    const write = { ...path, ...policy(assignment(accomplice.userId, role)) }
    expect((await collaborator.call('silo_policy_view', path)).status).toBe(200)
    expect((await collaborator.call('silo_policy_update', write)).status).toBe(403)
    expect((await accomplice.call('system_policy_view')).status).toBe(403)
    const fleetAdmin = await server.user({ fleet: 'admin' })
    expect((await fleetAdmin.call('silo_policy_update', write)).status).toBe(200)
    expect((await accomplice.call('system_policy_view')).status).toBe(200)
  })

  it('may not make itself fleet admin through the policy of its own silo', async () => {
    const collaborator = await server.user({ fleet: 'collaborator' })
    const before = await collaborator.ok('policy_view')
    const own = assignment(collaborator.userId, 'admin')
    expect((await collaborator.call('policy_update', policy(...before.role_assignments, own))).status).toBe(403)
    expect(await collaborator.ok('policy_view')).toEqual(before)
  })

  it('writes the policy of a silo that maps to at most its own role', async () => {
    const silo = await mappingSilo({ admin: ['collaborator'], viewer: ['viewer'] })
    const member = await server.user({}, silo)
    const collaborator = await server.user({ fleet: 'collaborator' })
    const write = { path: { silo }, ...policy(assignment(member.userId, 'admin')) }
    expect((await collaborator.call('silo_policy_update', write)).status).toBe(200)
    const viewer = await server.user({ fleet: 'viewer' })
    expect((await viewer.call('silo_policy_update', write)).status).toBe(403)
  })
})

describe('the last fleet admin', () => {
  const message = 'this would leave the fleet without an admin: make another user admin first'
  const refused = { status: 400, body: { error_code: 'InvalidRequest', message } }
  const writeSilo = (lines: unknown[]) => server.admin.call('policy_update', policy(...lines))

  it('is the last user who has that role, direct or indirect', async () => {
    const { role_assignments: own } = await server.admin.ok('policy_view')
    const silo = await mappingSilo({ collaborator: ['admin'] })
    const [member, plain] = [await server.user({}, silo), await server.user()]
    const [empty, peopled] = [await server.group(), await server.group([member], silo)]
    const dead = await server.user()
    const setFleet = (...lines: unknown[]) => server.admin.ok('system_policy_update', policy(...lines))

    await server.db.deleteFrom('role_assignments').where('identity_id', '!=', server.admin.userId).execute()
    expect(await writeSilo([])).toMatchObject(refused)
    // None of these counts: an empty group, a deleted user, one who cannot sign in, a role in another silo.
    const robot = await server.user()
    await server.db.updateTable('users').set({ password_hash: null }).where('id', '=', robot.userId).execute()
    const lines = [empty, dead.userId, robot.userId].map((id) =>
      assignment(id, 'admin', id === empty ? 'silo_group' : 'silo_user'),
    )
    await setFleet(...lines)
    await server.db.deleteFrom('users').where('id', '=', dead.userId).execute()
    await server.db
      .insertInto('role_assignments')
      .values({
        level: 'silo',
        resource_id: silo,
        identity_type: 'silo_user',
        identity_id: plain.userId,
        role: 'admin',
      })
      .execute()
    expect(await writeSilo([])).toMatchObject(refused)
    expect(await server.admin.ok('policy_view')).toEqual({ role_assignments: own })

    // These count: a group with a member in a mapping silo, a group with a member, a user.
    const path = { path: { silo } }
    await server.admin.ok('silo_policy_update', { ...path, ...policy(assignment(peopled, 'admin', 'silo_group')) })
    expect((await writeSilo([])).status).toBe(200)
    expect(await member.call('silo_policy_update', { ...path, ...policy() })).toMatchObject(refused)
    await member.ok('system_policy_update', policy(assignment(peopled, 'admin', 'silo_group')))
    expect((await member.call('silo_policy_update', { ...path, ...policy() })).status).toBe(200)
    expect(await member.call('system_policy_update', policy())).toMatchObject(refused)
    await member.ok('system_policy_update', policy(assignment(plain.userId, 'admin')))
    expect(await plain.call('system_policy_update', policy())).toMatchObject(refused)
    await plain.ok('silo_policy_update', { path: { silo: 'default' }, ...policy(...own) })
    expect((await server.admin.call('system_policy_update', policy())).status).toBe(200)
  })

  it('may change its password but not remove it', async () => {
    const { userId } = server.admin
    const last = await server.user({ fleet: 'admin' })
    await server.db.deleteFrom('role_assignments').where('identity_id', '!=', last.userId).execute()
    const set = (body: object) =>
      last.call('local_idp_user_set_password', {
        path: { user_id: last.userId },
        query: { silo: 'default' },
        body,
      })
    expect(await set({ mode: 'login_disallowed' })).toMatchObject(refused)
    expect((await set({ mode: 'password', value: 'better' })).status).toBe(204)
    const other = await server.user({ fleet: 'admin' })
    expect((await set({ mode: 'login_disallowed' })).status).toBe(204)
    // Now the other user is the last admin, even though the token of the first one is still valid.
    const remove = { path: { user_id: other.userId }, query: { silo: 'default' } }
    expect(await last.call('local_idp_user_delete', remove)).toMatchObject(refused)
    expect(await last.call('system_policy_update', policy(assignment(last.userId, 'admin')))).toMatchObject(refused)
    expect((await last.call('system_policy_update', policy(assignment(userId, 'admin')))).status).toBe(200)
  })
})
