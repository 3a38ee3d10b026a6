import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OutboundProblem } from '../../kernel/services/outbound.ts'
import { certified, type Certified } from '../../testing/certified.ts'
import { base64, metadataSource, metadataXml, providerBody, samlSilo } from '../../testing/identity-provider.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let idp: Certified
let sp: Certified
let silo: string
/** The response to `https://idp.test/metadata`. */
let served: { status: number; body: string } | OutboundProblem
const asked: unknown[] = []

beforeAll(async () => {
  server = await startTestServer({
    outbound: {
      async request(request) {
        asked.push(request)
        if (served instanceof OutboundProblem) throw served
        return { status: served.status, body: new TextEncoder().encode(served.body) }
      },
      async check() {},
    },
  })
  ;[idp, sp] = await Promise.all([certified(), certified()])
  silo = await samlSilo(server, 'corp')
})
afterAll(() => server.close())

const create = (body: object, query: object = { silo: 'corp' }) =>
  server.admin.call('saml_identity_provider_create', { query: { ...query }, body: providerBody(idp, body) })
const byUrl = { idp_metadata_source: { type: 'url', url: 'https://idp.test/metadata' } }
const metadata = (entityId = 'https://idp.test', by = idp) =>
  metadataXml({ entityId, signInUrl: 'https://idp.test/sso', certificates: [by.certificate] })
const keyPair = () => ({ public_cert: sp.certificate, private_key: sp.keyDer })
const stored = (id: string) =>
  server.db.selectFrom('saml_identity_providers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('creating a provider', () => {
  it('stores the private key but does not return it', async () => {
    const { status, body } = await create({ name: 'whole', description: 'Of the house', signing_keypair: keyPair() })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      name: 'whole',
      description: 'Of the house',
      acs_url: 'https://skerry.test/acs',
      slo_url: 'https://skerry.test/slo',
      idp_entity_id: 'https://idp.test',
      sp_client_id: 'skerry',
      technical_contact_email: 'somebody@skerry.test',
      group_attribute_name: 'groups',
      is_default: true,
      public_cert: sp.certificate,
      time_created: expect.stringMatching(/^2026-01-01T00:.*000Z$/),
      time_modified: expect.stringMatching(/^2026-01-01T00:.*000Z$/),
    })
    expect(await stored(body.id)).toMatchObject({
      silo_id: silo,
      sign_in_url: 'https://idp.test/sso',
      idp_certificates: [idp.certificate],
      private_key: sp.keyDer,
    })
  })

  it('fetches metadata from a URL once, with limits', async () => {
    served = { status: 200, body: metadata() }
    asked.splice(0)
    const { status, body } = await create({ name: 'fetched', ...byUrl })
    expect(status).toBe(201)
    expect(asked).toEqual([{ url: 'https://idp.test/metadata', timeoutMs: 5000, maxBytes: 2 ** 20 }])
    expect(await stored(body.id)).toMatchObject({ sign_in_url: 'https://idp.test/sso', public_cert: null })
  })

  it('reports why a URL failed', async () => {
    served = { status: 404, body: '' }
    expect(await create({ name: 'nowhere', ...byUrl })).toMatchObject({
      status: 400,
      body: {
        error_code: 'InvalidValue',
        message: 'unsupported value for "idp_metadata_source": the URL answered 404',
      },
    })
    served = new OutboundProblem('timeout', 'there was no answer in 5 s')
    expect(await create({ name: 'nowhere', ...byUrl })).toMatchObject({
      status: 400,
      body: {
        message: 'unsupported value for "idp_metadata_source": the URL cannot be used: there was no answer in 5 s',
      },
    })
  })

  const none = 'the metadata describes no identity provider'
  const webPage = 'it is a web page, not metadata: download the metadata as XML from the identity provider'
  const notText = 'the metadata is neither UTF-8 nor UTF-16 with a byte order mark'
  const noCertificate =
    'the metadata has no certificate of an RSA or EC key for signing (RSA up to 4096 bits; P-256, P-384 or P-521)'
  it.each([
    ['no base64', () => '???', 'it is not base64'],
    ['no UTF-8', () => Buffer.from([0x3c, 0xff]).toString('base64'), notText],
    ['no XML', () => base64('hello'), 'it is not well-formed XML'],
    ['broken XML', () => base64(metadata().replace('</md:IDPSSODescriptor>', '')), 'it is not well-formed XML'],
    [
      'a document type',
      () => base64(`<!DOCTYPE x [<!ENTITY e "y">]>${metadata()}`),
      'the XML declares a document type',
    ],
    ['something else', () => base64('<x/>'), none],
    ['a web page', () => base64('\n<!DOCTYPE html><html><p></html>'), webPage],
    ['a service provider', () => base64(metadata().replaceAll('IDPSSO', 'SPSSO')), none],
    ['no certificate', () => metadataSource({ certificates: [] }).data, noCertificate],
    ['an unreadable certificate', () => metadataSource({ certificates: ['AAAA'] }).data, noCertificate],
    ['a certificate for encryption only', () => base64(metadata().replace('"signing"', '"encryption"')), noCertificate],
    [
      'no redirect endpoint',
      () => base64(metadata().replaceAll('HTTP-Redirect', 'SOAP')),
      'the metadata has no endpoint for the HTTP-Redirect binding',
    ],
    [
      'an endpoint that is a script',
      () => metadataSource({ certificates: [idp.certificate], signInUrl: 'javascript:alert(1)' }).data,
      'the metadata has no endpoint for the HTTP-Redirect binding',
    ],
  ])('refuses metadata with %s', async (_, data, why) => {
    const { status, body } = await create({
      name: 'refused',
      idp_metadata_source: { type: 'base64_encoded_xml', data: data() },
    })
    expect(status).toBe(400)
    expect(body.message).toBe(`unsupported value for "idp_metadata_source": ${why}`)
  })

  it('accepts one of several providers by its id, and certificates without a use', async () => {
    const entities = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">
      ${metadata('https://stranger.test', sp)}${metadata('https://idp.test').replace(' use="signing"', '')}</md:EntitiesDescriptor>`
    const idp_metadata_source = { type: 'base64_encoded_xml', data: base64(entities) }
    const { status, body } = await create({ name: 'one-of-many', idp_metadata_source })
    expect(status).toBe(201)
    expect((await stored(body.id)).idp_certificates).toEqual([idp.certificate])
    expect(
      await create({ name: 'none-of-many', idp_entity_id: 'https://other.test', idp_metadata_source }),
    ).toMatchObject({
      status: 400,
      body: {
        error_code: 'InvalidValue',
        message:
          'unsupported value for "idp_metadata_source": the metadata has the entity ids "https://stranger.test", "https://idp.test", but idp_entity_id is "https://other.test"',
      },
    })
  })

  it('refuses ids and URLs longer than 2048 characters', async () => {
    for (const field of ['acs_url', 'idp_entity_id', 'sp_client_id', 'group_attribute_name'])
      expect(await create({ name: 'refused', [field]: 'x'.repeat(2049) })).toMatchObject({
        status: 400,
        body: { message: `unsupported value for "${field}": must be at most 2048 characters long` },
      })
  })

  it('refuses an invalid key pair', async () => {
    const other = await certified()
    const ec = await certified('ec')
    const noKey = 'the private key is not an RSA key in PEM or DER without a passphrase'
    for (const [signing_keypair, why] of [
      [{ ...keyPair(), public_cert: '!' }, 'it is neither PEM, nor DER in base64'],
      [{ ...keyPair(), public_cert: 'AAAA' }, 'the certificate is neither PEM nor DER'],
      [{ ...keyPair(), private_key: 'AAAA' }, noKey],
      [{ public_cert: ec.certificate, private_key: ec.keyDer }, noKey],
      [{ ...keyPair(), private_key: other.keyDer }, 'the private key does not belong to the certificate'],
    ] as const)
      expect(await create({ name: 'refused', signing_keypair })).toMatchObject({
        status: 400,
        body: { error_code: 'InvalidValue', message: `unsupported value for "signing_keypair": ${why}` },
      })
  })

  it('accepts a PKCS #1 key', async () => {
    const private_key = sp.key.export({ format: 'der', type: 'pkcs1' }).toString('base64')
    const { status, body } = await create({ name: 'older', signing_keypair: { ...keyPair(), private_key } })
    expect(status).toBe(201)
    expect((await stored(body.id)).private_key).toBe(sp.keyDer)
  })

  it('requires a silo with identity providers, and a free name', async () => {
    expect(await create({}, { silo: 'default' })).toMatchObject({
      status: 400,
      body: {
        error_code: 'InvalidRequest',
        message: 'silo "default" has local users only: it cannot have an identity provider',
      },
    })
    await create({ name: 'twice' })
    expect(await create({ name: 'twice' })).toMatchObject({
      status: 400,
      body: { error_code: 'ObjectAlreadyExists', message: 'already exists: saml-identity-provider "twice"' },
    })
    await samlSilo(server, 'other-corp')
    expect((await create({ name: 'twice' }, { silo: 'other-corp' })).status).toBe(201)
    expect(await create({}, { silo: 'nowhere' })).toMatchObject({
      status: 404,
      body: { message: 'not found: silo with name "nowhere"' },
    })
    expect((await create({}, {})).status).toBe(400)
  })

  it('is refused when a user of the silo has a stronger fleet role than the caller', async () => {
    const guarded = await samlSilo(server, 'guarded')
    const request = (name: string) => ({ query: { silo: 'guarded' }, body: providerBody(idp, { name }) })
    await server.user({ fleet: 'collaborator' }, guarded)
    const admin = await server.user({ silo: 'admin' }, guarded)
    expect((await admin.call('saml_identity_provider_create', request('by-silo'))).status).toBe(403)
    const equal = await server.user({ silo: 'admin', fleet: 'collaborator' }, guarded)
    expect((await equal.call('saml_identity_provider_create', request('by-equal'))).status).toBe(201)
    expect((await create({ name: 'by-fleet' }, { silo: 'guarded' })).status).toBe(201)
  })
})

describe('viewing a provider', () => {
  const view = (provider: string, query: object = {}, by = server.admin) =>
    by.call('saml_identity_provider_view', { path: { provider }, query: { ...query } })

  it('finds it by name in its silo, or by id', async () => {
    const { body } = await create({ name: 'viewed' })
    expect(await view('viewed', { silo: 'corp' })).toMatchObject({ status: 200, body })
    expect(await view(body.id)).toMatchObject({ status: 200, body })
    for (const [answer, message] of [
      [await view(body.id, { silo: 'corp' }), 'when saml-identity-provider is given as an id, silo must not be given'],
      [await view('viewed'), 'when saml-identity-provider is given as a name, silo is required'],
    ] as const)
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest', message } })
    expect(await view('unknown', { silo: 'corp' })).toMatchObject({
      status: 404,
      body: { message: 'not found: saml-identity-provider with name "unknown"' },
    })
  })

  it('is for viewers of the silo or of the fleet', async () => {
    const { body } = await create({ name: 'seen' })
    const viewer = await server.user({ silo: 'viewer' }, silo)
    expect((await view('seen', { silo: 'corp' }, viewer)).status).toBe(200)
    const member = await server.user({}, silo)
    expect((await view('seen', { silo: 'corp' }, member)).status).toBe(403)
    expect((await view(body.id, {}, member)).status).toBe(403)
    const stranger = await server.user({ silo: 'collaborator' })
    expect(await view(body.id, {}, stranger)).toMatchObject({
      status: 404,
      body: { message: `not found: saml-identity-provider with id "${body.id}"` },
    })
  })
})

describe('the providers of a silo', () => {
  const list = (query: object, by = server.admin) => by.call('silo_identity_provider_list', { query: { ...query } })

  it('are listed by name, in pages', async () => {
    await samlSilo(server, 'listed')
    expect(await list({ silo: 'listed' })).toMatchObject({ status: 200, body: { items: [], next_page: null } })
    for (const name of ['beta', 'alpha']) await create({ name }, { silo: 'listed' })
    const first = await list({ silo: 'listed', limit: 1 })
    expect(first.body.items).toEqual([
      {
        id: expect.any(String),
        name: 'alpha',
        description: '',
        is_default: true,
        provider_type: 'saml',
        time_created: expect.any(String),
        time_modified: expect.any(String),
      },
    ])
    const second = await list({ page_token: first.body.next_page })
    expect(second.body).toMatchObject({ items: [{ name: 'beta' }], next_page: null })
  })

  it('are of a silo that is named', async () => {
    expect((await list({})).status).toBe(400)
  })
})
