import type { PublicKey } from '@peculiar/x509'
import { loadX509 } from './x509.ts'

type Bytes = Uint8Array<ArrayBuffer>
type KeyAlgorithm = Exclude<Parameters<typeof crypto.subtle.importKey>[2], string>
type SigningAlgorithm = Parameters<typeof crypto.subtle.sign>[0]
type PrivateKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** One value of DER: its tag, how long what is in it is, and that. */
function der(tag: number, content: Bytes): Bytes {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Uint8Array.of(tag, ...size, ...content)
}

/** The algorithm of a public key, as DER: the first thing inside it. */
function algorithmOf({ rawData }: PublicKey): Bytes {
  const bytes = new Uint8Array(rawData)
  const start = bytes[1]! < 128 ? 2 : 2 + (bytes[1]! & 0x7f)
  // An algorithm's name and parameters are never longer than what one byte says.
  return bytes.slice(start, start + 2 + bytes[start + 1]!)
}

/** A key in the older forms that name no algorithm, put into the one that does. */
function asPkcs8(key: Bytes, publicKey: PublicKey): Bytes {
  const version = Uint8Array.of(2, 1, 0)
  return der(0x30, Uint8Array.of(...version, ...algorithmOf(publicKey), ...der(0x04, key)))
}

function signing({ algorithm }: PublicKey): { key: KeyAlgorithm; sign: SigningAlgorithm } {
  const hash = 'SHA-256'
  if (algorithm.name.startsWith('RSA')) {
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash }
    return { key: rsa, sign: rsa }
  }
  return { key: algorithm, sign: algorithm.name === 'ECDSA' ? { name: 'ECDSA', hash } : algorithm }
}

/** What the key made of it, as whoever holds a certificate's public key would check it. */
const TRIAL = new TextEncoder().encode('a certificate and its key')

/** Whether a private key in PEM belongs to a public one; undefined when it cannot be read as one of that kind. */
export async function isKeyOf(publicKey: PublicKey, pem: string): Promise<boolean | undefined> {
  const { PemConverter } = await loadX509()
  const { key, sign } = signing(publicKey)
  let privateKey: PrivateKey
  try {
    const block = PemConverter.decodeWithHeaders(pem).find(({ type }) => type.endsWith('PRIVATE KEY'))
    if (!block) return undefined
    const raw = new Uint8Array(block.rawData)
    const pkcs8 = block.type === PemConverter.PrivateKeyTag ? raw : asPkcs8(raw, publicKey)
    privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, key, false, ['sign'])
  } catch {
    return undefined
  }
  const signature = await crypto.subtle.sign(sign, privateKey, TRIAL)
  const verifying = await publicKey.export(key, ['verify'])
  return crypto.subtle.verify(sign, verifying, signature, TRIAL)
}
