import { afterAll, beforeAll, expect, it } from 'vitest'
import { FLEET_ID } from '../../kernel/values/uuid.ts'
import { ORIGIN, PEER, type Caller } from '../../testing/caller.ts'
import { certified, type Certified } from '../../testing/certified.ts'
import {
  assertionXml,
  base64,
  providerBody,
  responseXml,
  type AssertionFields,
  samlSilo,
  signXml,
} from '../../testing/identity-provider.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let idp: Certified
let siloAdmin: Caller
const inSilo = { query: { silo: 'corp' } }

beforeAll(async () => {
  server = await startTestServer()
  idp = await certified()
  siloAdmin = await server.user({ silo: 'admin' }, await samlSilo(server, 'corp'))
  await server.admin.ok('saml_identity_provider_create', { ...inSilo, body: providerBody(idp) })
})
afterAll(() => server.close())

const signIn = (said: AssertionFields) =>
  server.anonymous.call('login_saml', {
    path: { silo_name: 'corp', provider_name: 'corporate' },
    body: new URLSearchParams({
      SAMLResponse: base64(signXml(responseXml(assertionXml(said, server.clock.now())), idp)),
    }).toString(),
  })

/** The user of an assertion, with a client for its session. */
async function signedIn(said: AssertionFields) {
  const answer = await signIn(said)
  expect(answer.status).toBe(303)
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  const get = async (path: string) => {
    const response = await server.plane.fetch(new Request(`${ORIGIN}${path}`, { headers: { cookie } }), PEER)
    const body = (await response.json()) as { id: string; items: { display_name: string }[] }
    return { status: response.status, body }
  }
  return { id: (await get('/v1/me')).body.id, get }
}

const remove = (caller: Caller, user_id: string) =>
  caller.call('local_idp_user_delete', { path: { user_id }, ...inSilo })

it('a deleted user can only return through its provider, as a new user', async () => {
  const before = await signedIn({ nameId: 'ada', groups: ['captains'] })
  const own = { identity_id: before.id, identity_type: 'silo_user', role_name: 'admin' }
  const { role_assignments } = await siloAdmin.ok('policy_view')
  await siloAdmin.ok('policy_update', { body: { role_assignments: [...role_assignments, own] } })

  expect((await remove(siloAdmin, before.id)).status).toBe(204)
  expect((await before.get('/v1/me')).status).toBe(401)
  for (const table of ['sessions', 'access_tokens', 'group_members'] as const)
    expect(await server.db.selectFrom(table).select('user_id').where('user_id', '=', before.id).execute()).toEqual([])
  expect(await siloAdmin.ok('policy_view')).toEqual({ role_assignments })
  const local = { path: { silo_name: 'corp' }, body: { username: 'ada', password: '' } }
  expect((await server.anonymous.call('login_local', local)).status).toBeGreaterThanOrEqual(400)

  const after = await signedIn({ nameId: 'ada', groups: ['deckhands'] })
  expect(after.id).not.toBe(before.id)
  const groups = (await after.get('/v1/me/groups')).body.items
  expect(groups.map(({ display_name }) => display_name)).toEqual(['deckhands'])
  const audit = server.db.selectFrom('audit_log').selectAll().where('target', '=', before.id)
  expect(await audit.where('operation', '=', 'local_idp_user_delete').execute()).toMatchObject([
    { actor_id: siloAdmin.userId, status: 204, detail: { external_id: 'ada' } },
  ])
})

it('a sign-in concurrent with the deletion recreates the user or loses its session, and never fails', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await signedIn({ nameId: 'linus' })
    const [answer, removed] = await Promise.all([signIn({ nameId: 'linus', groups: ['crew'] }), remove(siloAdmin, id)])
    expect([answer.status, removed.status]).toEqual([303, 204])
  }
})

it('a sign-in cannot remove the last fleet admin from its group', async () => {
  const said = { nameId: 'barbara', groups: ['admins'] }
  const { id, get } = await signedIn(said)
  const admins = server.db.selectFrom('groups').select('id').where('external_id', '=', 'admins')
  const identity_id = (await admins.executeTakeFirstOrThrow()).id
  const { role_assignments } = await server.admin.ok('system_policy_view')
  const line = { identity_id, identity_type: 'silo_group', role_name: 'admin' }
  await server.admin.ok('system_policy_update', { body: { role_assignments: [...role_assignments, line] } })
  const others = await server.db
    .deleteFrom('role_assignments')
    .where('identity_id', '!=', identity_id)
    .returningAll()
    .execute()

  expect(await signIn({ ...said, groups: [] })).toMatchObject({
    status: 400,
    body: { message: 'this would leave the fleet without an admin: make another user admin first' },
  })
  expect((await get('/v1/system/policy')).status).toBe(200)
  expect((await signIn(said)).status).toBe(303)
  await server.db.insertInto('role_assignments').values(others).execute()
  expect((await signIn({ ...said, groups: [] })).status).toBe(303)
  expect((await get('/v1/system/policy')).status).toBe(403)
  expect((await remove(server.admin, id)).status).toBe(204)
})

it('a silo admin cannot delete a user with a stronger fleet role', async () => {
  const user = await signedIn({ nameId: 'edsger', groups: ['operators'] })
  const operators = server.db.selectFrom('groups').select('id').where('external_id', '=', 'operators')
  await server.db
    .insertInto('role_assignments')
    .values({
      level: 'fleet',
      resource_id: FLEET_ID,
      identity_type: 'silo_group',
      identity_id: (await operators.executeTakeFirstOrThrow()).id,
      role: 'viewer',
    })
    .execute()
  expect((await remove(siloAdmin, user.id)).status).toBe(403)
  expect((await remove(server.admin, user.id)).status).toBe(204)
})
