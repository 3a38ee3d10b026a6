import { createHash, type KeyObject, verify, type X509Certificate } from 'node:crypto'
import { type HashAlgorithm, type SignatureAlgorithm, SignedXml } from 'xml-crypto'
import { SamlProblem } from '../../identity/identity-providers/saml.ts'
import { certificateName, readCertificate } from './certificates.ts'
import { quoted } from './quoted.ts'
import { checkSignatureShape } from './signature-shape.ts'
import { children, MESSAGE, parseXml } from './xml.ts'

const XMLDSIG_MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const XMLENC = 'http://www.w3.org/2001/04/xmlenc#'
const HASHES = ['sha224', 'sha256', 'sha384', 'sha512'] as const
type Hash = (typeof HASHES)[number]

/** Verifies RSA or ECDSA over one hash with any of the keys of that type. */
const signatureAlgorithm = (uri: string, type: 'rsa' | 'ec', hash: Hash, keys: readonly KeyObject[]) =>
  class implements SignatureAlgorithm {
    getAlgorithmName = () => uri
    getSignature = (): never => {
      throw new Error('signing is not supported')
    }
    verifySignature = (material: string, _key: unknown, signature: string): boolean =>
      keys.some(
        (key) =>
          key.asymmetricKeyType === type &&
          verify(hash, Buffer.from(material), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64')),
      )
  }

const hashAlgorithm = (uri: string, hash: Hash) =>
  class implements HashAlgorithm {
    getAlgorithmName = () => uri
    getHash = (xml: string) => createHash(hash).update(xml, 'utf8').digest('base64')
  }

const signatureAlgorithms = (keys: readonly KeyObject[]) =>
  Object.fromEntries(
    (['rsa', 'ecdsa'] as const).flatMap((name) =>
      HASHES.map((hash) => {
        const uri = `${XMLDSIG_MORE}${name}-${hash}`
        return [uri, signatureAlgorithm(uri, name === 'rsa' ? 'rsa' : 'ec', hash, keys)]
      }),
    ),
  )
const hashAlgorithms = Object.fromEntries(
  HASHES.map((hash) => {
    const uri = (hash === 'sha256' || hash === 'sha512' ? XMLENC : XMLDSIG_MORE) + hash
    return [uri, hashAlgorithm(uri, hash)]
  }),
)

/**
 * Verifies the signature of an element and parses the element again from exactly the bytes that the signature covers,
 * since the rest of the document is untrusted. Undefined for an element without a signature.
 * @throws SamlProblem when the signature is invalid or covers another element
 */
export function verifiedElement(
  document: string,
  element: Element,
  certificates: readonly X509Certificate[],
): Element | undefined {
  const [signature, ...more] = children(element, 'signature', 'Signature')
  if (!signature) return undefined
  const id = element.getAttribute('ID')
  if (more.length || !id) throw new SamlProblem('an element has several signatures or no ID')
  const [signatureMethod, digestMethod] = checkSignatureShape(signature, id)
  const keys = certificates.map(({ publicKey }) => publicKey)
  refuseUnknown('signature', signatureMethod, signatureAlgorithms(keys))
  refuseUnknown('digest', digestMethod, hashAlgorithms)
  const covered = coveredBy(document, signature, keys)
  if (covered === undefined)
    throw new SamlProblem(
      'the signature is invalid: its content was changed, or its key is in none of the known certificates: ' +
        `${certificates.map(certificateName).join(', ') || 'none'}${keyHintOf(signature)}`,
    )
  const signed = parseXml(covered, MESSAGE)
  const isSame = signed.localName === element.localName && signed.namespaceURI === element.namespaceURI
  if (!isSame || signed.getAttribute('ID') !== id) throw new SamlProblem('the signature covers another element')
  return signed
}

/**
 * The certificate that the signature names. It decides nothing, but after a change of keys it is the one to look for.
 */
function keyHintOf(signature: Element): string {
  const [text] = ['KeyInfo', 'X509Data', 'X509Certificate'].reduce(
    (found: Element[], name) => found.flatMap((element) => children(element, 'signature', name)),
    [signature],
  )
  const certificate = readCertificate(Buffer.from(text?.textContent ?? '', 'base64'))
  return certificate ? `; the response names ${certificateName(certificate)}` : ''
}

/** Names the algorithm: an administrator reads the reason, and cannot tell SHA-1 from a forgery otherwise. */
function refuseUnknown(what: string, uri: string, known: Readonly<Record<string, unknown>>): void {
  if (Object.hasOwn(known, uri)) return
  const why = uri.endsWith('sha1') ? 'is not accepted, because SHA-1 is broken' : 'is unknown'
  throw new SamlProblem(`the ${what} algorithm ${quoted(uri)} ${why}: use RSA or ECDSA with SHA-224 to SHA-512`)
}

/** The canonical text that a signature covers; undefined for an invalid signature. */
function coveredBy(document: string, signature: Element, keys: readonly KeyObject[]): string | undefined {
  // The document must not choose the key: the algorithms have the trusted keys. The library only requires some key.
  const signed = new SignedXml({ publicCert: keys[0] })
  signed.SignatureAlgorithms = signatureAlgorithms(keys)
  signed.HashAlgorithms = hashAlgorithms
  try {
    signed.loadSignature(signature)
    const [covered, ...more] = signed.checkSignature(document) ? signed.getSignedReferences() : []
    return more.length ? undefined : covered
  } catch {
    return undefined
  }
}
