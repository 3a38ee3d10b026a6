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
  /** Further extensions, by object identifier. */
  extensions?: readonly (readonly [type: string, value: Uint8Array<ArrayBuffer>])[]
  algorithm?: RsaHashedKeyGenParams | EcKeyGenParams | Algorithm
}

/** A self-signed certificate and its key, both as PEM. */
export async function makeCertificate(options: CertificateOptions = {}): Promise<{ cert: string; key: string }> {
  const x509 = await loadX509()
  const { X509CertificateGenerator, SubjectAlternativeNameExtension, ExtendedKeyUsageExtension, PemConverter } = x509
  const { names = ['*.sys.example.org'], commonName = 'Skerry', usages, extensions = [], algorithm = EC } = options
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
      ...extensions.map(([type, value]) => new x509.Extension(type, false, value)),
    ],
  })
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { cert: cert.toString(), key: PemConverter.encode(pkcs8, PemConverter.PrivateKeyTag) }
}
