import type { PublicKey } from '@peculiar/x509'
import { subtleCrypto } from '../../kernel/services/web-crypto.ts'
import { type PemBlock, pemBlocks } from './pem.ts'

type Bytes = Uint8Array<ArrayBuffer>
type KeyAlgorithm = Exclude<Parameters<typeof crypto.subtle.importKey>[2], string>
type SigningAlgorithm = Parameters<typeof crypto.subtle.sign>[0]

/** Wraps a PKCS #1 or SEC 1 key, which names no algorithm, in PKCS #8. */
async function asPkcs8(key: Bytes, publicKey: PublicKey): Promise<ArrayBuffer> {
  const [{ AsnConvert }, { SubjectPublicKeyInfo }, { PrivateKey, PrivateKeyInfo }] = await Promise.all([
    import('@peculiar/asn1-schema'),
    import('@peculiar/asn1-x509'),
    import('@peculiar/asn1-pkcs8'),
  ])
  const { algorithm } = AsnConvert.parse(publicKey.rawData, SubjectPublicKeyInfo)
  return AsnConvert.serialize(new PrivateKeyInfo({ privateKeyAlgorithm: algorithm, privateKey: new PrivateKey(key) }))
}

function signing({ algorithm }: PublicKey): { key: KeyAlgorithm; sign: SigningAlgorithm } {
  const hash = 'SHA-256'
  if (algorithm.name.startsWith('RSA')) {
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash }
    return { key: rsa, sign: rsa }
  }
  return { key: algorithm, sign: algorithm.name === 'ECDSA' ? { name: 'ECDSA', hash } : algorithm }
}

/** The size of an RSA key; undefined for other types. */
export const rsaBits = ({ algorithm }: { algorithm: object }): number | undefined =>
  (algorithm as Partial<RsaHashedKeyAlgorithm>).modulusLength

/** Signed with the private key and verified with the public one. */
const TRIAL = new TextEncoder().encode('a certificate and its key')

/** The private key in a PEM text, if it has one that can be parsed. */
export function keyBlock(pem: string): PemBlock | undefined {
  try {
    return pemBlocks(pem).find(({ type }) => type.endsWith('PRIVATE KEY'))
  } catch {
    return undefined
  }
}

/** Whether a private key belongs to a public key; undefined when either is no key of that type. */
export async function isKeyOf(publicKey: PublicKey, block: PemBlock): Promise<boolean | undefined> {
  const subtle = subtleCrypto()
  const { key, sign } = signing(publicKey)
  try {
    const verifying = await publicKey.export(key, ['verify'])
    const pkcs8 = block.type === 'PRIVATE KEY' ? block.bytes : await asPkcs8(block.bytes, publicKey)
    const privateKey = await subtle.importKey('pkcs8', pkcs8, key, false, ['sign'])
    if (rsaBits(privateKey) !== rsaBits(publicKey)) return false
    return await subtle.verify(sign, verifying, await subtle.sign(sign, privateKey, TRIAL), TRIAL)
  } catch {
    return undefined
  }
}
