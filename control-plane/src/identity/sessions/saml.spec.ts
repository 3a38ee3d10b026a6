import { describe, expect, it } from 'vitest'
import { ORIGIN, PEER } from '../../testing/caller.ts'
import {
  assertionXml,
  base64,
  encryptAssertion,
  metadataSource,
  providerBody,
  responseXml,
  signXml,
} from '../../testing/identity-provider.ts'
import { samlSite } from './saml-fixtures.ts'

const site = samlSite()
const signed: typeof site.signed = (fields) => site.signed(fields)
const post: typeof site.post = (...posted) => site.post(...posted)
const begin = (path: string) => site.server.plane.fetch(new Request(`${ORIGIN}/login/${path}`), PEER)
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''
const get = async (path: string, cookie: string) =>
  (await site.server.plane.fetch(new Request(`${ORIGIN}${path}`, { headers: { cookie } }), PEER)).json() as Promise<{
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
      /^skerry-session-[0-9a-f]{8}=[0-9a-f]{40}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/,
    )
    expect(await get('/v1/me', cookieOf(answer.headers))).toMatchObject({ display_name: 'ada', silo_id: site.silo })
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
    const by = type === 'rsa' ? site.idp : site.ec
    const name = `${type}-${hash}`
    await site.create(providerBody(by, { name }))
    const xml = responseXml(assertionXml({}, site.now()))
    expect((await post(signXml(xml, by, { signature: `${more}${name}`, digest }), { provider: name })).status).toBe(303)
  })

  it('may be signed as a whole, by any certificate of the metadata', async () => {
    const idp_metadata_source = metadataSource({ certificates: [site.other.certificate, site.idp.certificate] })
    await site.create(providerBody(site.idp, { name: 'two-keys', idp_metadata_source }))
    const xml = signXml(responseXml(assertionXml({}, site.now())), site.idp, { element: 'Response' })
    expect((await post(xml, { provider: 'two-keys' })).status).toBe(303)
  })

  it.each(['aes256-cbc', 'aes128-gcm'])('may have an encrypted assertion: %s', async (cipher) => {
    const said = assertionXml({ nameId: 'encrypted' }, site.now())
    const inside = await encryptAssertion(signXml(said, site.idp), site.sp, cipher)
    const answer = await post(responseXml(inside))
    expect(answer.status).toBe(303)
    expect(await get('/v1/me', cookieOf(answer.headers))).toMatchObject({ display_name: 'encrypted' })
    const around = signXml(
      responseXml(await encryptAssertion(assertionXml({}, site.now()), site.sp, cipher)),
      site.idp,
      {
        element: 'Response',
      },
    )
    expect((await post(around)).status).toBe(303)
  })
})

it('signs in many people of a silo at once, from one address or several', async () => {
  const url = `${ORIGIN}/login/corp/saml/corporate`
  const send = async (nameId: string, remoteAddress: string) => {
    const body = new URLSearchParams({ SAMLResponse: base64(signed({ nameId })) })
    return (await site.server.plane.fetch(new Request(url, { method: 'POST', body }), { remoteAddress })).status
  }
  for (const addressOf of [() => '203.0.113.9', (i: number) => `203.0.113.${i}`]) {
    const statuses = await Promise.all(Array.from({ length: 29 }, (_, i) => send(`at-once-${i}`, addressOf(i))))
    expect(statuses).toEqual(Array(29).fill(303))
  }
})

describe('a user', () => {
  it('is created once by concurrent first sign-ins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(signed({ nameId: 'new-person', groups: ['crew', 'deck'] }))),
    )
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303])
    const users = await site.server.db
      .selectFrom('users')
      .select('silo_id')
      .where('external_id', '=', 'new-person')
      .execute()
    expect(users).toEqual([{ silo_id: site.silo }])
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
    const empty = assertionXml({ nameId: 'bare' }, site.now()).replace(
      '</saml:Assertion>',
      '<saml:AttributeStatement/></saml:Assertion>',
    )
    expect(await groupsOf(signXml(responseXml(empty), site.idp))).toEqual([])
  })

  it('is in no group when the provider has no group attribute', async () => {
    await site.create(providerBody(site.idp, { name: 'no-groups', group_attribute_name: null }))
    const answer = await post(signed({ nameId: 'groupless', groups: ['crew'] }), { provider: 'no-groups' })
    expect((await get('/v1/me/groups', cookieOf(answer.headers))).items).toEqual([])
  })

  it('has the roles of its groups', async () => {
    await groupsOf(signed({ nameId: 'chief', groups: ['admins'] }))
    const { id } = await site.server.db
      .selectFrom('groups')
      .select('id')
      .where('external_id', '=', 'admins')
      .executeTakeFirstOrThrow()
    const assignment = { level: 'silo', identity_type: 'silo_group', role: 'admin' } as const
    await site.server.db
      .insertInto('role_assignments')
      .values({ ...assignment, resource_id: site.silo, identity_id: id })
      .execute()
    const create = async (nameId: string, groups: string[]) => {
      const cookie = cookieOf((await post(signed({ nameId, groups }))).headers)
      const body = { name: `by-${nameId}`, description: '' }
      return (await site.server.anonymous.call('project_create', { body, headers: { cookie } })).status
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
    const entries = await site.server.db
      .selectFrom('audit_log')
      .select(['operation', 'status'])
      .where('target', '=', 'audited')
      .execute()
    expect(entries).toEqual([{ operation: 'login_saml', status: 303 }])
  })
})

describe('the redirect to the provider', () => {
  it('carries the requested page in its relay state', async () => {
    await site.create(providerBody(site.idp, { name: 'plain' }))
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

  it('is counted and logged like any request', async () => {
    const path = { silo_name: 'corp', provider_name: 'unknown' }
    const answer = await site.server.anonymous.call('login_saml_begin', { path })
    const requestId = answer.headers.get('x-request-id')
    expect(site.requests.find(({ request_id }) => request_id === requestId)).toMatchObject({
      operation: 'login_saml_begin',
      status: 404,
    })
  })

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
