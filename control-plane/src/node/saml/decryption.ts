import { createPrivateKey } from 'node:crypto'
import { promisify } from 'node:util'
import { decrypt } from 'xml-encryption'
import { SamlProblem } from '../../identity/identity-providers/saml.ts'
import { exactChildren, NAMESPACES } from './xml.ts'

const CIPHERS: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
])
const KEY_TRANSPORTS: ReadonlySet<string> = new Set(['http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'])
const DIGESTS: ReadonlySet<string> = new Set(
  ['sha1', 'sha256', 'sha512'].map((hash) => `http://www.w3.org/2000/09/xmldsig#${hash}`),
)

/** The outside of an EncryptedAssertion is not signed, so only these names and bytes are passed to the library. */
interface Encrypted {
  cipher: string
  data: string
  keyTransport: string
  digest: string | undefined
  key: string
}

const decryptXml = promisify((xml: string, key: string, done: (error: Error | null, text?: string) => void): void =>
  decrypt(xml, { key, disallowDecryptionWithInsecureAlgorithm: true }, done),
)

/**
 * Decrypts an EncryptedAssertion.
 * @param der the private key: PKCS #8 in base64
 * @throws SamlProblem
 */
export async function decryptAssertion(encryptedAssertion: Element, der: string): Promise<string> {
  const xml = xmlOf(readEncrypted(encryptedAssertion))
  const key = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' })
  try {
    return (await decryptXml(xml, key.export({ format: 'pem', type: 'pkcs8' }).toString())) ?? ''
  } catch {
    throw undecryptable()
  }
}

const undecryptable = () => new SamlProblem('the assertion cannot be decrypted')

/** Accepts one structure only. The KeyInfo of the key, which names the recipient, is ignored. */
function readEncrypted(encryptedAssertion: Element): Encrypted {
  const [data] = exactChildren(encryptedAssertion, 'encryption:EncryptedData')
  const [method, keyInfo, cipherData] = exactChildren(
    data,
    'encryption:EncryptionMethod',
    'signature:KeyInfo',
    'encryption:CipherData',
  )
  const [key] = exactChildren(keyInfo, 'encryption:EncryptedKey')
  const [keyMethod, , keyData] = exactChildren(
    key,
    'encryption:EncryptionMethod',
    'signature:KeyInfo?',
    'encryption:CipherData',
  )
  exactChildren(method)
  const [digest] = exactChildren(keyMethod, 'signature:DigestMethod?')
  return {
    cipher: algorithmOf(method, CIPHERS),
    data: bytesOf(cipherData),
    keyTransport: algorithmOf(keyMethod, KEY_TRANSPORTS),
    digest: digest && algorithmOf(digest, DIGESTS),
    key: bytesOf(keyData),
  }
}

function algorithmOf(method: Element, known: ReadonlySet<string>): string {
  const algorithm = method.getAttribute('Algorithm') ?? ''
  if (!known.has(algorithm)) throw undecryptable()
  return algorithm
}

function bytesOf(cipherData: Element): string {
  const [value] = exactChildren(cipherData, 'encryption:CipherValue')
  exactChildren(value)
  return Buffer.from(value.textContent ?? '', 'base64').toString('base64')
}

const xmlOf = ({ cipher, data, keyTransport, digest, key }: Encrypted): string =>
  `<EncryptedData xmlns="${NAMESPACES.encryption}"><EncryptionMethod Algorithm="${cipher}"/>` +
  `<KeyInfo xmlns="${NAMESPACES.signature}"><EncryptedKey xmlns="${NAMESPACES.encryption}">` +
  `<EncryptionMethod Algorithm="${keyTransport}">${digest ? `<DigestMethod Algorithm="${digest}"/>` : ''}</EncryptionMethod>` +
  `<CipherData><CipherValue>${key}</CipherValue></CipherData></EncryptedKey></KeyInfo>` +
  `<CipherData><CipherValue>${data}</CipherValue></CipherData></EncryptedData>`
