import { type CipherGCMTypes, createDecipheriv, createPrivateKey } from 'node:crypto'
import { SamlProblem } from '../../identity/identity-providers/saml.ts'
import { decryptKey, readKeyTransport } from './key-transport.ts'
import { quoted } from './quoted.ts'
import { children, elementsOf, exactChildren } from './xml.ts'

interface Cipher {
  mode: 'cbc' | 'gcm'
  keyBytes: number
}

const CIPHERS: Readonly<Record<string, Cipher>> = Object.fromEntries(
  [16, 24, 32].flatMap((keyBytes) => [
    [`http://www.w3.org/2001/04/xmlenc#aes${8 * keyBytes}-cbc`, { mode: 'cbc', keyBytes }],
    [`http://www.w3.org/2009/xmlenc11#aes${8 * keyBytes}-gcm`, { mode: 'gcm', keyBytes }],
  ]),
)

/** Maximum encrypted keys: there is one per recipient, and each costs a private-key operation. */
const MAX_KEYS = 8

/**
 * Decrypts an EncryptedAssertion. Its outside is not signed: only known algorithms and encrypted bytes are read from it.
 * All reasons are for the log. Clients see one answer for all of them, so they are no oracle.
 * @param der the private key: PKCS #8 in base64
 * @throws SamlProblem
 */
export function decryptAssertion(encryptedAssertion: Element, der: string): string {
  const [data] = children(encryptedAssertion, 'encryption', 'EncryptedData')
  if (!data) throw new SamlProblem('EncryptedAssertion lacks EncryptedData')
  const [method, keyInfo, cipherData] = exactChildren(
    data,
    'encryption:EncryptionMethod',
    'signature:KeyInfo?',
    'encryption:CipherData',
    'encryption:EncryptionProperties?',
  )
  const cipher = readCipher(method)
  // The position and the reference of a key do not matter: each key is tried.
  const keys = [keyInfo, encryptedAssertion].flatMap((place) =>
    place ? children(place, 'encryption', 'EncryptedKey') : [],
  )
  const key = contentKey(keys, cipher, der)
  const text = decryptContent(cipher, key, bytesOf(cipherData))
  if (text === undefined) throw new SamlProblem('the assertion cannot be decrypted: its content was changed')
  return text
}

function readCipher(method: Element): Cipher {
  const uri = method.getAttribute('Algorithm') ?? ''
  const cipher = Object.hasOwn(CIPHERS, uri) ? CIPHERS[uri] : undefined
  if (cipher) return cipher
  const why = uri.endsWith('tripledes-cbc') ? 'is not accepted, because it is insecure' : 'is unknown'
  throw new SamlProblem(`the cipher ${quoted(uri)} ${why}: use AES in GCM or CBC mode`)
}

/** Decrypts the first EncryptedKey that was encrypted for this key. The others are for other recipients. */
function contentKey(keys: readonly Element[], { keyBytes }: Cipher, der: string): Buffer {
  if (!keys.length) throw new SamlProblem('the encrypted assertion has no EncryptedKey')
  if (keys.length > MAX_KEYS) throw new SamlProblem(`the encrypted assertion has more than ${MAX_KEYS} EncryptedKeys`)
  const own = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' })
  const refused: SamlProblem[] = []
  for (const element of keys)
    try {
      const [method] = children(element, 'encryption', 'EncryptionMethod')
      const [cipherData] = children(element, 'encryption', 'CipherData')
      if (!method || !cipherData) throw new SamlProblem('an EncryptedKey has no method or no data')
      const key = decryptKey(own, readKeyTransport(method), bytesOf(cipherData))
      if (key?.length === keyBytes) return key
    } catch (error) {
      if (!(error instanceof SamlProblem)) throw error
      refused.push(error)
    }
  throw refused[0] ?? new SamlProblem('the assertion cannot be decrypted: it is encrypted for another key pair')
}

const IV_BYTES = { cbc: 16, gcm: 12 } as const
const TAG_BYTES = 16
const BLOCK_BYTES = 16

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decryptContent({ mode, keyBytes }: Cipher, key: Buffer, bytes: Buffer): string | undefined {
  const iv = bytes.subarray(0, IV_BYTES[mode])
  const rest = bytes.subarray(IV_BYTES[mode])
  try {
    if (mode === 'cbc') {
      // XML Encryption's padding: only the last byte is defined.
      const decipher = createDecipheriv(`aes-${8 * keyBytes}-cbc`, key, iv).setAutoPadding(false)
      const padded = Buffer.concat([decipher.update(rest), decipher.final()])
      const padding = padded.at(-1) ?? 0
      return padding >= 1 && padding <= BLOCK_BYTES ? utf8.decode(padded.subarray(0, -padding)) : undefined
    }
    const name = `aes-${8 * keyBytes}-gcm` as CipherGCMTypes
    const decipher = createDecipheriv(name, key, iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(rest.subarray(-TAG_BYTES))
    return utf8.decode(Buffer.concat([decipher.update(rest.subarray(0, -TAG_BYTES)), decipher.final()]))
  } catch {
    return undefined
  }
}

function bytesOf(cipherData: Element): Buffer {
  const [value] = exactChildren(cipherData, 'encryption:CipherValue')
  if (elementsOf(value).length) throw new SamlProblem('CipherValue has an unexpected element')
  return Buffer.from(value.textContent ?? '', 'base64')
}
