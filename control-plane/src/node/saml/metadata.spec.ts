import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../../identity/certificates/self-signed.ts'
import { certified, type Certified } from '../../testing/certified.ts'
import { metadataXml } from '../../testing/identity-provider.ts'
import { readKeyPair } from './key-pair.ts'
import { readMetadata } from './metadata.ts'

const entityId = 'https://idp.test'
const signInUrl = 'https://idp.test/sso'

let idp: Certified
let other: Certified
let large: Awaited<ReturnType<typeof rsa>>
beforeAll(async () => {
  ;[idp, other, large] = await Promise.all([certified(), certified('ec'), rsa(4160)])
})

const metadata = (certificates: string[], id = entityId) => metadataXml({ entityId: id, signInUrl, certificates })
const several = (...entities: string[]) =>
  `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${entities.join('')}</md:EntitiesDescriptor>`
/** Valid certificates that differ in their signatures. */
const distinct = (count: number): string[] => {
  const der = Buffer.from(idp.certificate, 'base64')
  return Array.from({ length: count }, (_, i) => {
    const copy = Buffer.from(der)
    copy.writeUInt16BE(i, copy.length - 2)
    return copy.toString('base64')
  })
}
async function rsa(bits: number): Promise<{ certificate: string; keyDer: string }> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]) }
  const { cert, key } = await makeCertificate({ names: null, algorithm: { ...algorithm, modulusLength: bits } })
  const der = Buffer.from(key.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
  return { certificate: new X509Certificate(cert).raw.toString('base64'), keyDer: der.toString('base64') }
}

describe('metadata', () => {
  it.each([
    ['a space', ' ', 'the XML has too many namespaces'],
    ['U+0080', '\u0080', 'the XML has too many namespaces'],
    ['U+0001', '\u0001', 'the XML has characters that are not allowed in it'],
  ])(
    'with a prefix, after %s, for each of many nested elements is refused before it is parsed',
    async (_, blank, why) => {
      const depth = 6000
      const xml = Array.from({ length: depth }, (__, n) => `<a${blank}xmlns:n${n}="u">`).join('') + '</a>'.repeat(depth)
      const begun = performance.now()
      await expect(readMetadata(xml, entityId)).rejects.toThrow(why)
      expect(performance.now() - begun).toBeLessThan(1000)
    },
  )

  it.each(['\0', '\u0008', '\u000b', '\u001f', '\ufffe', '\ud800'])('with %j is refused', async (character) => {
    const xml = metadata([idp.certificate]).replace('>', `>${character}`)
    await expect(readMetadata(xml, entityId)).rejects.toThrow('the XML has characters that are not allowed in it')
  })

  it('has the sign-in URL and distinct certificates', async () => {
    const spaced = idp.certificate.replaceAll(/.{64}/g, '$&\n ')
    const armoured = `\n-----BEGIN CERTIFICATE-----\n${spaced}\n-----END CERTIFICATE-----\n`
    const read = await readMetadata(metadata([idp.certificate, other.certificate, spaced, armoured]), entityId)
    expect(read).toEqual({ signInUrl, certificates: [idp.certificate, other.certificate], leftOut: [] })
    expect((await readMetadata(metadata([armoured]), entityId)).certificates).toEqual([idp.certificate])
  })

  it('of several providers is found by its id', async () => {
    const stranger = metadata([other.certificate], 'https://stranger.test').replaceAll(
      signInUrl,
      'https://stranger.test',
    )
    const wanted = metadata([idp.certificate])
    const found = { signInUrl, certificates: [idp.certificate], leftOut: [] }
    expect(await readMetadata(several(stranger, wanted), entityId)).toEqual(found)
    expect(await readMetadata(several(stranger, several(several(), several(wanted))), entityId)).toEqual(found)
    for (const twice of [several(wanted, stranger, wanted), several(wanted, several(wanted))])
      await expect(readMetadata(twice, entityId)).rejects.toThrow(
        'the metadata describes the identity provider more than once',
      )
  })

  it.each([
    [
      [`${entityId}/`],
      `the entity id "${entityId}/", but idp_entity_id is "${entityId}": they differ in the last slash`,
    ],
    [['https://other.test'], `the entity id "https://other.test", but idp_entity_id is "${entityId}"`],
    [['a', `${entityId}/`], `the entity id "${entityId}/", but idp_entity_id is "${entityId}": they differ`],
    [['a', 'b'], `the entity ids "a", "b", but idp_entity_id is "${entityId}"`],
    [[...'abcdefg'], `the entity ids "a", "b", "c", "d", "e" and 2 others, but idp_entity_id is "${entityId}"`],
    [['x'.repeat(1000)], `the entity id "${'x'.repeat(256)}…", but idp_entity_id is "${entityId}"`],
  ])('of others is refused by their ids, alone or among several (%#)', async (ids, message) => {
    const others = ids.map((id) => metadata([idp.certificate], id))
    for (const xml of [several(...others), several(several(...others)), ...(others.length === 1 ? others : [])])
      await expect(readMetadata(xml, entityId)).rejects.toThrow(`the metadata has ${message}`)
  })

  it('has at most eight distinct certificates', async () => {
    const eight = distinct(8)
    expect((await readMetadata(metadata([...eight, ...eight]), entityId)).certificates).toEqual(eight)
    for (const count of [9, 500])
      await expect(readMetadata(metadata(distinct(count)), entityId)).rejects.toThrow(
        'the metadata has more than 8 certificates for signing',
      )
  })

  it('leaves out certificates with large keys, which are slow', async () => {
    const read = await readMetadata(metadata([large.certificate, idp.certificate]), entityId)
    expect(read.certificates).toEqual([idp.certificate])
    expect(read.leftOut).toEqual([
      expect.stringMatching(
        /^certificate 1, "CN=Skerry" \(SHA-256 ([0-9A-F]{2}:){31}..\), has a key of an unknown kind/,
      ),
    ])
    const beside = await readMetadata(metadata([idp.certificate, 'AAAA']), entityId)
    expect(beside.leftOut).toEqual(['certificate 2 cannot be read'])
    await expect(readMetadata(metadata([large.certificate]), entityId)).rejects.toThrow(
      'the metadata has no certificate',
    )
  })

  it('of the maximum size takes little CPU time', async () => {
    const before = process.threadCpuUsage()
    const filler = `<x${Array.from({ length: 30 }, (_, i) => ` a${i}=""`).join('')}/>`.repeat(1900)
    for (const xml of [
      several(filler, metadata([idp.certificate])),
      several('<x/>'.repeat(40_000)),
      several(`<x${Array.from({ length: 90_000 }, (_, i) => ` a${i}=""`).join('')}/>`),
      metadata([`${'A'.repeat(1_000_000)}`]),
    ])
      await readMetadata(xml, entityId).catch((error: Error) => error.message)
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2000)
  })
})

describe('a key pair', () => {
  const read = (certificate: string, keyDer: string) =>
    readKeyPair(Buffer.from(certificate, 'base64'), Buffer.from(keyDer, 'base64'))

  it('is accepted up to 4096 bits', async () => {
    expect(await read(idp.certificate, idp.keyDer)).toEqual({ publicCert: idp.certificate, privateKey: idp.keyDer })
    await expect(read(large.certificate, large.keyDer)).rejects.toThrow('the private key has more than 4096 bits')
  })

  it('is refused when the private key has the public numbers of another', async () => {
    const [mine, wrong] = [idp.key, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey].map((key) =>
      key.export({ format: 'jwk' }),
    )
    const mixed = createPrivateKey({ format: 'jwk', key: { ...wrong, n: mine!['n'], e: mine!['e'] } as never })
    const keyDer = mixed.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    await expect(read(idp.certificate, keyDer)).rejects.toThrow('the private key does not belong to the certificate')
  })
})
