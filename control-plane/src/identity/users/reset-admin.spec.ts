import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { NoSilo, resetAdmin } from './reset-admin.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

const reset = () => resetAdmin(server.plane.services)
const signIn = ({ silo, password }: { silo: string; password: string }) =>
  server.anonymous.call('login_local', { path: { silo_name: silo }, body: { username: 'admin', password } })

/** The response to a request with the session of a sign-in. */
async function asAdmin(made: { silo: string; password: string }, operation: 'system_policy_view' | 'project_list') {
  const answer = await signIn(made)
  expect(answer.status).toBe(204)
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  return (await server.anonymous.call(operation, { headers: { cookie } })).status
}

it('gives admin a new password and its roles back, and ends its sessions and tokens', async () => {
  const before = await signIn({ silo: 'default', password: 'correct horse' })
  const cookie = before.headers.get('set-cookie')!.split(';')[0]!
  await server.db.deleteFrom('role_assignments').execute()
  await server.db.updateTable('users').set({ password_hash: null }).execute()

  const made = await reset()
  expect(made).toEqual({ silo: 'default', password: expect.stringMatching(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/) })
  expect((await signIn({ silo: 'default', password: 'correct horse' })).status).toBe(401)
  expect((await server.anonymous.call('current_user_view', { headers: { cookie } })).status).toBe(401)
  expect((await server.admin.call('current_user_view')).status).toBe(401)
  expect([await asAdmin(made, 'system_policy_view'), await asAdmin(made, 'project_list')]).toEqual([200, 200])
  const entries = server.db.selectFrom('audit_log').selectAll().where('operation', '=', 'reset_admin')
  expect(await entries.execute()).toMatchObject([
    { target: server.admin.userId, status: 200, detail: { external_id: 'admin', sessions: 1, tokens: 1 } },
  ])
  expect((await reset()).password).not.toBe(made.password)
})

it('recreates a deleted admin, even after failed sign-ins from everywhere', async () => {
  await server.db.deleteFrom('role_assignments').execute()
  await server.db.deleteFrom('users').execute()
  for (let i = 0; i < 101; i++)
    await server.plane.fetch(
      new Request('http://skerry.test/v1/login/default/local', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: 'guess' }),
      }),
      { remoteAddress: `203.0.113.${i}` },
    )
  expect((await signIn({ silo: 'default', password: 'correct horse' })).status).toBe(429)
  expect(await asAdmin(await reset(), 'system_policy_view')).toBe(200)
})

it('assigns fleet admin when the silo does not map it', async () => {
  await server.db.updateTable('silos').set({ mapped_fleet_roles: '{}' }).execute()
  expect(await asAdmin(await reset(), 'system_policy_view')).toBe(200)
})

it('creates a silo when default was deleted or uses an identity provider', async () => {
  await server.db.updateTable('silos').set({ identity_mode: 'saml_jit' }).execute()
  const made = await reset()
  expect(made.silo).toBe('recovery')
  expect([await asAdmin(made, 'system_policy_view'), (await reset()).silo]).toEqual([200, 'recovery'])
})

it('fails before the first start', async () => {
  await server.db.deleteFrom('ip_pool_silos').execute()
  await server.db.deleteFrom('images').execute()
  await server.db.deleteFrom('silos').execute()
  await expect(reset()).rejects.toThrow(NoSilo)
})
