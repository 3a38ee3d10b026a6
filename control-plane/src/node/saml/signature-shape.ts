import { SamlProblem } from '../../identity/identity-providers/saml.ts'
import { elementsOf, elementsWithin, exactChildren } from './xml.ts'

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const CANONICALIZATIONS: ReadonlySet<string> = new Set(
  ['http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'].flatMap((uri) => [
    uri,
    `${uri.replace(/#$/, '')}#WithComments`,
  ]),
)
const TRANSFORMS: ReadonlySet<string> = new Set([ENVELOPED, ...CANONICALIZATIONS])
const MAX_TRANSFORMS = 2
/** Prefixes in an InclusiveNamespaces list, which canonicalization searches for each element. */
const MAX_PREFIXES = 16
/** Maximum elements of one signature, with certificates in its KeyInfo. */
const MAX_ELEMENTS = 64
/** The response and its assertion may each be signed. */
const MAX_SIGNATURES = 2

/**
 * Refuses a signature without the exact structure that SAML prescribes, before anything is computed from it: the
 * library accepts any number of references and transforms, and searches the whole document for parts of a signature.
 * @param id the id of the signed element
 * @returns its algorithms
 * @throws SamlProblem
 */
export function checkSignatureShape(signature: Element, id: string): [signature: string, digest: string] {
  if ([...elementsWithin(signature)].length > MAX_ELEMENTS) throw new SamlProblem('the signature has too many elements')
  const [info] = exactChildren(signature, 'signature:SignedInfo', 'signature:SignatureValue', 'signature:KeyInfo?')
  const [canonicalization, method, reference] = exactChildren(
    info,
    'signature:CanonicalizationMethod',
    'signature:SignatureMethod',
    'signature:Reference',
  )
  checkAlgorithm(canonicalization, CANONICALIZATIONS)
  exactChildren(method)
  if (reference.getAttribute('URI') !== `#${id}`) throw new SamlProblem('the signature covers another element')
  const [transforms, digest, digestValue] = exactChildren(
    reference,
    'signature:Transforms?',
    'signature:DigestMethod',
    'signature:DigestValue',
  )
  if (transforms) checkTransforms(transforms)
  exactChildren(digest)
  exactChildren(digestValue)
  checkDocument(signature.ownerDocument.documentElement, id)
  return [method.getAttribute('Algorithm') ?? '', digest.getAttribute('Algorithm') ?? '']
}

function checkTransforms(transforms: Element): void {
  const all = elementsOf(transforms)
  if (all.length > MAX_TRANSFORMS) throw new SamlProblem('the signature has too many transforms')
  exactChildren(transforms, ...all.map(() => 'signature:Transform' as const))
  for (const transform of all) checkAlgorithm(transform, TRANSFORMS)
}

function checkAlgorithm(element: Element, known: ReadonlySet<string>): void {
  if (!known.has(element.getAttribute('Algorithm') ?? ''))
    throw new SamlProblem(`the signature has an unknown ${element.localName}`)
  const [inclusive] = exactChildren(element, 'canonicalization:InclusiveNamespaces?')
  if ((inclusive?.getAttribute('PrefixList') ?? '').split(' ', MAX_PREFIXES + 1).length > MAX_PREFIXES)
    throw new SamlProblem('the signature has too many prefixes')
}

/** The attributes in which the library searches the document for the signed id. */
const ID_ATTRIBUTE = /^(ID|Id|id)$/

function checkDocument(root: Element, id: string): void {
  let [idMatches, signatures] = [0, 0]
  for (const [element] of elementsWithin(root)) {
    if (element.localName === 'SignedInfo') signatures++
    for (let i = 0; i < element.attributes.length; i++) {
      const attribute = element.attributes[i]!
      if (ID_ATTRIBUTE.test(attribute.localName) && attribute.value === id) idMatches++
    }
  }
  if (idMatches > 1) throw new SamlProblem('several elements have the signed id')
  if (signatures > MAX_SIGNATURES) throw new SamlProblem('it has too many signatures')
}
