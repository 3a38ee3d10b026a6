import { DOMParser } from '@xmldom/xmldom'
import { SamlProblem } from '../../identity/identity-providers/saml.ts'

export const NAMESPACES = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  encryption11: 'http://www.w3.org/2009/xmlenc11#',
  canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#',
} as const
export type Namespace = keyof typeof NAMESPACES

export interface XmlLimits {
  /** Tags, comments, instructions and CDATA sections. The maximum of all attributes is twice this. */
  markup: number
  /** Comments, instructions and CDATA sections, whose positions the libraries compare with each other. */
  asides: number
  /** Distinct namespace declarations, which canonicalization compares with those of each element. */
  namespaces: number
}

/** Enough for a user in 1000 groups. */
export const MESSAGE: XmlLimits = { markup: 2500, asides: 64, namespaces: 16 }
/** Enough for 1 MiB of metadata with several providers. */
export const METADATA: XmlLimits = { markup: 30_000, asides: 10_000, namespaces: 64 }

/** Deeper than any message. The libraries are recursive. */
const MAX_DEPTH = 24
/** More than any element of a message has. The libraries compare each attribute with all others. */
const MAX_ATTRIBUTES = 32
const ATTRIBUTES_PER_TAG = 2
/** Between two `<`, counted before parsing: a bound for the attributes of a tag. */
const MAX_EQUALS_SIGNS = 128

/** Characters that no XML document has. The parser takes some of them for blanks. */
// oxlint-disable-next-line no-control-regex -- These are what it finds.
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u

/**
 * Parses a document and returns its root element. Refuses a document type, and with it custom entities. Keeps comments,
 * since signed text is read from its canonical form, which has none.
 * @throws SamlProblem
 */
export function parseXml(text: string, limits: XmlLimits): Element {
  if (FORBIDDEN.test(text)) throw new SamlProblem('the XML has characters that are not allowed in it')
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new SamlProblem('the XML declares a document type')
  const pieces = text.split('<', limits.markup + 2)
  if (pieces.length > limits.markup + 1) throw new SamlProblem('the XML has too many tags')
  if (pieces.filter((piece) => /^[!?]/.test(piece)).length > limits.asides)
    throw new SamlProblem('the XML has too many comments')
  if (pieces.some((piece) => piece.split('=', MAX_EQUALS_SIGNS + 2).length > MAX_EQUALS_SIGNS + 1))
    throw new SamlProblem('the XML has too many attributes')
  // The parser copies the prefixes in scope for each element. Other characters than blanks may separate them for it.
  if (new Set(text.match(/xmlns:[^\s=]+/g)).size > limits.namespaces)
    throw new SamlProblem('the XML has too many namespaces')
  const refuse = (): never => {
    throw new SamlProblem('it is not well-formed XML')
  }
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
  const root = rootOf(parser, text) ?? refuse()
  checkLimits(root, limits)
  return root
}

function rootOf(parser: DOMParser, text: string): Element | undefined {
  try {
    return parser.parseFromString(text, 'text/xml')?.documentElement ?? undefined
  } catch {
    return undefined
  }
}

function checkLimits(root: Element, limits: XmlLimits): void {
  let attributes = 0
  const namespaces = new Set<string>()
  for (const [element, depth] of elementsWithin(root)) {
    if (depth > MAX_DEPTH) throw new SamlProblem('the XML is nested too deeply')
    attributes += element.attributes.length
    if (element.attributes.length > MAX_ATTRIBUTES || attributes > ATTRIBUTES_PER_TAG * limits.markup)
      throw new SamlProblem('the XML has too many attributes')
    for (let i = 0; i < element.attributes.length; i++) {
      const { name, value } = element.attributes[i]!
      if (/^xmlns(:|$)/.test(name)) namespaces.add(`${name} ${value}`)
    }
    if (namespaces.size > limits.namespaces) throw new SamlProblem('the XML has too many namespaces')
  }
}

const ELEMENT_NODE = 1
const isElement = (node: Node): node is Element => node.nodeType === ELEMENT_NODE

/** An element and its descendants in document order, each with its depth. */
export function* elementsWithin(root: Element): Generator<[element: Element, depth: number]> {
  let node: Node = root
  let depth = 0
  for (;;) {
    if (isElement(node)) yield [node, depth]
    if (node.firstChild) {
      node = node.firstChild
      depth++
      continue
    }
    while (node !== root && !node.nextSibling) {
      node = node.parentNode!
      depth--
    }
    if (node === root) return
    node = node.nextSibling!
  }
}

export const isNamed = (element: Element, namespace: Namespace, name: string): boolean =>
  element.namespaceURI === NAMESPACES[namespace] && element.localName === name

export function elementsOf(parent: Element): Element[] {
  const found: Element[] = []
  for (let node = parent.firstChild; node; node = node.nextSibling) if (isElement(node)) found.push(node)
  return found
}

/** The child elements with a name. */
export const children = (parent: Element, namespace: Namespace, name: string): Element[] =>
  elementsOf(parent).filter((element) => isNamed(element, namespace, name))

type Found<Names extends readonly string[]> = {
  [I in keyof Names]: Names[I] extends `${string}?` ? Element | undefined : Element
}

/**
 * The child elements of an element, which must be exactly these, in this order. A name like `signature:KeyInfo?` is
 * optional.
 * @throws SamlProblem
 */
export function exactChildren<const Names extends readonly `${Namespace}:${string}`[]>(
  parent: Element,
  ...names: Names
): Found<Names> {
  const rest = elementsOf(parent)
  const found = names.map((wanted) => {
    const [namespace, name] = wanted.replace('?', '').split(':') as [Namespace, string]
    if (rest[0] && isNamed(rest[0], namespace, name)) return rest.shift()
    if (!wanted.endsWith('?')) throw new SamlProblem(`${parent.localName} lacks ${name}`)
    return undefined
  })
  if (rest.length) throw new SamlProblem(`${parent.localName} has an unexpected element`)
  return found as Found<Names>
}
