import { DOMParser } from '@xmldom/xmldom'
import { SamlProblem } from '../../kernel/saml.ts'

export const NAMESPACES = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const
export type Namespace = keyof typeof NAMESPACES

/** Deeper than any message; whatever walks the tree later does so by recursion. */
const MAX_DEPTH = 100

/**
 * The root element of a document without a document type, and so without entities of its own. Comments are kept: what
 * is read of a text that they part is read from its canonical form, which has none.
 * @throws SamlProblem
 */
export function parseXml(text: string): Element {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new SamlProblem('the XML declares a document type')
  const refuse = (): never => {
    throw new SamlProblem('it is not well-formed XML')
  }
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
  const root = rootOf(parser, text) ?? refuse()
  if (depthOf(root) > MAX_DEPTH) throw new SamlProblem('the XML is nested too deeply')
  return root
}

function rootOf(parser: DOMParser, text: string): Element | undefined {
  try {
    return parser.parseFromString(text, 'text/xml')?.documentElement ?? undefined
  } catch {
    return undefined
  }
}

function depthOf(root: Element): number {
  let deepest = 0
  let depth = 0
  let node: Node | null = root
  while (node) {
    deepest = Math.max(deepest, depth)
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
  return deepest
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
