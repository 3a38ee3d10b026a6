import { createPrivateKey, type KeyObject, sign, verify } from 'node:crypto'
import { MAX_KEY_BYTES, MAX_RSA_BITS } from '../../identity/certificates/rsa-limits.ts'
import { type SamlKeyPair, SamlProblem } from '../../identity/identity-providers/saml.ts'
import { isRsa, readCertificate, rsaBits } from './certificates.ts'

/** @throws SamlProblem when it is not an RSA key with its certificate */
export async function readKeyPair(publicCert: Uint8Array, privateKey: Uint8Array): Promise<SamlKeyPair> {
  const certificate = readCertificate(publicCert)
  if (!certificate) throw new SamlProblem('the certificate is neither PEM nor DER')
  const key = readKey(privateKey)
  if (!key || !isRsa(key)) throw new SamlProblem('the private key is not an RSA key in PEM or DER without a passphrase')
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' })
  if (rsaBits(key) > MAX_RSA_BITS || pkcs8.length > MAX_KEY_BYTES)
    throw new SamlProblem(`the private key has more than ${MAX_RSA_BITS} bits`)
  if (!certificate.checkPrivateKey(key) || !isPairOf(key, certificate.publicKey))
    throw new SamlProblem('the private key does not belong to the certificate')
  return {
    publicCert: certificate.raw.toString('base64'),
    privateKey: pkcs8.toString('base64'),
  }
}

/** Parses PKCS #8 or PKCS #1, the older form. */
function readKey(bytes: Uint8Array): KeyObject | undefined {
  const key = Buffer.from(bytes)
  const forms = [
    { key, format: 'pem' },
    { key, format: 'der', type: 'pkcs8' },
    { key, format: 'der', type: 'pkcs1' },
  ] as const
  for (const form of forms)
    try {
      return createPrivateKey(form)
    } catch {}
  return undefined
}

/** Whether the private key belongs to the public key. `checkPrivateKey` compares only the public numbers. */
function isPairOf(key: KeyObject, publicKey: KeyObject): boolean {
  const text = Buffer.from('skerry')
  try {
    return verify('sha256', text, publicKey, sign('sha256', text, key))
  } catch {
    return false
  }
}
