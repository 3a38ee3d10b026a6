import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { type SamlKeyPair, type SamlMetadata, SamlProblem } from '../../identity/identity-providers/saml.ts'
import { children, isNamed, parseXml } from './xml.ts'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Of several providers, as far as a mebibyte has them. */
const MAX_MARKUP = 30_000

/** An identity provider's metadata, or the first of several. */
export function readMetadata(xml: string): SamlMetadata {
  const idp = descriptorsOf(parseXml(xml, MAX_MARKUP)).flatMap((entity) =>
    children(entity, 'metadata', 'IDPSSODescriptor'),
  )[0]
  if (!idp) throw new SamlProblem('the metadata describes no identity provider')
  const certificates = certificatesOf(idp)
  if (!certificates.length) throw new SamlProblem('the metadata has no certificate of an RSA or EC key for signing')
  const signInUrl = children(idp, 'metadata', 'SingleSignOnService')
    .filter((service) => service.getAttribute('Binding') === REDIRECT)
    .map((service) => URL.parse(service.getAttribute('Location') ?? ''))
    .find((url) => url && /^https?:$/.test(url.protocol))
  if (!signInUrl) throw new SamlProblem('the metadata has no endpoint for the HTTP-Redirect binding')
  return { signInUrl: signInUrl.href, certificates }
}

function descriptorsOf(root: Element): Element[] {
  if (isNamed(root, 'metadata', 'EntityDescriptor')) return [root]
  return isNamed(root, 'metadata', 'EntitiesDescriptor') ? children(root, 'metadata', 'EntityDescriptor') : []
}

/** Those for signing, and those whose use is not said. */
const certificatesOf = (idp: Element): string[] =>
  children(idp, 'metadata', 'KeyDescriptor')
    .filter((key) => (key.getAttribute('use') || 'signing') === 'signing')
    .flatMap((key) => children(key, 'signature', 'KeyInfo'))
    .flatMap((info) => children(info, 'signature', 'X509Data'))
    .flatMap((data) => children(data, 'signature', 'X509Certificate'))
    .flatMap((certificate) => readCertificate(Buffer.from(certificate.textContent ?? '', 'base64')) ?? [])
    .filter(({ publicKey }) => ['rsa', 'ec'].includes(publicKey.asymmetricKeyType ?? ''))
    .map(({ raw }) => raw.toString('base64'))

export function readKeyPair(publicCert: Uint8Array, privateKey: Uint8Array): SamlKeyPair {
  const certificate = readCertificate(publicCert)
  if (!certificate) throw new SamlProblem('the certificate is not DER')
  const key = readKey(privateKey)
  if (key?.asymmetricKeyType !== 'rsa') throw new SamlProblem('the private key is not an RSA key in DER')
  if (!certificate.checkPrivateKey(key)) throw new SamlProblem('the private key is not that of the certificate')
  return {
    publicCert: certificate.raw.toString('base64'),
    privateKey: key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  }
}

function readCertificate(der: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(der)
  } catch {
    return undefined
  }
}

/** PKCS #8, or PKCS #1 as older tools write it. */
function readKey(der: Uint8Array): KeyObject | undefined {
  for (const type of ['pkcs8', 'pkcs1'] as const)
    try {
      return createPrivateKey({ key: Buffer.from(der), format: 'der', type })
    } catch {}
  return undefined
}
