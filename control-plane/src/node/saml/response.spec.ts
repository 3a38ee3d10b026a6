import { beforeAll, describe, expect, it } from 'vitest'
import { type SamlProvider, SamlProblem } from '../../identity/identity-providers/saml.ts'
import { certified } from '../../testing/certified.ts'
import { forgedResponses, type Keys, signedResponses } from '../../testing/hostile-saml.ts'
import {
  assertionXml,
  base64,
  encryptAssertion,
  responseXml,
  type AssertionFields,
  signXml,
} from '../../testing/identity-provider.ts'
import { readResponse } from './response.ts'

/** CPU time: many times what any response takes, and a fraction of what one took before its limit. */
const MAX_MS = 500

let keys: Keys
let provider: SamlProvider
const now = new Date('2026-01-01T00:00:00Z')

beforeAll(async () => {
  const [idp, sp, stranger] = await Promise.all([certified(), certified(), certified()])
  keys = { idp, sp, stranger }
  provider = {
    silo_id: 'silo',
    idp_entity_id: 'https://idp.test',
    sp_client_id: 'skerry',
    acs_url: 'https://skerry.test/acs',
    group_attribute_name: 'groups',
    sign_in_url: 'https://idp.test/sso',
    idp_certificates: [idp.certificate],
    private_key: sp.keyDer,
  }
})

const read = (xml: string) => readResponse(provider, base64(xml), now)
const signed = (said: AssertionFields) => signXml(responseXml(assertionXml(said, now)), keys.idp)

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const before = process.threadCpuUsage()
  const result = await work()
  const { user, system } = process.threadCpuUsage(before)
  return { result, ms: (user + system) / 1000 }
}

describe('a response', () => {
  it('returns name, groups and expiry', async () => {
    const groups = ['pilots, harbour ,,', ' crew', '', 'crew']
    expect(await read(signed({ id: '_1', nameId: ' ada ', groups }))).toEqual({
      nameId: 'ada',
      groups: ['crew', 'harbour', 'pilots'],
      assertionId: '_1',
      expires: new Date('2026-01-01T00:06:00Z'),
    })
  })

  it('may name 1000 groups, each in a value with an xsi:type', async () => {
    const values = Array.from(
      { length: 1000 },
      (_, i) =>
        `<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">${i}</saml:AttributeValue>`,
    ).join('')
    const statement = `<saml:AttributeStatement><saml:Attribute Name="groups">${values}</saml:Attribute></saml:AttributeStatement>`
    const xml = assertionXml({}, now).replace('</saml:Assertion>', `${statement}</saml:Assertion>`)
    expect((await read(signXml(responseXml(xml), keys.idp))).groups).toHaveLength(1000)
  })

  it('may have elements in the values of other attributes', async () => {
    const value = '<saml:AttributeValue><saml:NameID>x</saml:NameID></saml:AttributeValue>'
    const statement = `<saml:AttributeStatement><saml:Attribute Name="id">${value}</saml:Attribute></saml:AttributeStatement>`
    const xml = assertionXml({}, now).replace('</saml:Assertion>', `${statement}</saml:Assertion>`)
    expect(await read(signXml(responseXml(xml), keys.idp))).toMatchObject({ nameId: 'ada', groups: [] })
  })

  it('may be signed twice, and may encrypt its assertion for a named key', async () => {
    const twice = signXml(signed({}), keys.idp, { element: 'Response' })
    expect(await read(twice)).toMatchObject({ nameId: 'ada' })
    const encrypted = await encryptAssertion(signXml(assertionXml({}, now), keys.idp), keys.sp, 'aes256-gcm')
    expect(encrypted).toContain('X509Certificate')
    expect(await read(responseXml(encrypted))).toMatchObject({ nameId: 'ada' })
  })
})

describe('a hostile response', () => {
  it('without a valid signature is refused within little CPU time', async () => {
    const all = Object.entries(await forgedResponses(keys, now))
    expect(all.length).toBeGreaterThanOrEqual(35)
    for (const [name, xml] of all) {
      const { result, ms } = await timed(() => read(xml).catch((error: unknown) => error))
      expect(result, name).toBeInstanceOf(SamlProblem)
      expect(ms, name).toBeLessThan(MAX_MS)
    }
  })

  it.each([
    ['40,000 groups', 'it names more than 1000 groups'],
    ['1001 groups', 'it names more than 1000 groups'],
    ['a name with a zero', 'the XML has characters that are not allowed in it'],
    ['a name with a line break', 'its NameID has control characters'],
    ['a name with half a character', 'its NameID has control characters'],
    ['a name with an element in it', 'the assertion lacks Subject.0.NameID.0'],
    ['a group with a zero', 'the XML has characters that are not allowed in it'],
    ['a group with a line break', 'the name of a group has control characters'],
    ['a group with an element in it', 'a group has child elements'],
    ['a name of 100,000 characters', 'its NameID is too long'],
    ['two thousand audiences', 'the assertion is for another audience, or cannot be parsed'],
    ['nested namespaces that are signed', 'the XML has too many namespaces'],
  ])('with a valid signature is refused: %s', async (name, problem) => {
    const xml = signedResponses(keys, now)[name]!
    const { result, ms } = await timed(() => read(xml).catch((error: unknown) => error))
    expect(result).toEqual(new SamlProblem(problem))
    expect(ms).toBeLessThan(MAX_MS)
  })
})
