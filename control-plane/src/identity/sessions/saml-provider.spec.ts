import { afterAll, beforeAll, expect, it } from 'vitest'
import { AddressSet } from '../../node/http/address-set.ts'
import { outbound } from '../../node/outbound/outbound.ts'
import { ORIGIN, PEER } from '../../testing/caller.ts'
import { certified } from '../../testing/certified.ts'
import { samlSilo } from '../../testing/identity-provider.ts'
import { type SamlpProvider, startSamlpProvider } from '../../testing/samlp-provider.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

/** Sign-in through an identity provider that uses another SAML library than this server. */

let server: TestServer
let idp: SamlpProvider
beforeAll(async () => {
  idp = await startSamlpProvider({ nameId: 'mara@harbour.test', groups: ['pilots', 'crew'] })
  server = await startTestServer({ realTime: true, outbound: outbound(new AddressSet(['127.0.0.0/8'])) })
  await samlSilo(server, 'harbour')
})
afterAll(async () => {
  await server.close()
  await idp[Symbol.asyncDispose]()
})

const addProvider = (name: string, more: object = {}) => {
  idp.acsUrl = `${ORIGIN}/login/harbour/saml/${name}`
  return server.admin.ok('saml_identity_provider_create', {
    query: { silo: 'harbour' },
    body: {
      name,
      description: '',
      acs_url: idp.acsUrl,
      slo_url: `${ORIGIN}/logout`,
      idp_entity_id: idp.entityId,
      idp_metadata_source: { type: 'url', url: idp.entityId },
      sp_client_id: 'skerry-harbour',
      technical_contact_email: 'somebody@harbour.test',
      group_attribute_name: 'groups',
      ...more,
    },
  })
}

const inputs = (page: string) =>
  new URLSearchParams([...page.matchAll(/name="(\w+)"\s+value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]))

/** Signs in like a browser: to the provider, back with its form, and on to the redirect. */
async function signIn(provider: string, wanted: string) {
  const path = `/login/harbour/saml/${provider}`
  const start = await server.plane.fetch(
    new Request(`${ORIGIN}${path}/redirect?redirect_uri=${encodeURIComponent(wanted)}`),
    PEER,
  )
  expect(start.status).toBe(302)
  const page = await (await fetch(start.headers.get('location')!)).text()
  expect(page).toContain(`action="${ORIGIN}${path}"`)
  const form = inputs(page)
  const headers = { origin: 'null', 'sec-fetch-site': 'cross-site' }
  const answer = await server.plane.fetch(
    new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body: form }),
    PEER,
  )
  return { answer, form }
}

async function expectSignedIn(answer: Response, wanted: string): Promise<void> {
  expect([answer.status, answer.headers.get('location')]).toEqual([303, wanted])
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  const get = async (path: string) =>
    (await server.plane.fetch(new Request(`${ORIGIN}${path}`, { headers: { cookie } }), PEER)).json()
  expect(await get('/v1/me')).toMatchObject({ display_name: 'mara@harbour.test', silo_name: 'harbour' })
  const names = ((await get('/v1/me/groups')) as { items: { display_name: string }[] }).items.map(
    ({ display_name }) => display_name,
  )
  expect(names.toSorted()).toEqual(['crew', 'pilots'])
}

it('signs in through the provider, with metadata from its URL', async () => {
  await addProvider('plain')
  const wanted = '/projects/tide-gauges?q=ä&sort=id'
  const { answer } = await signIn('plain', wanted)
  await expectSignedIn(answer, '/projects/tide-gauges?q=%C3%A4&sort=id')
  expect(idp.requests.at(-1)).toMatchObject({ tenant: 'harbour' })
  expect(idp.requests.at(-1)).not.toHaveProperty('Signature')
})

it('signs requests and decrypts assertions with a key pair', async () => {
  const own = await certified()
  await addProvider('with-keys', { signing_keypair: { public_cert: own.certificate, private_key: own.keyDer } })
  idp.serviceProvider = own
  const { answer, form } = await signIn('with-keys', '/images')
  const response = Buffer.from(form.get('SAMLResponse')!, 'base64').toString()
  expect(response).toContain('EncryptedAssertion')
  expect(response).not.toContain('mara@harbour.test')
  await expectSignedIn(answer, '/images')
  expect(idp.requests.at(-1)).toMatchObject({
    SigAlg: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    Signature: expect.any(String),
  })

  // The provider does verify signatures: it refuses a request signed with another key.
  idp.serviceProvider = await certified()
  const start = await server.plane.fetch(new Request(`${ORIGIN}/login/harbour/saml/with-keys/redirect`), PEER)
  expect((await fetch(start.headers.get('location')!)).status).toBe(400)
  idp.serviceProvider = undefined
})

it('accepts sign-in initiated by the provider', async () => {
  await addProvider('from-there')
  const asked = idp.requests.length
  idp.audience = 'skerry-harbour'
  const form = inputs(await (await fetch(idp.entityId.replace('/metadata', '/portal'))).text())
  await expectSignedIn(await server.plane.fetch(new Request(idp.acsUrl, { method: 'POST', body: form }), PEER), '/')
  expect(idp.requests.slice(asked)).toEqual([{}])
})
