import { type SamlMetadata, SamlProblem } from '../../identity/identity-providers/saml.ts'
import { certificateName, isVerificationKey, MAX_CERTIFICATES, readCertificate } from './certificates.ts'
import { quoted } from './quoted.ts'
import { children, elementsOf, isNamed, METADATA, parseXml } from './xml.ts'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

const MAX_URL = 2048

/**
 * Parses an identity provider's metadata: the one with that id, alone or among several, in groups or not.
 * @throws SamlProblem
 */
export async function readMetadata(xml: string, entityId: string): Promise<SamlMetadata> {
  if (/^\uFEFF?\s*<(!doctype\s+)?html\b/i.test(xml))
    throw new SamlProblem('it is a web page, not metadata: download the metadata as XML from the identity provider')
  const [idp] = children(entityIn(parseXml(xml, METADATA), entityId), 'metadata', 'IDPSSODescriptor')
  if (!idp) throw noProvider()
  const { certificates, leftOut } = certificatesOf(idp)
  if (!certificates.length)
    throw new SamlProblem(
      'the metadata has no certificate of an RSA or EC key for signing (RSA up to 4096 bits; P-256, P-384 or P-521)',
    )
  const signInUrl = children(idp, 'metadata', 'SingleSignOnService')
    .filter((service) => service.getAttribute('Binding') === REDIRECT)
    .map((service) => URL.parse(service.getAttribute('Location') ?? ''))
    .find((url) => url && /^https?:$/.test(url.protocol) && url.href.length <= MAX_URL)
  if (!signInUrl) throw new SamlProblem('the metadata has no endpoint for the HTTP-Redirect binding')
  return { signInUrl: signInUrl.href, certificates, leftOut }
}

const noProvider = () => new SamlProblem('the metadata describes no identity provider')

function entityIn(root: Element, entityId: string): Element {
  const entities = entitiesIn(root)
  const [entity, ...more] = entities.filter((descriptor) => idOf(descriptor) === entityId)
  if (!entity) throw otherProvider(entities, entityId)
  if (more.length) throw new SamlProblem('the metadata describes the identity provider more than once')
  return entity
}

const idOf = (entity: Element): string => entity.getAttribute('entityID') ?? ''

/** The entities of a document, which may group them in several levels. */
const entitiesIn = (element: Element): Element[] =>
  isNamed(element, 'metadata', 'EntityDescriptor')
    ? [element]
    : isNamed(element, 'metadata', 'EntitiesDescriptor')
      ? elementsOf(element).flatMap(entitiesIn)
      : []

const MAX_NAMED_ENTITIES = 5
const withoutLastSlash = (id: string): string => id.replace(/\/$/, '')

function otherProvider(entities: Element[], wanted: string): SamlProblem {
  const providers = entities.filter((entity) => children(entity, 'metadata', 'IDPSSODescriptor').length)
  if (!providers.length) return noProvider()
  const ids = providers.map(idOf)
  const close = ids.find((id) => withoutLastSlash(id) === withoutLastSlash(wanted))
  const but = `but idp_entity_id is ${quoted(wanted)}`
  if (close !== undefined)
    return new SamlProblem(`the metadata has the entity id ${quoted(close)}, ${but}: they differ in the last slash`)
  const named = ids.slice(0, MAX_NAMED_ENTITIES).map(quoted).join(', ')
  const others = ids.length > MAX_NAMED_ENTITIES ? ` and ${ids.length - MAX_NAMED_ENTITIES} others` : ''
  return new SamlProblem(`the metadata has the entity id${ids.length > 1 ? 's' : ''} ${named}${others}, ${but}`)
}

/** Certificates for signing, and those without a declared use. */
function certificatesOf(idp: Element): Pick<SamlMetadata, 'certificates' | 'leftOut'> {
  const texts = children(idp, 'metadata', 'KeyDescriptor')
    .filter((key) => (key.getAttribute('use') || 'signing') === 'signing')
    .flatMap((key) => children(key, 'signature', 'KeyInfo'))
    .flatMap((info) => children(info, 'signature', 'X509Data'))
    .flatMap((data) => children(data, 'signature', 'X509Certificate'))
    .map((certificate) => (certificate.textContent ?? '').replaceAll(/-----(BEGIN|END) CERTIFICATE-----|\s+/g, ''))
  const distinct = [...new Set(texts)]
  if (distinct.length > MAX_CERTIFICATES)
    throw new SamlProblem(`the metadata has more than ${MAX_CERTIFICATES} certificates for signing`)
  const read = distinct.map((text) => readCertificate(Buffer.from(text, 'base64')))
  const usable = read.map((certificate) => certificate && isVerificationKey(certificate))
  return {
    certificates: read.flatMap((certificate, i) =>
      certificate && usable[i] ? [certificate.raw.toString('base64')] : [],
    ),
    leftOut: read.flatMap((certificate, i) => {
      if (!certificate) return [`certificate ${i + 1} cannot be read`]
      const name = certificateName(certificate)
      return usable[i] ? [] : [`certificate ${i + 1}, ${name}, has a key of an unknown kind or size`]
    }),
  }
}
