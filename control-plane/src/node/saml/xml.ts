import { DOMParser } from '@xmldom/xmldom'
import { SamlProblem } from '../../identity/identity-providers/saml.ts'

export const NAMESPACES = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const
export type Namespace = keyof typeof NAMESPACES

/** Of a message: enough for somebody in nine hundred groups. */
export const MAX_MESSAGE_MARKUP = 2000

/** Deeper than any message; whatever walks the tree later does so by recursion. */
const MAX_DEPTH = 24
/** More than any element of a message has; the libraries compare each of them with all others. */
const MAX_ATTRIBUTES = 32
const ATTRIBUTES_A_TAG = 2

/**
 * The root element of a document without a document type, and so without entities of its own. Comments are kept: what
 * is read of a text that they part is read from its canonical form, which has none.
 * @param maxMarkup tags, comments and their like at most, and twice as many attributes: what checks a signature looks at
 * each of them several times
 * @throws SamlProblem
 */
export function parseXml(text: string, maxMarkup: number): Element {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new SamlProblem('the XML declares a document type')
  if (text.split('<', maxMarkup + 2).length > maxMarkup + 1) throw new SamlProblem('the XML has too many tags')
  const refuse = (): never => {
    throw new SamlProblem('it is not well-formed XML')
  }
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
  const root = rootOf(parser, text) ?? refuse()
  refuseUnlikely(root, ATTRIBUTES_A_TAG * maxMarkup)
  return root
}

function rootOf(parser: DOMParser, text: string): Element | undefined {
  try {
    return parser.parseFromString(text, 'text/xml')?.documentElement ?? undefined
  } catch {
    return undefined
  }
}

function refuseUnlikely(root: Element, maxAttributes: number): void {
  let depth = 0
  let attributes = 0
  let node: Node | null = root
  while (node) {
    if (depth > MAX_DEPTH) throw new SamlProblem('the XML is nested too deeply')
    const own = (node as Element).attributes?.length ?? 0
    attributes += own
    if (own > MAX_ATTRIBUTES || attributes > maxAttributes) throw new SamlProblem('the XML has too many attributes')
    if (node.firstChild) {
      node = node.firstChild
      depth++
      continue
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode
      depth--
    }
    node = node === root ? null : (node?.nextSibling ?? null)
  }
}

export const isNamed = (element: Element, namespace: Namespace, name: string): boolean =>
  element.namespaceURI === NAMESPACES[namespace] && element.localName === name

const ELEMENT_NODE = 1

/** The elements of a name directly below another. */
export function children(parent: Element, namespace: Namespace, name: string): Element[] {
  const found: Element[] = []
  for (let node = parent.firstChild; node; node = node.nextSibling)
    if (node.nodeType === ELEMENT_NODE && isNamed(node as Element, namespace, name)) found.push(node as Element)
  return found
}
