import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { makeCertificate } from '../identity/certificates/self-signed.ts'

/** A key and its self-signed certificate, in each format that tests need. */
export interface Certified {
  key: KeyObject
  keyPem: string
  certificatePem: string
  /** Base64 of DER, as metadata and requests have it. */
  certificate: string
  keyDer: string
}

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
}

export async function certified(type: 'rsa' | 'ec' = 'rsa'): Promise<Certified> {
  const { cert, key: keyPem } = await makeCertificate({ names: null, ...(type === 'rsa' && { algorithm: RSA }) })
  const key = createPrivateKey(keyPem)
  return {
    key,
    keyPem,
    certificatePem: cert,
    certificate: new X509Certificate(cert).raw.toString('base64'),
    keyDer: key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  }
}
