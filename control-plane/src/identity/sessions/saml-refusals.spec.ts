import { describe, expect, it } from 'vitest'
import { ORIGIN } from '../../testing/caller.ts'
import {
  assertionXml,
  base64,
  encryptAssertion,
  providerBody,
  responseXml,
  type AssertionFields,
  samlSilo,
  signXml,
} from '../../testing/identity-provider.ts'
import { samlSite } from './saml-fixtures.ts'
import { ATTEMPTS_A_MINUTE } from './sign-in-throttle.ts'

const site = samlSite()
const signed: typeof site.signed = (fields) => site.signed(fields)
const post: typeof site.post = (...posted) => site.post(...posted)

describe('a response is refused', () => {
  const minutes = (n: number) => new Date(site.now().getTime() + n * 60_000)
  const assertion = (said: AssertionFields = {}) => assertionXml(said, site.now())
  const evil = () => assertion({ nameId: 'evil', id: '_evil' })
  /** The signed assertion of a response, and the response with other content instead of it. */
  const parts = () => {
    const xml = signed({ id: '_signed' })
    const inner = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0]
    return { inner, around: (...all: string[]) => xml.replace(inner, all.join('')) }
  }
  const attributes = (count: number) => Array.from({ length: count }, (_, i) => ` a${i}=""`).join('')
  const forged = 'the signature is invalid: its content was changed, or its key is in none of the known certificates'
  const noStatus = 'the response has a failure status: no code'
  const noSha1 = 'is not accepted, because SHA-1 is broken: use RSA or ECDSA with SHA-224 to SHA-512'
  const SHA1 = 'http://www.w3.org/2000/09/xmldsig#'

  it.each<[string, () => string | Promise<string>, string]>([
    ['an unsigned assertion', () => responseXml(assertion()), 'the assertion is not signed'],
    ['an assertion signed with another key', () => signXml(responseXml(assertion()), site.other), forged],
    ['a changed assertion', () => signed().replace('>ada<', '>eve<'), forged],
    [
      'RSA with SHA-1',
      () => signXml(responseXml(assertion()), site.idp, { signature: `${SHA1}rsa-sha1` }),
      `the signature algorithm "${SHA1}rsa-sha1" ${noSha1}`,
    ],
    [
      'a digest of SHA-1',
      () => signXml(responseXml(assertion()), site.idp, { digest: `${SHA1}sha1` }),
      `the digest algorithm "${SHA1}sha1" ${noSha1}`,
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
      () => signXml(responseXml(assertion().replaceAll(/ NotOnOrAfter="[^"]*"/g, '')), site.idp),
      'the assertion is for another audience, or cannot be parsed',
    ],
    [
      'a failure of the provider',
      () => signXml(responseXml(assertion(), { status: 'Responder' }), site.idp),
      'the response has a failure status: "urn:oasis:names:tc:SAML:2.0:status:Responder"',
    ],
    [
      'a failure with its code below and a message',
      () =>
        responseXml('').replace(
          /<samlp:StatusCode [^]*<\/samlp:Status>/,
          `<samlp:StatusCode Value="top"><samlp:StatusCode Value="below"/></samlp:StatusCode>
          <samlp:StatusMessage> no such\nformat </samlp:StatusMessage></samlp:Status>`,
        ),
      'the response has a failure status: "top", "below", with the message "no such\\nformat"',
    ],
    ['a response without a status', () => responseXml('').replace(/<samlp:Status>.*<\/samlp:Status>/, ''), noStatus],
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
      async () => responseXml(await encryptAssertion(assertion(), site.sp, 'aes256-cbc')),
      'the assertion is not signed',
    ],
    [
      'one encrypted for another key',
      async () => responseXml(await encryptAssertion(signXml(assertion(), site.idp), site.other, 'aes256-cbc')),
      'the assertion cannot be decrypted: it is encrypted for another key pair',
    ],
  ])('%s', async (_, xml, reason) => {
    const { status, headers, body } = await post(await xml())
    // The certificates of a provider differ at each run.
    expect(site.logged.map(({ fields }) => String(fields['reason']).split(': "CN=')[0])).toEqual([reason])
    expect(status).toBe(400)
    expect(body).toEqual({
      request_id: expect.any(String),
      error_code: 'InvalidRequest',
      message: 'the response of the identity provider was refused',
    })
    expect(headers.get('set-cookie')).toBeNull()
    const evil = await site.server.db
      .selectFrom('users')
      .select('id')
      .where('external_id', 'in', ['evil', 'eve'])
      .execute()
    expect(evil).toEqual([])
  })

  it('an assertion that was used before', async () => {
    const xml = signed({ nameId: 'replayed' })
    expect((await post(xml)).status).toBe(303)
    expect((await post(xml)).status).toBe(400)
    expect(site.logged.at(-1)?.fields['reason']).toBe('it was used before')
    const both = signed({ nameId: 'replayed' })
    const answers = await Promise.all([post(both), post(both)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400])

    const kept = () => site.server.db.selectFrom('used_saml_assertions').select('silo_id').execute()
    expect((await kept()).length).toBeGreaterThan(0)
    site.server.clock.leap(2 * 3_600_000)
    await site.server.clock.advance(60_000)
    await expect.poll(kept).toEqual([])
    expect((await post(xml)).status).toBe(400)
    expect(site.logged.at(-1)?.fields['reason']).toBe('it has expired')
  })

  it('an address after many refused responses; successes are not counted', async () => {
    const from = async (xml: string, remoteAddress = '203.0.113.9') => {
      const body = new URLSearchParams({ SAMLResponse: base64(xml) })
      const url = `${ORIGIN}/login/corp/saml/corporate`
      return (await site.server.plane.fetch(new Request(url, { method: 'POST', body }), { remoteAddress })).status
    }
    for (let i = 0; i < ATTEMPTS_A_MINUTE.address; i++) expect(await from(signed())).toBe(303)
    for (let i = 0; i < ATTEMPTS_A_MINUTE.address; i++) expect(await from('hello')).toBe(400)
    expect(await from(signed())).toBe(429)
    expect(await from(signed(), '203.0.113.10')).toBe(303)
    site.server.clock.leap(61_000)
    expect(await from(signed())).toBe(303)
  })

  it('an assertion that was used with another provider of the silo, but not of another silo', async () => {
    await site.create(providerBody(site.idp, { name: 'second' }))
    const xml = signed({ nameId: 'twice' })
    expect((await post(xml)).status).toBe(303)
    expect((await post(xml, { provider: 'second' })).status).toBe(400)
    expect(site.logged.at(-1)?.fields['reason']).toBe('it was used before')

    await samlSilo(site.server, 'neighbor')
    await site.server.admin.ok('saml_identity_provider_create', {
      query: { silo: 'neighbor' },
      body: providerBody(site.idp),
    })
    const body = new URLSearchParams({ SAMLResponse: base64(xml) }).toString()
    const path = { silo_name: 'neighbor', provider_name: 'corporate' }
    expect((await site.server.anonymous.call('login_saml', { path, body })).status).toBe(303)
  })

  it('names with control characters, of which nothing is stored', async () => {
    for (const said of [{ nameId: 'a&#0;b' }, { groups: ['a&#0;b'] }])
      expect((await post(signed(said))).status).toBe(400)
    const kept = await site.server.db.selectFrom('used_saml_assertions').select('silo_id').execute()
    expect(await post(signed({ nameId: 'a\u0085b' }))).toMatchObject({ status: 400 })
    expect(await site.server.db.selectFrom('used_saml_assertions').select('silo_id').execute()).toEqual(kept)
  })

  it('times that are off by more than a minute', async () => {
    expect((await post(signed({ notBefore: new Date(site.now().getTime() + 50_000) }))).status).toBe(303)
    expect((await post(signed({ notOnOrAfter: new Date(site.now().getTime() - 50_000) }))).status).toBe(303)
  })

  it('an encrypted assertion when the provider has no key pair', async () => {
    await site.create(providerBody(site.idp, { name: 'keyless' }))
    const xml = responseXml(await encryptAssertion(signXml(assertion(), site.idp), site.sp, 'aes256-cbc'))
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
    const gone = await samlSilo(site.server, 'gone')
    const body = providerBody(site.idp)
    await site.server.admin.ok('saml_identity_provider_create', { query: { silo: 'gone' }, body })
    await site.server.db.deleteFrom('silos').where('id', '=', gone).execute()
    const form = new URLSearchParams({ SAMLResponse: base64(signed()) }).toString()
    expect(await site.server.anonymous.call('login_saml', { path, body: form })).toMatchObject({
      status: 404,
      body: { message: 'not found: silo with name "gone"' },
    })
    expect(
      (await site.server.anonymous.call('login_saml', { path: { ...path, silo_name: 'No' }, body: form })).status,
    ).toBe(400)
  })

  it('without repeating its content, not even in the log', async () => {
    await post(signed({ nameId: 'secret-person', audience: 'secret-audience' }))
    expect(JSON.stringify(site.logged)).not.toContain('secret')
    expect(site.logged).toEqual([
      {
        message: 'SAML response refused',
        fields: { request_id: expect.any(String), provider_id: expect.any(String), reason: expect.any(String) },
      },
    ])
  })
})
