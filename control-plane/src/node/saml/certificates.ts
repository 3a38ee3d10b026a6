import { type KeyObject, X509Certificate } from 'node:crypto'
import { MAX_RSA_BITS } from '../../identity/certificates/rsa-limits.ts'
import { quoted } from './quoted.ts'

const CURVES: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1'])

/** Undefined for invalid certificates, and for key types unknown to OpenSSL. */
export function readCertificate(der: Uint8Array): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(der)
    return certificate.publicKey && certificate
  } catch {
    return undefined
  }
}

/** Whether the key may verify signatures: RSA up to 4096 bits, or EC on a NIST curve. */
export function isVerificationKey({ publicKey }: X509Certificate): boolean {
  if (isRsa(publicKey)) return rsaBits(publicKey) <= MAX_RSA_BITS
  return publicKey.asymmetricKeyType === 'ec' && CURVES.has(publicKey.asymmetricKeyDetails?.namedCurve ?? '')
}

export const isRsa = (key: KeyObject): boolean => key.asymmetricKeyType === 'rsa'
export const rsaBits = (key: KeyObject): number => key.asymmetricKeyDetails?.modulusLength ?? Infinity

/** Providers have one or two, and more during a key rotation. Each is tried for each signature. */
export const MAX_CERTIFICATES = 8

/** The certificates that verify a provider's signatures, as they were accepted with its metadata. */
export const verificationCertificates = (certificates: readonly string[]): X509Certificate[] =>
  certificates.flatMap((der) => readCertificate(Buffer.from(der, 'base64')) ?? [])

/** A certificate as an administrator finds it at the identity provider. */
export const certificateName = ({ subject, fingerprint256 }: X509Certificate): string =>
  `${quoted((subject ?? '').replaceAll('\n', ', '))} (SHA-256 ${fingerprint256})`
