import { describe, expect, it } from 'vitest'
import { type Encryption, encryptedAs } from '../../testing/encrypted-assertion.ts'
import { assertionXml, responseXml, signXml } from '../../testing/identity-provider.ts'
import { samlSite } from './saml-fixtures.ts'

const site = samlSite()

const XENC = 'http://www.w3.org/2001/04/xmlenc#'
const XENC11 = 'http://www.w3.org/2009/xmlenc11#'
const DS = 'http://www.w3.org/2000/09/xmldsig#'
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const OAEP = `${XENC11}rsa-oaep`

type Form = Omit<Encryption, 'recipients'>

const post = async ({ recipients = [site.sp], ...how }: Partial<Encryption>, change = (xml: string) => xml) => {
  const assertion = signXml(assertionXml({}, site.now()), site.idp)
  const { status, body } = await site.post(responseXml(change(encryptedAs(assertion, { recipients, ...how }))))
  return { status, body, reasons: site.logged.splice(0).map(({ fields }) => fields['reason']) }
}

describe('an encrypted assertion is accepted', () => {
  it.each<[string, Form]>([
    ['mgf1p without a digest', {}],
    ['mgf1p with SHA-1', { digestMethod: `${DS}sha1` }],
    ['mgf1p with SHA-256', { digestMethod: `${XENC}sha256`, oaep: ['sha256', 'sha1'] }],
    ['mgf1p with SHA-256 also for the mask', { digestMethod: `${XENC}sha256`, oaep: ['sha256', 'sha256'] }],
    ['mgf1p with SHA-512', { digestMethod: `${XENC}sha512`, oaep: ['sha512', 'sha1'] }],
    ['mgf1p with an older name of SHA-256', { digestMethod: `${DS}sha256`, oaep: ['sha256', 'sha256'] }],
    [
      'mgf1p with a mask of SHA-256',
      { digestMethod: `${DS}sha1`, mgf: `${XENC11}mgf1sha256`, oaep: ['sha1', 'sha256'] },
    ],
    ['mgf1p with a mask that it does not use', { mgf: `${XENC11}mgf1sha256`, oaep: ['sha1', 'sha1'] }],
    ['rsa-oaep without anything', { transport: OAEP }],
    [
      'rsa-oaep with SHA-1 and a mask of SHA-1',
      { transport: OAEP, digestMethod: `${DS}sha1`, mgf: `${XENC11}mgf1sha1` },
    ],
    [
      'rsa-oaep with SHA-256 and a mask of SHA-1',
      { transport: OAEP, digestMethod: `${XENC}sha256`, mgf: `${XENC11}mgf1sha1`, oaep: ['sha256', 'sha1'] },
    ],
    [
      'rsa-oaep with SHA-256 and a mask of SHA-256',
      { transport: OAEP, digestMethod: `${XENC}sha256`, mgf: `${XENC11}mgf1sha256`, oaep: ['sha256', 'sha256'] },
    ],
    [
      'rsa-oaep with SHA-384 and a mask of SHA-512',
      { transport: OAEP, digestMethod: `${MORE}sha384`, mgf: `${XENC11}mgf1sha512`, oaep: ['sha384', 'sha512'] },
    ],
    ['rsa-oaep with the size of its key', { transport: OAEP, more: '<xenc:KeySize>2048</xenc:KeySize>' }],
  ])('%s', async (_, how) => {
    expect(await post(how)).toMatchObject({ status: 303, reasons: [] })
  })

  it.each(
    [128, 192, 256].flatMap((bits) => [`${XENC}aes${bits}-cbc`, `${XENC11}aes${bits}-gcm`]).map((cipher) => [cipher]),
  )('%s', async (cipher) => {
    expect(await post({ cipher })).toMatchObject({ status: 303, reasons: [] })
  })

  it.each(['beside', 'beside, with a reference'] as const)('with its key %s', async (place) => {
    expect(await post({ place })).toMatchObject({ status: 303, reasons: [] })
    expect(await post({ place, recipients: [site.other, site.sp] })).toMatchObject({ status: 303, reasons: [] })
  })

  it('with keys for several recipients, in any order', async () => {
    expect(await post({ recipients: [site.other, site.sp] })).toMatchObject({ status: 303, reasons: [] })
    const others = Array.from({ length: 7 }, () => site.other)
    expect(await post({ recipients: [...others, site.sp] })).toMatchObject({ status: 303, reasons: [] })
    expect(await post({ recipients: [site.sp, site.other] })).toMatchObject({ status: 303, reasons: [] })
  })

  it('with names and certificates before its key, and properties after it', async () => {
    const named = (xml: string) =>
      xml
        .replace('<ds:KeyInfo>', '<ds:KeyInfo><ds:KeyName>skerry</ds:KeyName><ds:X509Data/>')
        .replace('</xenc:EncryptedData>', '<xenc:EncryptionProperties/></xenc:EncryptedData>')
    expect(await post({}, named)).toMatchObject({ status: 303, reasons: [] })
  })

  it('with the line ends of Windows', async () => {
    const assertion = signXml(assertionXml({}, site.now()).replace('<saml:Subject>', '\n<saml:Subject>'), site.idp)
    const xml = encryptedAs(assertion.replaceAll('\n', '\r\n'), { recipients: [site.sp] })
    expect((await site.post(responseXml(xml))).status).toBe(303)
  })
})

describe('an encrypted assertion is refused, with the reason in the log alone', () => {
  const use = 'use SHA-1, SHA-256, SHA-384 or SHA-512'
  const other = 'the assertion cannot be decrypted: it is encrypted for another key pair'
  const changed = 'the assertion cannot be decrypted: its content was changed'
  const lastValue = (value: string) => (xml: string) =>
    xml.replace(/(.*)<xenc:CipherValue>[^<]*/s, `$1<xenc:CipherValue>${value}`)
  const firstValue = (value: string) => (xml: string) => xml.replace(/(?<=<xenc:CipherValue>)[^<]*/, value)

  it.each<[string, Partial<Encryption>, string, ((xml: string) => string)?]>([
    [
      'RSA with PKCS #1 1.5',
      { transport: `${XENC}rsa-1_5` },
      `the key transport "${XENC}rsa-1_5" is not accepted, because it is insecure: use RSA-OAEP`,
    ],
    ['an unknown transport', { transport: 'urn:new' }, 'the key transport "urn:new" is unknown: use RSA-OAEP'],
    [
      'Triple DES',
      { cipher: `${XENC}tripledes-cbc` },
      `the cipher "${XENC}tripledes-cbc" is not accepted, because it is insecure: use AES in GCM or CBC mode`,
    ],
    ['an unknown cipher', { cipher: 'urn:new' }, 'the cipher "urn:new" is unknown: use AES in GCM or CBC mode'],
    ['a digest of MD5', { digestMethod: `${MORE}md5` }, `the key transport's digest "${MORE}md5" is unknown: ${use}`],
    [
      'a mask of SHA-224',
      { transport: OAEP, mgf: `${XENC11}mgf1sha224` },
      `the key transport's mask generation function "${XENC11}mgf1sha224" is unknown: ${use}`,
    ],
    [
      'a label',
      { more: '<xenc:OAEPparams>AAAA</xenc:OAEPparams>' },
      'the key transport has an unexpected element: "OAEPparams"',
    ],
    ['a changed key', {}, other, (xml) => xml.replace(/(<xenc:EncryptedKey.*?<xenc:CipherValue>\n)..../s, '$1AAAA')],
    [
      'a key of another length',
      {},
      other,
      (xml) => xml.replace(/(<xenc:EncryptedKey.*?<xenc:CipherValue>\n)..../s, '$1'),
    ],
    ['a changed content', {}, changed, firstValue('A'.repeat(400))],
    ['a short content', {}, changed, firstValue('AAAA')],
    ['a changed content in CBC mode', { cipher: `${XENC}aes256-cbc` }, changed, firstValue('A'.repeat(64))],
    ['no content in CBC mode', { cipher: `${XENC}aes256-cbc` }, changed, firstValue('')],
    ['no key', { recipients: [] }, 'the encrypted assertion has no EncryptedKey'],
    ['an empty key', {}, other, lastValue('')],
  ])('%s', async (_, how, reason, change) => {
    expect(await post({ place: 'beside', ...how }, change)).toMatchObject({
      status: 400,
      body: { message: 'the response of the identity provider was refused' },
      reasons: [reason],
    })
  })

  it('for another key pair, and for more recipients than any provider has', async () => {
    expect(await post({ recipients: [site.other] })).toMatchObject({ status: 400, reasons: [other] })
    const tooMany = 'the encrypted assertion has more than 8 EncryptedKeys'
    expect(await post({ recipients: Array.from({ length: 9 }, () => site.sp) })).toMatchObject({ reasons: [tooMany] })
  })
})
