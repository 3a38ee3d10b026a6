import type { IdentityProvider } from '@skerry/contract/identity/identity-providers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../testing/caller.ts'
import { certified, type Certified } from '../../testing/certified.ts'
import { assertionXml, base64, providerBody, responseXml, samlSilo, signXml } from '../../testing/identity-provider.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let idp: Certified
let silo: string
beforeAll(async () => {
  server = await startTestServer()
  idp = await certified()
  silo = await samlSilo(server, 'corp')
})
afterAll(() => server.close())

async function create(name: string, query = { silo: 'corp' }): Promise<string> {
  await server.clock.advance(1)
  return (await server.admin.ok('saml_identity_provider_create', { query, body: providerBody(idp, { name }) })).id
}
const changes = ['saml_identity_provider_delete', 'saml_identity_provider_make_default'] as const
type Change = (typeof changes)[number]
const change = (id: Change, provider: string, query: { silo?: string } = { silo: 'corp' }, by: Caller = server.admin) =>
  by.call(id, { path: { provider }, query })
const offered = async (name: string) => {
  const { status, body } = await server.anonymous.call('login_providers_view', { path: { silo_name: name } })
  expect(status).toBe(200)
  return body.providers
}
/** Whether the sign-in page of a silo asks for a password. */
const asksForPassword = async (name: string) =>
  (await server.anonymous.ok('login_providers_view', { path: { silo_name: name } })).password
const signIn = (provider: string, nameId: string) => {
  const xml = signXml(responseXml(assertionXml({ nameId }, server.clock.now())), idp)
  return server.anonymous.call('login_saml', {
    path: { silo_name: 'corp', provider_name: provider },
    body: new URLSearchParams({ SAMLResponse: base64(xml) }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}

describe.each(changes)('%s', (id) => {
  it('finds the provider by name in its silo, or by id', async () => {
    const provider = await create(`found-${id.length}`)
    for (const [answer, message] of [
      [await change(id, provider), 'when saml-identity-provider is given as an id, silo must not be given'],
      [await change(id, 'found', {}), 'when saml-identity-provider is given as a name, silo is required'],
    ] as const)
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest', message } })
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const [answer, what] of [
      [await change(id, 'unknown'), 'saml-identity-provider with name "unknown"'],
      [await change(id, unknown, {}), `saml-identity-provider with id "${unknown}"`],
      [await change(id, 'unknown', { silo: 'nowhere' }), 'silo with name "nowhere"'],
    ] as const)
      expect(answer).toMatchObject({ status: 404, body: { message: `not found: ${what}` } })
    expect((await change(id, provider, {})).status).toBeLessThan(300)
    expect((await change(id, await create(`named-${id.length}`), {})).status).toBeLessThan(300)
  })

  it('is for admins of the silo or of the fleet, with the fleet roles of its users', async () => {
    const provider = await create(`guarded-${id.length}`)
    const asked = (by: Caller) => change(id, provider, {}, by)
    expect((await asked(await server.user({ silo: 'collaborator' }, silo))).status).toBe(403)
    expect((await asked(await server.user({ fleet: 'collaborator' }))).status).toBe(403)
    expect((await asked(await server.user({ silo: 'collaborator' }))).status).toBe(404)
    const siloAdmin = await server.user({ silo: 'admin' }, silo)
    const operator = await server.user({ fleet: 'viewer' }, silo)
    expect((await asked(siloAdmin)).status).toBe(403)
    await server.db.deleteFrom('role_assignments').where('identity_id', '=', operator.userId).execute()
    expect((await asked(siloAdmin)).status).toBeLessThan(300)
  })
})

it('one provider of a silo is its default: the oldest, until another is made it or it is deleted', async () => {
  await samlSilo(server, 'several')
  const of = { silo: 'several' }
  for (const name of ['oldest', 'newest', 'another']) await create(name, of)
  const defaults = async () => {
    const { items } = await server.admin.ok('silo_identity_provider_list', { query: of })
    return (items as IdentityProvider[]).flatMap(({ name, is_default: isDefault }) => (isDefault ? [name] : []))
  }
  expect(await defaults()).toEqual(['oldest'])
  expect(await offered('several')).toEqual(['oldest', 'newest', 'another'])
  const { body } = await change('saml_identity_provider_make_default', 'newest', of)
  expect(body).toMatchObject({ name: 'newest', is_default: true })
  const other = await server.admin.ok('saml_identity_provider_view', { path: { provider: 'oldest' }, query: of })
  expect(other.is_default).toBe(false)
  expect(await defaults()).toEqual(['newest'])
  expect(await offered('several')).toEqual(['newest', 'oldest', 'another'])
  expect((await change('saml_identity_provider_delete', 'newest', of)).status).toBe(204)
  expect(await defaults()).toEqual(['oldest'])
})

it('the sign-in page of a silo of local users asks for a password, and so does that of one that does not exist', async () => {
  await samlSilo(server, 'not-set-up')
  expect(await Promise.all(['default', 'nowhere', 'not-set-up'].map(asksForPassword))).toEqual([true, true, false])
  expect([await offered('default'), await offered('nowhere')]).toEqual([[], []])
})

it('nobody signs in through a deleted provider, but sessions go on, and its name is free', async () => {
  await create('leaving')
  const signedIn = await signIn('leaving', 'ada')
  expect(signedIn.status).toBe(303)
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  expect((await change('saml_identity_provider_delete', 'leaving')).status).toBe(204)
  expect((await change('saml_identity_provider_delete', 'leaving')).status).toBe(404)
  expect((await signIn('leaving', 'ada')).status).toBe(404)
  expect((await server.anonymous.call('current_user_view', { headers: { cookie } })).status).toBe(200)
  expect(await offered('corp')).not.toContain('leaving')
  await create('leaving')
  expect((await signIn('leaving', 'ada')).status).toBe(303)
})

it('offers nothing for a silo of local users, nor for one that does not exist', async () => {
  for (const name of ['default', 'nowhere']) expect(await offered(name)).toEqual([])
})

it('the last provider of the only fleet admins cannot be deleted', async () => {
  const admins = await samlSilo(server, 'admins')
  const provider = await create('only', { silo: 'admins' })
  await server.user({ fleet: 'admin' }, admins)
  await server.db.updateTable('users').set({ password_hash: null }).execute()
  expect(await change('saml_identity_provider_delete', provider, {})).toMatchObject({
    status: 400,
    body: { message: 'this would leave the fleet without an admin: make another user admin first' },
  })
  await create('second', { silo: 'admins' })
  expect((await change('saml_identity_provider_delete', provider, {})).status).toBe(204)
})
