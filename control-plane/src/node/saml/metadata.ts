import { type SamlMetadata, SamlProblem } from '../../identity/identity-providers/saml.ts'
import { isVerificationKey, MAX_CERTIFICATES, readCertificate } from './certificates.ts'
import { children, isNamed, METADATA, parseXml } from './xml.ts'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

const MAX_URL = 2048

/**
 * Parses an identity provider's metadata: the only one of the document, or the one with that id among several.
 * @throws SamlProblem
 */
export async function readMetadata(xml: string, entityId: string): Promise<SamlMetadata> {
  const [idp] = children(entityIn(parseXml(xml, METADATA), entityId), 'metadata', 'IDPSSODescriptor')
  if (!idp) throw noProvider()
  const certificates = certificatesOf(idp)
  if (!certificates.length)
    throw new SamlProblem(
      'the metadata has no certificate of an RSA or EC key for signing (RSA up to 4096 bits; P-256, P-384 or P-521)',
    )
  const signInUrl = children(idp, 'metadata', 'SingleSignOnService')
    .filter((service) => service.getAttribute('Binding') === REDIRECT)
    .map((service) => URL.parse(service.getAttribute('Location') ?? ''))
    .find((url) => url && /^https?:$/.test(url.protocol) && url.href.length <= MAX_URL)
  if (!signInUrl) throw new SamlProblem('the metadata has no endpoint for the HTTP-Redirect binding')
  return { signInUrl: signInUrl.href, certificates }
}

const noProvider = () => new SamlProblem('the metadata describes no identity provider')

function entityIn(root: Element, entityId: string): Element {
  if (isNamed(root, 'metadata', 'EntityDescriptor')) return root
  if (!isNamed(root, 'metadata', 'EntitiesDescriptor')) throw noProvider()
  const [entity, ...more] = children(root, 'metadata', 'EntityDescriptor').filter(
    (descriptor) => descriptor.getAttribute('entityID') === entityId,
  )
  if (!entity) throw new SamlProblem('the metadata describes no identity provider with the id of idp_entity_id')
  if (more.length) throw new SamlProblem('the metadata describes the identity provider more than once')
  return entity
}

/** Certificates for signing, and those without a declared use. */
function certificatesOf(idp: Element): string[] {
  const texts = children(idp, 'metadata', 'KeyDescriptor')
    .filter((key) => (key.getAttribute('use') || 'signing') === 'signing')
    .flatMap((key) => children(key, 'signature', 'KeyInfo'))
    .flatMap((info) => children(info, 'signature', 'X509Data'))
    .flatMap((data) => children(data, 'signature', 'X509Certificate'))
    .map((certificate) => (certificate.textContent ?? '').replaceAll(/\s+/g, ''))
  const distinct = [...new Set(texts)]
  if (distinct.length > MAX_CERTIFICATES)
    throw new SamlProblem(`the metadata has more than ${MAX_CERTIFICATES} certificates for signing`)
  return distinct
    .flatMap((text) => readCertificate(Buffer.from(text, 'base64')) ?? [])
    .filter(isVerificationKey)
    .map(({ raw }) => raw.toString('base64'))
}
