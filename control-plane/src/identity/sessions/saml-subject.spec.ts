import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { assertionXml, metadataSource, providerBody, responseXml, signXml } from '../../testing/identity-provider.ts'
import { samlSite } from './saml-fixtures.ts'

const site = samlSite()

const reasons = () => site.logged.splice(0).map(({ fields }) => String(fields['reason']))

describe('a NameID', () => {
  const FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:'
  const post = (format: string) => {
    const xml = assertionXml({ nameId: `_${format}` }, site.now())
    return site.post(
      signXml(responseXml(xml.replace('<saml:NameID>', `<saml:NameID Format="${FORMAT}${format}">`)), site.idp),
    )
  }

  it('that is transient is refused, since each sign-in would be of a new user', async () => {
    expect((await post('transient')).status).toBe(400)
    expect(reasons()).toEqual([
      'its NameID is transient, so each sign-in would be of a new user: let the identity provider send a lasting one, such as the e-mail address or a persistent id',
    ])
    const users = site.server.db.selectFrom('users').select('id').where('external_id', '=', '_transient')
    expect(await users.execute()).toEqual([])
  })

  it('may be of any other format', async () => {
    for (const format of ['persistent', 'entity']) expect((await post(format)).status).toBe(303)
  })
})

describe('groups', () => {
  const groupsOf = async (...groups: string[]) => {
    const answer = await site.post(site.signed({ nameId: 'grouped', groups }))
    expect(answer.status).toBe(303)
    const of = site.server.db
      .selectFrom('group_members')
      .innerJoin('groups', 'groups.id', 'group_members.group_id')
      .innerJoin('users', 'users.id', 'group_members.user_id')
      .select('groups.external_id')
      .where('users.external_id', '=', 'grouped')
    return (await of.execute()).map(({ external_id }) => external_id).toSorted()
  }

  it.each([
    ['CN=Cloud Admins,OU=Groups,DC=example,DC=com'],
    ['cn=pilots, ou=groups, dc=example, dc=com'],
    ['uid=crew+ou=deck,o=harbour'],
    ['OU=Doe\\, John,DC=com'],
    ['2.5.4.3=pilots,DC=com'],
    ['CN=pilots'],
  ])('that are LDAP names are not split at their commas: %s', async (name) => {
    expect(await groupsOf(name, 'crew, mates')).toEqual([name, 'crew', 'mates'].toSorted())
  })

  it.each([['team=a,team=b'], ['cn,ou'], ['admins,CN=pilots']])('that are lists are split: %s', async (list) => {
    expect(await groupsOf(list)).toEqual(list.split(',').toSorted())
  })
})

describe('the reason of an unknown signature', () => {
  const nameOf = (certificate: string) => {
    const { fingerprint256 } = new X509Certificate(Buffer.from(certificate, 'base64'))
    return `"CN=Skerry" (SHA-256 ${fingerprint256})`
  }

  it('names the certificates that were tried, and the one that the response names', async () => {
    const idp_metadata_source = metadataSource({ certificates: [site.idp.certificate, site.ec.certificate] })
    await site.create(providerBody(site.idp, { name: 'two-keys', idp_metadata_source }))
    const xml = signXml(responseXml(assertionXml({}, site.now())), site.other)
    const named = xml.replace(
      '</SignatureValue>',
      `</SignatureValue><KeyInfo><X509Data><X509Certificate>${site.other.certificate}</X509Certificate></X509Data></KeyInfo>`,
    )
    for (const response of [xml, named]) expect((await site.post(response, { provider: 'two-keys' })).status).toBe(400)
    const tried = `its key is in none of the known certificates: ${nameOf(site.idp.certificate)}, ${nameOf(site.ec.certificate)}`
    const begin = 'the signature is invalid: its content was changed, or'
    expect(reasons()).toEqual([
      `${begin} ${tried}`,
      `${begin} ${tried}; the response names ${nameOf(site.other.certificate)}`,
    ])
  })
})
