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
  /** Issuer that signs it with an elliptic curve key; absent for a self-signed certificate. */
  issuer?: Issuer
}

export interface Issuer {
  cert: string
  commonName: string
  signingKey: CryptoKey
}

/** A certificate and its key, both as PEM. */
export async function makeCertificate(options: CertificateOptions = {}): Promise<{ cert: string; key: string }> {
  const { cert, keys } = await generate(options)
  const { PemConverter } = await loadX509()
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { cert, key: PemConverter.encode(pkcs8, PemConverter.PrivateKeyTag) }
}

/** A certificate that signs others. */
export async function makeIssuer(commonName: string, options: CertificateOptions = {}): Promise<Issuer> {
  const { cert, keys } = await generate({ names: null, ...options, commonName })
  return { cert, commonName, signingKey: keys.privateKey }
}

async function generate(options: CertificateOptions): Promise<{ cert: string; keys: CryptoKeyPair }> {
  const x509 = await loadX509()
  const { X509CertificateGenerator, SubjectAlternativeNameExtension, ExtendedKeyUsageExtension } = x509
  const {
    names = ['*.sys.example.org'],
    commonName = 'Skerry',
    usages,
    extensions = [],
    algorithm = EC,
    issuer,
  } = options
  const keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const alternatives: JsonGeneralNames = (names ?? []).map((value) => ({ type: 'dns', value }))
  const cert = await X509CertificateGenerator.create({
    serialNumber: '01',
    subject: `CN=${commonName}`,
    issuer: `CN=${issuer?.commonName ?? commonName}`,
    notBefore: new Date(options.from ?? '2025-01-01'),
    notAfter: new Date(options.until ?? '2099-01-01'),
    publicKey: keys.publicKey,
    signingKey: issuer?.signingKey ?? keys.privateKey,
    signingAlgorithm: issuer || algorithm.name === EC.name ? EC : algorithm,
    extensions: [
      ...(names ? [new SubjectAlternativeNameExtension(alternatives)] : []),
      ...(usages ? [new ExtendedKeyUsageExtension([...usages])] : []),
      ...extensions.map(([type, value]) => new x509.Extension(type, false, value)),
    ],
  })
  return { cert: cert.toString(), keys }
}
