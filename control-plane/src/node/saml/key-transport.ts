import { constants, type KeyObject, privateDecrypt } from 'node:crypto'
import pkcs1 from 'node-forge/lib/pkcs1.js'
import sha1 from 'node-forge/lib/sha1.js'
import sha256 from 'node-forge/lib/sha256.js'
import sha512 from 'node-forge/lib/sha512.js'
import { SamlProblem } from '../../identity/identity-providers/saml.ts'
import { rsaBits } from './certificates.ts'
import { quoted } from './quoted.ts'
import { children, elementsOf } from './xml.ts'

const XMLENC11 = 'http://www.w3.org/2009/xmlenc11#'
const TRANSPORTS: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  `${XMLENC11}rsa-oaep`,
])

const HASHES = { sha1, sha256, sha384: sha512.sha384, sha512 }
type Hash = keyof typeof HASHES
/** Digest algorithms by URI, also by the URIs that older libraries write for SHA-256 and SHA-512. */
const DIGESTS: Readonly<Record<string, Hash>> = {
  'http://www.w3.org/2000/09/xmldsig#sha1': 'sha1',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2000/09/xmldsig#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
  'http://www.w3.org/2000/09/xmldsig#sha512': 'sha512',
}
const MASKS: Readonly<Record<string, Hash>> = Object.fromEntries(
  (['sha1', 'sha256', 'sha384', 'sha512'] as const).map((hash) => [`${XMLENC11}mgf1${hash}`, hash]),
)

/** Encryption of the content's key: OAEP, whose digest and mask may use different hashes. */
export interface KeyTransport {
  digest: Hash
  mask: Hash
}

/** Reads the EncryptionMethod of an EncryptedKey. @throws SamlProblem that names what is not accepted */
export function readKeyTransport(method: Element): KeyTransport {
  const algorithm = method.getAttribute('Algorithm') ?? ''
  if (!TRANSPORTS.has(algorithm))
    throw new SamlProblem(
      `the key transport ${quoted(algorithm)} ${algorithm.endsWith('rsa-1_5') ? 'is not accepted, because it is insecure' : 'is unknown'}: use RSA-OAEP`,
    )
  const [digest] = children(method, 'signature', 'DigestMethod')
  const [mask] = children(method, 'encryption11', 'MGF')
  const [size] = children(method, 'encryption', 'KeySize')
  const unknown = elementsOf(method).find((element) => element !== digest && element !== mask && element !== size)
  if (unknown) throw new SamlProblem(`the key transport has an unexpected element: ${quoted(unknown.localName)}`)
  return {
    digest: digest ? hashOf('digest', digest, DIGESTS) : 'sha1',
    mask: mask ? hashOf('mask generation function', mask, MASKS) : 'sha1',
  }
}

function hashOf(what: string, element: Element, known: Readonly<Record<string, Hash>>): Hash {
  const uri = element.getAttribute('Algorithm') ?? ''
  const hash = Object.hasOwn(known, uri) ? known[uri] : undefined
  if (!hash)
    throw new SamlProblem(
      `the key transport's ${what} ${quoted(uri)} is unknown: use SHA-1, SHA-256, SHA-384 or SHA-512`,
    )
  return hash
}

/** Decrypts the content's key. Undefined if it was encrypted for another key. */
export function decryptKey(key: KeyObject, { digest, mask }: KeyTransport, encrypted: Buffer): Buffer | undefined {
  const bits = rsaBits(key)
  if (encrypted.length !== Math.ceil(bits / 8)) return undefined
  // Node has RSA in constant time, but only one hash for both. So the library gets the decrypted block and removes OAEP.
  const block = rawDecrypt(key, encrypted)?.toString('latin1')
  if (block === undefined) return undefined
  // Some providers use the digest's hash for the mask, or SHA-1, whatever they declare.
  for (const hash of new Set<Hash>([mask, digest, 'sha1']))
    try {
      const options = { md: HASHES[digest].create(), mgf1: { md: HASHES[hash].create() } }
      return Buffer.from(pkcs1.decode_rsa_oaep({ n: { bitLength: () => bits } }, block, options), 'latin1')
    } catch {}
  return undefined
}

function rawDecrypt(key: KeyObject, encrypted: Buffer): Buffer | undefined {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, encrypted)
  } catch {
    return undefined
  }
}
