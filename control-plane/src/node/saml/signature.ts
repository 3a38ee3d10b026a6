import { createHash, type KeyObject, verify } from 'node:crypto'
import { type HashAlgorithm, type SignatureAlgorithm, SignedXml } from 'xml-crypto'
import { SamlProblem } from '../../identity/identity-providers/saml.ts'
import { checkSignatureShape } from './signature-shape.ts'
import { children, MESSAGE, parseXml } from './xml.ts'

const XMLDSIG_MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const XMLENC = 'http://www.w3.org/2001/04/xmlenc#'
const HASHES = ['sha224', 'sha256', 'sha384', 'sha512'] as const
type Hash = (typeof HASHES)[number]

/** RSA or ECDSA over one hash, by any of the keys; one of the other kind never verifies. */
const signatureAlgorithm = (uri: string, type: 'rsa' | 'ec', hash: Hash, keys: readonly KeyObject[]) =>
  class implements SignatureAlgorithm {
    getAlgorithmName = () => uri
    getSignature = (): never => {
      throw new Error('nothing is signed here')
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
 * An element as it was signed: parsed again from the very bytes that the signature covers, so that nothing else of the
 * document is believed. Undefined for one without a signature of its own.
 * @param document the whole text that the element stands in
 * @throws SamlProblem when there is a signature that does not hold, or is of something else
 */
export function asSigned(document: string, element: Element, keys: readonly KeyObject[]): Element | undefined {
  const [signature, ...more] = children(element, 'signature', 'Signature')
  if (!signature) return undefined
  const id = element.getAttribute('ID')
  if (more.length || !id) throw new SamlProblem('it is not clear what is signed')
  checkSignatureShape(signature, id)
  const covered = coveredBy(document, signature, keys)
  if (covered === undefined) throw new SamlProblem('the signature does not hold')
  const signed = parseXml(covered, MESSAGE)
  const isSame = signed.localName === element.localName && signed.namespaceURI === element.namespaceURI
  if (!isSame || signed.getAttribute('ID') !== id) throw new SamlProblem('the signature is of something else')
  return signed
}

/** The canonical text that a signature covers; undefined when it is made with none of the keys, or in a way not taken. */
function coveredBy(document: string, signature: Element, keys: readonly KeyObject[]): string | undefined {
  // Which key is to verify is not for the document to say: each of the algorithms knows those that may.
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
