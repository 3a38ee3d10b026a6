import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogFields } from '../../kernel/log.ts'
import { ATTEMPTS_A_MINUTE } from './sign-in-throttle.ts'
import { ORIGIN } from '../../testing/caller.ts'
import { certified, type Certified } from '../../testing/certified.ts'
import {
  assertionXml,
  base64,
  encryptAssertion,
  metadataSource,
  providerBody,
  responseXml,
  type AssertionFields,
  samlSilo,
  signXml,
} from '../../testing/identity-provider.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let idp: Certified
let other: Certified
let ec: Certified
let sp: Certified
let silo: string
const logged: { message: string; fields: LogFields }[] = []

beforeAll(async () => {
  server = await startTestServer({
    log: (level, message, fields = {}) => {
      if (level === 'warn') logged.push({ message, fields })
    },
  })
  ;[idp, other, sp, ec] = await Promise.all([certified(), certified(), certified(), certified('ec')])
  silo = await samlSilo(server, 'corp')
  await create(providerBody(idp, { signing_keypair: { public_cert: sp.certificate, private_key: sp.keyDer } }))
})
afterAll(() => server.close())
beforeEach(async () => {
  logged.splice(0)
  await server.db.deleteFrom('sign_in_attempts').execute()
})

const create = (body: object) => server.admin.ok('saml_identity_provider_create', { query: { silo: 'corp' }, body })
const now = () => server.clock.now()
const signed = (said: AssertionFields = {}) => signXml(responseXml(assertionXml(said, now())), idp)

const post = (xml: string, more: { relayState?: string; provider?: string; headers?: Record<string, string> } = {}) =>
  server.stranger.call('login_saml', {
    path: { silo_name: 'corp', provider_name: more.provider ?? 'corporate' },
    body: new URLSearchParams({
      SAMLResponse: base64(xml),
      ...(more.relayState !== undefined && { RelayState: more.relayState }),
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...more.headers },
  })
const begin = (path: string) => server.plane.fetch(new Request(`${ORIGIN}/login/${path}`))
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''
const get = async (path: string, cookie: string) =>
  (await server.plane.fetch(new Request(`${ORIGIN}${path}`, { headers: { cookie } }))).json() as Promise<{
    items: { display_name: string }[]
    display_name: string
  }>
const groupsOf = async (xml: string) => {
  const answer = await post(xml)
  const { items } = await get('/v1/me/groups', cookieOf(answer.headers))
  return items.map(({ display_name }) => display_name).toSorted()
}

describe('a signed response', () => {
  it('signs in and redirects to the requested page', async () => {
    const relayState = base64('{"redirect_uri":"/projects?sort=id"}')
    const answer = await post(signed(), { relayState })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/projects?sort=id')
    expect(answer.headers.get('set-cookie')).toMatch(
      /^session=[0-9a-f]{40}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/,
    )
    expect(await get('/v1/me', cookieOf(answer.headers))).toMatchObject({ display_name: 'ada', silo_id: silo })
  })

  it.each([
    ['/projects/☃?q=ä#é', '/projects/%E2%98%83?q=%C3%A4#%C3%A9'],
    ['/a/../projects', '/projects'],
  ])('redirects to a path of any characters: %s', async (path, location) => {
    const redirect = await begin(`corp/saml/corporate/redirect?redirect_uri=${encodeURIComponent(path)}`)
    const relayState = new URL(redirect.headers.get('location')!).searchParams.get('RelayState')!
    const answer = await post(signed(), { relayState })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
  })

  it.each([
    ['nothing', undefined],
    ['longer than any path', base64(JSON.stringify({ redirect_uri: `/${'a'.repeat(16_384)}` }))],
    ['no base64', '%%%'],
    ['no JSON', base64('{')],
    ['another site', base64('{"redirect_uri":"https://evil.test/"}')],
    ['another site without a scheme', base64('{"redirect_uri":"//evil.test/"}')],
    ['another site with a backslash', base64('{"redirect_uri":"/\\\\evil.test/"}')],
    ['a tab before it', base64('{"redirect_uri":"/\\t/evil.test/"}')],
    ['a script', base64('{"redirect_uri":"javascript:alert(1)"}')],
  ])('redirects to `/` when the relay state is %s', async (_, relayState) => {
    const answer = await post(signed(), relayState === undefined ? {} : { relayState })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
  })

  it('is accepted from another site, in a body of any type', async () => {
    const headers = { origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' }
    expect((await post(signed(), { headers })).status).toBe(303)
    expect((await post(signed(), { headers: { 'content-type': 'text/plain' } })).status).toBe(303)
  })

  const more = 'http://www.w3.org/2001/04/xmldsig-more#'
  const enc = 'http://www.w3.org/2001/04/xmlenc#'
  it.each([
    ['rsa', 'sha224', `${more}sha224`],
    ['rsa', 'sha256', `${enc}sha256`],
    ['rsa', 'sha384', `${more}sha384`],
    ['rsa', 'sha512', `${enc}sha512`],
    ['ecdsa', 'sha224', `${more}sha224`],
    ['ecdsa', 'sha256', `${enc}sha256`],
    ['ecdsa', 'sha384', `${more}sha384`],
    ['ecdsa', 'sha512', `${enc}sha512`],
  ])('may be signed by %s with %s', async (type, hash, digest) => {
    const by = type === 'rsa' ? idp : ec
    const name = `${type}-${hash}`
    await create(providerBody(by, { name }))
    const xml = responseXml(assertionXml({}, now()))
    expect((await post(signXml(xml, by, { signature: `${more}${name}`, digest }), { provider: name })).status).toBe(303)
  })

  it('may be signed as a whole, by any certificate of the metadata', async () => {
    const idp_metadata_source = metadataSource({ certificates: [other.certificate, idp.certificate] })
    await create(providerBody(idp, { name: 'two-keys', idp_metadata_source }))
    const xml = signXml(responseXml(assertionXml({}, now())), idp, { element: 'Response' })
    expect((await post(xml, { provider: 'two-keys' })).status).toBe(303)
  })

  it.each(['aes256-cbc', 'aes128-gcm'])('may have an encrypted assertion: %s', async (cipher) => {
    const said = assertionXml({ nameId: 'encrypted' }, now())
    const inside = await encryptAssertion(signXml(said, idp), sp, cipher)
    const answer = await post(responseXml(inside))
    expect(answer.status).toBe(303)
    expect(await get('/v1/me', cookieOf(answer.headers))).toMatchObject({ display_name: 'encrypted' })
    const around = signXml(responseXml(await encryptAssertion(assertionXml({}, now()), sp, cipher)), idp, {
      element: 'Response',
    })
    expect((await post(around)).status).toBe(303)
  })
})

describe('a user', () => {
  it('is created once by concurrent first sign-ins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(signed({ nameId: 'new-person', groups: ['crew', 'deck'] }))),
    )
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303])
    const users = await server.db
      .selectFrom('users')
      .select('silo_id')
      .where('external_id', '=', 'new-person')
      .execute()
    expect(users).toEqual([{ silo_id: silo }])
  })

  it('is in exactly the groups of the assertion after every sign-in', async () => {
    const nameId = 'grouped'
    expect(await groupsOf(signed({ nameId, groups: ['pilots, harbour ,,', ' crew', ''] }))).toEqual([
      'crew',
      'harbour',
      'pilots',
    ])
    expect(await groupsOf(signed({ nameId, groups: ['crew', 'crew', 'mates'] }))).toEqual(['crew', 'mates'])
    expect(await groupsOf(signed({ nameId }))).toEqual([])
    const others = await post(signed({ nameId: 'somebody-else', groups: ['crew'] }))
    expect((await get('/v1/me/groups', cookieOf(others.headers))).items).toHaveLength(1)
  })

  it('needs no attributes at all', async () => {
    const empty = assertionXml({ nameId: 'bare' }, now()).replace(
      '</saml:Assertion>',
      '<saml:AttributeStatement/></saml:Assertion>',
    )
    expect(await groupsOf(signXml(responseXml(empty), idp))).toEqual([])
  })

  it('is in no group when the provider has no group attribute', async () => {
    await create(providerBody(idp, { name: 'no-groups', group_attribute_name: null }))
    const answer = await post(signed({ nameId: 'groupless', groups: ['crew'] }), { provider: 'no-groups' })
    expect((await get('/v1/me/groups', cookieOf(answer.headers))).items).toEqual([])
  })

  it('has the roles of its groups', async () => {
    await groupsOf(signed({ nameId: 'chief', groups: ['admins'] }))
    const { id } = await server.db
      .selectFrom('groups')
      .select('id')
      .where('external_id', '=', 'admins')
      .executeTakeFirstOrThrow()
    const assignment = { level: 'silo', identity_type: 'silo_group', role: 'admin' } as const
    await server.db
      .insertInto('role_assignments')
      .values({ ...assignment, resource_id: silo, identity_id: id })
      .execute()
    const create = async (nameId: string, groups: string[]) => {
      const cookie = cookieOf((await post(signed({ nameId, groups }))).headers)
      const body = { name: `by-${nameId}`, description: '' }
      return (await server.stranger.call('project_create', { body, headers: { cookie } })).status
    }
    expect(await create('chief', ['admins'])).toBe(201)
    expect(await create('hand', [])).toBe(403)
  })

  it('has its complete name even with comments in it', async () => {
    const xml = signed({ nameId: 'ada@corp.test' }).replace('ada@corp', 'ada<!-- x -->@corp')
    const answer = await post(xml)
    expect(await get('/v1/me', cookieOf(answer.headers))).toMatchObject({ display_name: 'ada@corp.test' })
  })

  it('is in the audit log with its sign-in', async () => {
    await post(signed({ nameId: 'audited' }))
    const entries = await server.db
      .selectFrom('audit_log')
      .select(['operation', 'status'])
      .where('target', '=', 'audited')
      .execute()
    expect(entries).toEqual([{ operation: 'login_saml', status: 303 }])
  })
})

describe('what is refused', () => {
  const minutes = (n: number) => new Date(now().getTime() + n * 60_000)
  const assertion = (said: AssertionFields = {}) => assertionXml(said, now())
  const evil = () => assertion({ nameId: 'evil', id: '_evil' })
  /** The signed assertion of a response, and the response with other content instead of it. */
  const parts = () => {
    const xml = signed({ id: '_signed' })
    const inner = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0]
    return { inner, around: (...all: string[]) => xml.replace(inner, all.join('')) }
  }
  const attributes = (count: number) => Array.from({ length: count }, (_, i) => ` a${i}=""`).join('')
  const SHA1 = 'http://www.w3.org/2000/09/xmldsig#'

  it.each<[string, () => string | Promise<string>, string]>([
    ['an unsigned assertion', () => responseXml(assertion()), 'the assertion is not signed'],
    [
      'an assertion signed with another key',
      () => signXml(responseXml(assertion()), other),
      'the signature is invalid',
    ],
    ['a changed assertion', () => signed().replace('>ada<', '>eve<'), 'the signature is invalid'],
    [
      'RSA with SHA-1',
      () => signXml(responseXml(assertion()), idp, { signature: `${SHA1}rsa-sha1` }),
      'the signature is invalid',
    ],
    [
      'a digest of SHA-1',
      () => signXml(responseXml(assertion()), idp, { digest: `${SHA1}sha1` }),
      'the signature is invalid',
    ],
    [
      'another audience',
      () => signed({ audience: 'somebody-else' }),
      'the assertion is for another audience, or cannot be parsed',
    ],
    ['another issuer', () => signed({ issuer: 'https://other.test' }), 'the issuer is another one'],
    ['another recipient', () => signed({ recipient: 'https://other.test/acs' }), 'the recipient is another one'],
    ['an expired assertion', () => signed({ notOnOrAfter: minutes(-1) }), 'it has expired'],
    ['an assertion that is not valid yet', () => signed({ notBefore: minutes(2) }), 'it is not valid yet'],
    ['an empty name', () => signed({ nameId: ' ' }), 'the assertion lacks Subject.0.NameID.0'],
    ['a name beyond 256 characters', () => signed({ nameId: 'a'.repeat(257) }), 'its NameID is too long'],
    ['a group of such a name', () => signed({ groups: ['ok', 'a'.repeat(257)] }), 'the name of a group is too long'],
    [
      'an assertion without NotOnOrAfter',
      () => signXml(responseXml(assertion().replaceAll(/ NotOnOrAfter="[^"]*"/g, '')), idp),
      'the assertion is for another audience, or cannot be parsed',
    ],
    [
      'a failure of the provider',
      () => signXml(responseXml(assertion(), { status: 'Responder' }), idp),
      'the response has a failure status',
    ],
    ['no XML', () => 'hello', 'it is not well-formed XML'],
    ['something else', () => '<html/>', 'it is not a Response'],
    ['no assertion', () => responseXml(''), 'it must have one assertion'],
    [
      'a document type with an entity',
      () => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${signed({ nameId: '&amp;x;' })}`,
      'the XML declares a document type',
    ],
    [
      'entity expansion',
      () => `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${responseXml('&b;')}`,
      'the XML declares a document type',
    ],
    ['deep nesting', () => responseXml('<a>'.repeat(900) + '</a>'.repeat(900)), 'the XML is nested too deeply'],
    ['thousands of elements', () => responseXml('<a/>'.repeat(2500)), 'the XML has too many tags'],
    ['thousands of comments', () => responseXml('<!---->'.repeat(100)), 'the XML has too many comments'],
    ['an element of many attributes', () => responseXml(`<a${attributes(33)}/>`), 'the XML has too many attributes'],
    [
      'thousands of attributes',
      () => responseXml(`<a${attributes(30)}/>`.repeat(170)),
      'the XML has too many attributes',
    ],
    [
      'a signature with many transforms',
      () => signed().replace(/<Transform [^>]*>/, (transform) => transform.repeat(3)),
      'the signature has too many transforms',
    ],
    ['two assertions', () => parts().around(parts().inner, evil()), 'it must have one assertion'],
    [
      'a forged assertion before the signed one, which is hidden in an extension',
      () => {
        const { inner, around } = parts()
        return around(evil(), `<samlp:Extensions>${inner}</samlp:Extensions>`)
      },
      'the assertion is not signed',
    ],
    [
      'a forged assertion around the signed one',
      () => {
        const { inner, around } = parts()
        return around(evil().replace('</saml:Subject>', `</saml:Subject><saml:Advice>${inner}</saml:Advice>`))
      },
      'the assertion is not signed',
    ],
    [
      'a forged assertion that contains the signature and the signed assertion',
      () => {
        const { inner, around } = parts()
        const signature = /<Signature[\s\S]*<\/Signature>/.exec(inner)![0]
        const hidden = inner.replace(signature, '')
        return around(
          evil().replace(
            '</saml:Subject>',
            `</saml:Subject>${signature.replace('</Signature>', `<Object>${hidden}</Object></Signature>`)}`,
          ),
        )
      },
      'Signature has an unexpected element',
    ],
    [
      'a forged assertion with the same id',
      () => {
        const { inner, around } = parts()
        const signature = /<Signature[\s\S]*<\/Signature>/.exec(inner)![0]
        const forged = assertion({ nameId: 'evil', id: '_signed' }).replace(
          '</saml:Subject>',
          `</saml:Subject>${signature}`,
        )
        return around(forged, `<samlp:Extensions>${inner.replace(signature, '')}</samlp:Extensions>`)
      },
      'several elements have the signed id',
    ],
    [
      'an assertion of another namespace',
      () => signed().replaceAll('urn:oasis:names:tc:SAML:2.0:assertion', 'urn:evil'),
      'it must have one assertion',
    ],
    [
      'an unsigned encrypted assertion',
      async () => responseXml(await encryptAssertion(assertion(), sp, 'aes256-cbc')),
      'the assertion is not signed',
    ],
    [
      'one encrypted for another key',
      async () => responseXml(await encryptAssertion(signXml(assertion(), idp), other, 'aes256-cbc')),
      'the assertion cannot be decrypted',
    ],
    [
      'one encrypted by a broken cipher',
      async () => responseXml(await encryptAssertion(signXml(assertion(), idp), sp, 'tripledes-cbc')),
      'the assertion cannot be decrypted',
    ],
  ])('%s', async (_, xml, reason) => {
    const { status, headers, body } = await post(await xml())
    expect(logged.map(({ fields }) => fields['reason'])).toEqual([reason])
    expect(status).toBe(400)
    expect(body).toEqual({
      request_id: expect.any(String),
      error_code: 'InvalidRequest',
      message: 'the response of the identity provider was refused',
    })
    expect(headers.get('set-cookie')).toBeNull()
    const evil = await server.db.selectFrom('users').select('id').where('external_id', 'in', ['evil', 'eve']).execute()
    expect(evil).toEqual([])
  })

  it('an assertion that was used before', async () => {
    const xml = signed({ nameId: 'replayed' })
    expect((await post(xml)).status).toBe(303)
    expect((await post(xml)).status).toBe(400)
    expect(logged.at(-1)?.fields['reason']).toBe('it was used before')
    const both = signed({ nameId: 'replayed' })
    const answers = await Promise.all([post(both), post(both)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400])

    const kept = () => server.db.selectFrom('used_saml_assertions').select('silo_id').execute()
    expect((await kept()).length).toBeGreaterThan(0)
    await server.clock.advance(2 * 3_600_000)
    await expect.poll(kept).toEqual([])
    expect((await post(xml)).status).toBe(400)
    expect(logged.at(-1)?.fields['reason']).toBe('it has expired')
  })

  it('an address after many refused responses; successes are not counted', async () => {
    const from = async (xml: string, remoteAddress = '203.0.113.9') => {
      const body = new URLSearchParams({ SAMLResponse: base64(xml) })
      const url = `${ORIGIN}/login/corp/saml/corporate`
      return (await server.plane.fetch(new Request(url, { method: 'POST', body }), { remoteAddress })).status
    }
    for (let i = 0; i < ATTEMPTS_A_MINUTE.address; i++) expect(await from(signed())).toBe(303)
    for (let i = 0; i < ATTEMPTS_A_MINUTE.address; i++) expect(await from('hello')).toBe(400)
    expect(await from(signed())).toBe(429)
    expect(await from(signed(), '203.0.113.10')).toBe(303)
    server.clock.leap(61_000)
    expect(await from(signed())).toBe(303)
  })

  it('an assertion that was used with another provider of the silo, but not of another silo', async () => {
    await create(providerBody(idp, { name: 'second' }))
    const xml = signed({ nameId: 'twice' })
    expect((await post(xml)).status).toBe(303)
    expect((await post(xml, { provider: 'second' })).status).toBe(400)
    expect(logged.at(-1)?.fields['reason']).toBe('it was used before')

    await samlSilo(server, 'neighbor')
    await server.admin.ok('saml_identity_provider_create', { query: { silo: 'neighbor' }, body: providerBody(idp) })
    const body = new URLSearchParams({ SAMLResponse: base64(xml) }).toString()
    const path = { silo_name: 'neighbor', provider_name: 'corporate' }
    expect((await server.stranger.call('login_saml', { path, body })).status).toBe(303)
  })

  it('names with control characters, of which nothing is stored', async () => {
    for (const said of [{ nameId: 'a&#0;b' }, { groups: ['a&#0;b'] }])
      expect((await post(signed(said))).status).toBe(400)
    const kept = await server.db.selectFrom('used_saml_assertions').select('silo_id').execute()
    expect(await post(signed({ nameId: 'a\u0085b' }))).toMatchObject({ status: 400 })
    expect(await server.db.selectFrom('used_saml_assertions').select('silo_id').execute()).toEqual(kept)
  })

  it('times that are off by more than a minute', async () => {
    expect((await post(signed({ notBefore: new Date(now().getTime() + 50_000) }))).status).toBe(303)
    expect((await post(signed({ notOnOrAfter: new Date(now().getTime() - 50_000) }))).status).toBe(303)
  })

  it('an encrypted assertion when the provider has no key pair', async () => {
    await create(providerBody(idp, { name: 'keyless' }))
    const xml = responseXml(await encryptAssertion(signXml(assertion(), idp), sp, 'aes256-cbc'))
    expect((await post(xml, { provider: 'keyless' })).status).toBe(400)
  })

  it('a body beyond 256 KiB', async () => {
    expect(await post('x'.repeat(256 * 1024))).toMatchObject({
      status: 400,
      body: { message: 'request body exceeded maximum size of 262144 bytes' },
    })
  })

  it('an unknown or deleted provider or silo, and an invalid name', async () => {
    expect(await post(signed(), { provider: 'unknown' })).toMatchObject({
      status: 404,
      body: { message: 'not found: identity-provider with name "unknown"' },
    })
    const path = { silo_name: 'gone', provider_name: 'corporate' }
    const gone = await samlSilo(server, 'gone')
    const body = providerBody(idp)
    await server.admin.ok('saml_identity_provider_create', { query: { silo: 'gone' }, body })
    await server.db.deleteFrom('silos').where('id', '=', gone).execute()
    const form = new URLSearchParams({ SAMLResponse: base64(signed()) }).toString()
    expect(await server.stranger.call('login_saml', { path, body: form })).toMatchObject({
      status: 404,
      body: { message: 'not found: silo with name "gone"' },
    })
    expect((await server.stranger.call('login_saml', { path: { ...path, silo_name: 'No' }, body: form })).status).toBe(
      400,
    )
  })

  it('without repeating its content, not even in the log', async () => {
    await post(signed({ nameId: 'secret-person', audience: 'secret-audience' }))
    expect(JSON.stringify(logged)).not.toContain('secret')
    expect(logged).toEqual([
      {
        message: 'SAML response refused',
        fields: { request_id: expect.any(String), provider: expect.any(String), reason: expect.any(String) },
      },
    ])
  })
})

describe('the redirect to the provider', () => {
  it('carries the requested page in its relay state', async () => {
    await create(providerBody(idp, { name: 'plain' }))
    const answer = await begin('corp/saml/plain/redirect?redirect_uri=%2Fimages%3Fq%3Dx')
    expect(answer.status).toBe(302)
    const url = new URL(answer.headers.get('location')!)
    expect(url.origin + url.pathname).toBe('https://idp.test/sso')
    expect([...url.searchParams.keys()]).toEqual(['SAMLRequest', 'RelayState'])
    expect(JSON.parse(atob(url.searchParams.get('RelayState')!))).toEqual({ redirect_uri: '/images?q=x' })
  })

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'projects'])(
    'does not redirect to %s',
    async (wanted) => {
      const answer = await begin(`corp/saml/corporate/redirect?redirect_uri=${encodeURIComponent(wanted)}`)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        message: 'unable to parse query string: redirect_uri: must be a path',
      })
    },
  )

  it('is 404 for an unknown provider or silo', async () => {
    for (const [path, message] of [
      ['corp/saml/unknown/redirect', 'not found: identity-provider with name "unknown"'],
      ['nowhere/saml/corporate/redirect', 'not found: silo with name "nowhere"'],
    ] as const) {
      const answer = await begin(path)
      expect([answer.status, await answer.json()]).toMatchObject([404, { message, error_code: 'ObjectNotFound' }])
    }
  })
})
