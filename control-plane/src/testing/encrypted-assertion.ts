import {
  constants,
  createCipheriv,
  createPublicKey,
  type CipherGCMTypes,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import forge from 'node-forge'
import type { Certified } from './certified.ts'

const XENC = 'http://www.w3.org/2001/04/xmlenc#'
const XENC11 = 'http://www.w3.org/2009/xmlenc11#'
const DS = 'http://www.w3.org/2000/09/xmldsig#'

type Hash = 'sha1' | 'sha256' | 'sha384' | 'sha512'

/** How a provider encrypts: the names that it writes, and what it really does. */
export interface Encryption {
  cipher?: string
  transport?: string
  /** Written only where it is given. */
  digestMethod?: string
  mgf?: string
  oaep?: [digest: Hash, mask: Hash]
  place?: 'inside' | 'beside' | 'beside, with a reference'
  /** Recipients, each with its own EncryptedKey. */
  recipients: Certified[]
  /** Further children of the EncryptionMethod of the key. */
  more?: string
}

export function encryptedAs(assertion: string, how: Encryption): string {
  const { cipher = `${XENC11}aes256-gcm`, place = 'inside' } = how
  const contentKey = randomBytes(Number(/aes(\d+)/.exec(cipher)?.[1] ?? 192) / 8)
  const keys = how.recipients.map((to, i) => encryptedKey(contentKey, to, how, `_key${i}`)).join('')
  const reference = `<ds:RetrievalMethod Type="${XENC}EncryptedKey" URI="#_key0"/>`
  const info = { inside: keys, beside: '', 'beside, with a reference': reference }[place]
  return (
    `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xenc="${XENC}" xmlns:ds="${DS}">` +
    `<xenc:EncryptedData Type="${XENC}Element"><xenc:EncryptionMethod Algorithm="${cipher}"/>` +
    (info && `<ds:KeyInfo>${info}</ds:KeyInfo>`) +
    `${cipherData(encryptContent(assertion, cipher, contentKey))}</xenc:EncryptedData>` +
    `${place === 'inside' ? '' : keys}</saml:EncryptedAssertion>`
  )
}

const cipherData = (bytes: Buffer) =>
  `<xenc:CipherData><xenc:CipherValue>\n${bytes.toString('base64')}\n</xenc:CipherValue></xenc:CipherData>`

function encryptContent(text: string, cipher: string, key: Buffer): Buffer {
  const name = /aes\d+-\w+/.exec(cipher)?.[0].replace('aes', 'aes-')
  if (name === undefined) return randomBytes(64)
  if (name.endsWith('gcm')) {
    const iv = randomBytes(12)
    const gcm = createCipheriv(name as CipherGCMTypes, key, iv)
    return Buffer.concat([iv, gcm.update(text), gcm.final(), gcm.getAuthTag()])
  }
  const iv = randomBytes(16)
  const cbc = createCipheriv(name, key, iv).setAutoPadding(false)
  const length = 16 - (Buffer.byteLength(text) % 16)
  const padding = Buffer.concat([randomBytes(length - 1), Buffer.of(length)])
  return Buffer.concat([iv, cbc.update(text), cbc.update(padding), cbc.final()])
}

function encryptedKey(contentKey: Buffer, to: Certified, how: Encryption, id: string): string {
  const { transport = `${XENC}rsa-oaep-mgf1p`, digestMethod, mgf, oaep = ['sha1', 'sha1'], more = '' } = how
  return (
    `<xenc:EncryptedKey Id="${id}" Recipient="skerry"><xenc:EncryptionMethod Algorithm="${transport}">${more}` +
    (digestMethod ? `<ds:DigestMethod Algorithm="${digestMethod}"/>` : '') +
    (mgf ? `<xenc11:MGF xmlns:xenc11="${XENC11}" Algorithm="${mgf}"/>` : '') +
    `</xenc:EncryptionMethod>` +
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${to.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
    `${cipherData(wrap(contentKey, to, oaep))}` +
    `<xenc:ReferenceList><xenc:DataReference URI="#_data"/></xenc:ReferenceList></xenc:EncryptedKey>`
  )
}

/** Node has one hash for both; its own result is preferred, since the server decrypts with the other library. */
function wrap(contentKey: Buffer, { key }: Certified, [digest, mask]: [Hash, Hash]): Buffer {
  const publicKey = createPublicKey(key)
  if (digest === mask)
    return publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: digest }, contentKey)
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const options = { md: forge.md[digest].create(), mgf1: { md: forge.md[mask].create() } }
  return Buffer.from(
    forge.pki.publicKeyFromPem(pem).encrypt(contentKey.toString('latin1'), 'RSA-OAEP', options),
    'latin1',
  )
}
