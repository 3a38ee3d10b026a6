import type { JsonGeneralNames } from '@peculiar/x509'
import { loadX509 } from './x509.ts'

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

export interface CertificateOptions {
  /** Subject alternative names; null omits the extension. */
  names?: readonly string[] | null
  commonName?: string
  from?: string
  until?: string
  /** Object identifiers of the extended key usage; absent omits the extension. */
  usages?: readonly string[]
  algorithm?: RsaHashedKeyGenParams | EcKeyGenParams | Algorithm
}

/** A self-signed certificate and its key, both as PEM. */
export async function makeCertificate(options: CertificateOptions = {}): Promise<{ cert: string; key: string }> {
  const { X509CertificateGenerator, SubjectAlternativeNameExtension, ExtendedKeyUsageExtension, PemConverter } =
    await loadX509()
  const { names = ['*.sys.example.org'], commonName = 'Skerry', usages, algorithm = EC } = options
  const keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const alternatives: JsonGeneralNames = (names ?? []).map((value) => ({ type: 'dns', value }))
  const cert = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${commonName}`,
    notBefore: new Date(options.from ?? '2025-01-01'),
    notAfter: new Date(options.until ?? '2099-01-01'),
    keys,
    signingAlgorithm: algorithm.name === EC.name ? EC : algorithm,
    extensions: [
      ...(names ? [new SubjectAlternativeNameExtension(alternatives)] : []),
      ...(usages ? [new ExtendedKeyUsageExtension([...usages])] : []),
    ],
  })
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { cert: cert.toString(), key: PemConverter.encode(pkcs8, PemConverter.PrivateKeyTag) }
}
