import { DOMParser } from '@xmldom/xmldom'
import { SamlProblem } from '../../identity/identity-providers/saml.ts'

export const NAMESPACES = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#',
} as const
export type Namespace = keyof typeof NAMESPACES

export interface XmlLimits {
  /** Tags, comments and their like, and half as many as there may be attributes. */
  markup: number
  /** Of these, comments, instructions and sections of characters: the libraries compare their places. */
  asides: number
  /** Distinct pairs of a prefix and its namespace: canonical XML compares them with those of each element. */
  namespaces: number
}

/** Enough for a person in a thousand groups. */
export const MESSAGE: XmlLimits = { markup: 2500, asides: 64, namespaces: 16 }
/** Of several providers, as far as a mebibyte has them. */
export const METADATA: XmlLimits = { markup: 30_000, asides: 10_000, namespaces: 64 }

/** Deeper than any message; the libraries walk the tree by recursion. */
const MAX_DEPTH = 24
/** More than any element of a message has; the libraries compare each of them with all others. */
const MAX_ATTRIBUTES = 32
const ATTRIBUTES_A_TAG = 2
/** Between two tags: for the attributes of the first and the text after it, before they are parsed. */
const MAX_EQUALS_SIGNS = 128

/**
 * The root element of a document without a document type, and so without entities of its own. Comments are kept: texts
 * that they part are read from their canonical form, which has none.
 * @throws SamlProblem
 */
export function parseXml(text: string, limits: XmlLimits): Element {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new SamlProblem('the XML declares a document type')
  const pieces = text.split('<', limits.markup + 2)
  if (pieces.length > limits.markup + 1) throw new SamlProblem('the XML has too many tags')
  if (pieces.filter((piece) => /^[!?]/.test(piece)).length > limits.asides)
    throw new SamlProblem('the XML has too many comments')
  if (pieces.some((piece) => piece.split('=', MAX_EQUALS_SIGNS + 2).length > MAX_EQUALS_SIGNS + 1))
    throw new SamlProblem('the XML has too many attributes')
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
    if (element.attributes.length > MAX_ATTRIBUTES || attributes > ATTRIBUTES_A_TAG * limits.markup)
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

/** An element and all below it in the order of the document, each with its depth. */
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

/** The elements of a name directly below another. */
export const children = (parent: Element, namespace: Namespace, name: string): Element[] =>
  elementsOf(parent).filter((element) => isNamed(element, namespace, name))

type Found<Names extends readonly string[]> = {
  [I in keyof Names]: Names[I] extends `${string}?` ? Element | undefined : Element
}

/**
 * The elements directly below another, which have to be these and no others, in this order: `signature:KeyInfo`. One
 * with `?` may be absent.
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
  if (rest.length) throw new SamlProblem(`${parent.localName} has an element that does not belong there`)
  return found as Found<Names>
}
