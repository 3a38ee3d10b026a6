import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { inSilo, localUsers, password } from './local-user-fixtures.ts'

let server: TestServer
let siloAdmin: Caller
let silo: string
beforeAll(async () => {
  server = await startTestServer()
  silo = await server.silo('harbour')
  siloAdmin = await server.user({ silo: 'admin' }, silo)
})
afterAll(() => server.close())

const { create, newUser, remove, setPassword, signedIn, signIn } = localUsers(() => ({ server, siloAdmin }))

const notFound = (message: string) => ({ status: 404, body: { error_code: 'ObjectNotFound', message } })
const noLocal = notFound('not found: identity-provider with name "local"')

async function mapping(mapped: object): Promise<{ id: string; query: { query: { silo: string } } }> {
  const id = await server.silo(`mapping-${randomId()}`)
  await server.db
    .updateTable('silos')
    .set({ mapped_fleet_roles: JSON.stringify(mapped) })
    .where('id', '=', id)
    .execute()
  return { id, query: { query: { silo: id } } }
}

describe('local_idp_user_create', () => {
  it('refuses an empty password, for a user and at sign-in', async () => {
    const { body } = await create(server.admin, 'without', password('secret'))
    const refused = { status: 400, body: { error_code: 'InvalidValue' } }
    expect(await setPassword(server.admin, body.id, password(''))).toMatchObject(refused)
    expect(await create(server.admin, 'empty', password(''))).toMatchObject(refused)
    const password_hash = await server.plane.services.passwords.hash('')
    await server.db.updateTable('users').set({ password_hash }).where('id', '=', body.id).execute()
    expect((await signIn('without', '')).status).toBe(401)
  })

  it('is 404 when the silo is deleted while the password is hashed', async () => {
    const gone = await server.silo('gone-meanwhile')
    const { passwords } = server.plane.services
    const held = server.plane.services
    held.passwords = {
      ...passwords,
      async hash(value) {
        await server.admin.ok('silo_delete', { path: { silo: gone } })
        return passwords.hash(value)
      },
    }
    const answer = await create(server.admin, 'late', password('secret'), { query: { silo: 'gone-meanwhile' } })
    held.passwords = passwords
    expect(answer).toMatchObject(notFound('not found: silo with name "gone-meanwhile"'))
  })

  it('creates a user who can sign in, and one who cannot', async () => {
    const answer = await create(siloAdmin, 'quay-master')
    expect(answer).toMatchObject({
      status: 201,
      body: { id: expect.any(String), display_name: 'quay-master', silo_id: silo, group_ids: [] },
    })
    expect((await signIn('quay-master')).status).toBe(204)
    expect((await create(siloAdmin, 'robot', { mode: 'login_disallowed' })).status).toBe(201)
    expect((await signIn('robot', '')).status).toBe(401)
    const viewed = await siloAdmin.ok('silo_user_view', { path: { user_id: answer.body.id }, ...inSilo })
    expect(viewed).toEqual(answer.body)
  })

  it('refuses a taken name, also in concurrent requests', async () => {
    const taken = {
      status: 400,
      body: { error_code: 'ObjectAlreadyExists', message: 'already exists: silo-user "twin"' },
    }
    const answers = await Promise.all([create(siloAdmin, 'twin'), create(siloAdmin, 'twin')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(await create(siloAdmin, 'twin')).toMatchObject(taken)
    const query = { query: { silo: 'default' } }
    expect((await create(server.admin, 'twin', password('x'), query)).status).toBe(201)
  })

  it('is for fleet admins too', async () => {
    const fleetAdmin = await server.user({ fleet: 'admin' })
    expect((await create(fleetAdmin, 'by-the-fleet')).status).toBe(201)
  })

  it('refuses invalid bodies', async () => {
    for (const body of [
      {},
      { external_id: 'No Name', password: password('x') },
      { external_id: 'fine', password: password('x'.repeat(513)) },
      { external_id: 'fine', password: password('') },
      { external_id: 'fine', password: { mode: 'telepathy' } },
    ])
      expect((await siloAdmin.call('local_idp_user_create', { ...inSilo, body })).status).toBe(400)
    expect((await create(siloAdmin, 'fine', password('x'), {})).status).toBe(400)
  })

  it('is 404 in a silo with an identity provider', async () => {
    const id = await server.silo('saml-silo')
    await server.db.updateTable('silos').set({ identity_mode: 'saml_jit' }).where('id', '=', id).execute()
    const admin = await server.user({ silo: 'admin' }, id)
    const [member, query] = [await server.user({}, id), { query: { silo: id } }]
    expect(await create(admin, 'somebody', password('x'), query)).toMatchObject(noLocal)
    expect(await setPassword(admin, member.userId, password('x'), query)).toMatchObject(noLocal)
  })
})

describe('local_idp_user_delete', () => {
  it('deletes sessions, tokens, keys, memberships and roles', async () => {
    const user = await newUser()
    const session = await signedIn(user)
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEvAYHxzyGkpPdVqVnOYJ2fpCk6zlPjcGqDOyJnHzFmK somebody'
    const body = { name: 'laptop', description: '', public_key: key }
    expect((await session.call('current_user_ssh_key_create', { body })).status).toBe(201)
    const group = await server.group([{ ...siloAdmin, userId: user.id }], silo)
    const before = await siloAdmin.ok('policy_view')
    const own = { identity_id: user.id, identity_type: 'silo_user', role_name: 'viewer' }
    await siloAdmin.ok('policy_update', { body: { role_assignments: [...before.role_assignments, own] } })

    expect((await remove(siloAdmin, user.id)).status).toBe(204)
    expect(await session.status()).toBe(401)
    expect((await signIn(user.name)).status).toBe(401)
    expect(await siloAdmin.ok('policy_view')).toEqual(before)
    expect(await siloAdmin.ok('group_view', { path: { group_id: group } })).toMatchObject({ member_count: 0 })
    for (const table of ['sessions', 'access_tokens', 'ssh_keys', 'group_members'] as const)
      expect(await server.db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()).toEqual([])
    expect(await remove(siloAdmin, user.id)).toMatchObject(notFound(`not found: silo-user with id "${user.id}"`))
    expect((await create(siloAdmin, user.name)).status).toBe(201)
  })

  it('leaves no orphaned role of a user who is deleted concurrently', async () => {
    const admin = await server.user({ silo: 'admin' }, silo)
    const project = await admin.ok('project_create', { body: { name: 'raced', description: '' } })
    for (let round = 0; round < 5; round++) {
      const user = await newUser()
      const role = { identity_id: user.id, identity_type: 'silo_user', role_name: 'viewer' }
      const path = { project: project.id }
      const [given, deleted] = await Promise.all([
        admin.call('project_policy_update', { path, body: { role_assignments: [role] } }),
        remove(admin, user.id),
      ])
      expect([200, 400]).toContain(given.status)
      expect(deleted.status).toBe(204)
      const left = server.db.selectFrom('role_assignments').select('role').where('identity_id', '=', user.id)
      expect(await left.execute()).toEqual([])
    }
  })

  it('refuses the caller itself', async () => {
    expect(await remove(siloAdmin, siloAdmin.userId)).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message: 'you cannot delete yourself: ask another admin' },
    })
  })

  it('lets one of the last two fleet admins delete the other, and refuses a silo admin with a weaker role', async () => {
    const query = { query: { silo: 'default' } }
    const [one, two] = [await server.user({ fleet: 'admin' }), await server.user({ fleet: 'admin' })]
    await server.db
      .deleteFrom('role_assignments')
      .where('identity_id', 'not in', [one.userId, two.userId, siloAdmin.userId])
      .execute()
    const answers = await Promise.all([remove(one, two.userId, query), remove(two, one.userId, query)])
    expect(answers.map(({ status }) => status)).toContain(204)
    const left = await server.db.selectFrom('users').select('id').where('id', 'in', [one.userId, two.userId]).execute()
    expect(left).toHaveLength(1)

    const last = left[0]!.id === one.userId ? one : two
    const helper = await server.user({ silo: 'admin' })
    await server.db.updateTable('silos').set({ mapped_fleet_roles: '{}' }).where('id', '=', server.siloId).execute()
    expect((await remove(helper, last.userId, query)).status).toBe(403)
    const mapped_fleet_roles = JSON.stringify({ admin: ['admin'] })
    await server.db.updateTable('silos').set({ mapped_fleet_roles }).where('id', '=', server.siloId).execute()
    expect((await remove(helper, last.userId, query)).status).toBe(204)
  })

  it('finds users of the named silo only', async () => {
    const user = await newUser()
    const fleetAdmin = await server.user({ fleet: 'admin' })
    const elsewhere = { query: { silo: 'default' } }
    expect(await remove(fleetAdmin, user.id, elsewhere)).toMatchObject(
      notFound(`not found: silo-user with id "${user.id}"`),
    )
    expect((await remove(siloAdmin, 'no-uuid')).status).toBe(400)
    expect((await remove(fleetAdmin, user.id)).status).toBe(204)
  })
})

describe('in a silo that maps its roles to fleet roles', () => {
  it('users are changed only by callers with at least the mapped role', async () => {
    const { id, query } = await mapping({ admin: ['admin'] })
    const member = await server.user({}, id)
    const viewer = await mapping({ viewer: ['viewer'] })
    const fleetAdmin = await server.user({ fleet: 'admin' })
    // A caller with a weaker fleet role is refused. A silo admin counts with its effective fleet role.
    const collaborator = await server.user({ fleet: 'collaborator', silo: 'admin' }, id)
    for (const caller of [await server.user({ fleet: 'collaborator' }), await server.user({ silo: 'viewer' }, id)]) {
      expect((await create(caller, 'puppet', password('x'), query)).status).toBe(403)
      expect((await setPassword(caller, member.userId, password('x'), query)).status).toBe(403)
      expect((await remove(caller, member.userId, query)).status).toBe(403)
    }
    expect((await create(collaborator, 'by-its-admin', password('x'), query)).status).toBe(201)
    expect((await create(fleetAdmin, 'by-the-fleet', password('x'), viewer.query)).status).toBe(201)
    expect((await setPassword(fleetAdmin, member.userId, password('x'), query)).status).toBe(204)
    expect((await remove(fleetAdmin, member.userId, query)).status).toBe(204)
  })
})

describe('the audit log', () => {
  it('has created, changed and deleted users, but no password', async () => {
    const { name, id } = await newUser()
    await setPassword(siloAdmin, id, password('never written down'))
    await remove(siloAdmin, id)
    const rows = await server.db.selectFrom('audit_log').selectAll().where('target', '=', id).orderBy('time').execute()
    const { userId: actor_id } = siloAdmin
    const done = (operation: string, status: number, detail: object) => ({ operation, actor_id, status, detail })
    expect(
      rows.map(({ operation, actor_id: who, status, detail }) => ({ operation, actor_id: who, status, detail })),
    ).toEqual(
      expect.arrayContaining([
        done('local_idp_user_create', 201, { external_id: name }),
        done('local_idp_user_set_password', 204, { mode: 'password' }),
        done('local_idp_user_delete', 204, { external_id: name }),
      ]),
    )
    expect(JSON.stringify(rows)).not.toContain('never written down')
  })
})
