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

/** Nobody has signed an EncryptedAssertion, so nothing of it but these names and bytes reaches the library. */
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
 * The text that an EncryptedAssertion holds.
 * @param der PKCS #8 of the key that it is encrypted for, in base64
 * @throws SamlProblem
 */
export async function decryptAssertion(encryptedAssertion: Element, der: string): Promise<string> {
  const xml = xmlOf(readEncrypted(encryptedAssertion))
  const key = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' })
  try {
    return (await decryptXml(xml, key.export({ format: 'pem', type: 'pkcs8' }).toString())) ?? ''
  } catch {
    throw undecipherable()
  }
}

const undecipherable = () => new SamlProblem('the assertion cannot be decrypted')

/** The one shape that is taken. The KeyInfo of the key says for whom it is, which is known. */
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
  if (!known.has(algorithm)) throw undecipherable()
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
