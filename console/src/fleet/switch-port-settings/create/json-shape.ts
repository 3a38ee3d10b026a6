import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { formatNumber } from '~/ui/format/numbers.ts'

/** What is wrong with a text, and where. */
export interface JsonProblem {
  message: string
  /** Both count from 1. */
  line: number
  column: number
  /** The place as an offset into the text. */
  offset: number
  length: number
}

interface Fault {
  node: Node
  message: string
}

/** A rule for one part of a JSON text. @param path `links[0].mtu`, empty for the whole */
export type Shape = (node: Node, path: string) => Fault[]

const fault = (node: Node, path: string, message: string): Fault[] => [
  { node, message: `${path || 'The text'}: ${message}` },
]

export const aText =
  (rule: (value: string) => string | undefined = () => undefined): Shape =>
  (node, path) => {
    if (node.type !== 'string') return fault(node, path, 'must be a text')
    const problem = rule(node.value as string)
    return problem ? fault(node, path, problem) : []
  }

export const aWhole =
  (min: number, max: number): Shape =>
  (node, path) =>
    Number.isInteger(node.value) && (node.value as number) >= min && (node.value as number) <= max
      ? []
      : fault(node, path, `must be a whole number from ${formatNumber(min)} to ${formatNumber(max)}`)

export const aFlag: Shape = (node, path) => (node.type === 'boolean' ? [] : fault(node, path, 'must be true or false'))

export const oneOf =
  (values: readonly string[]): Shape =>
  (node, path) =>
    values.includes(node.value as string) ? [] : fault(node, path, `must be one of ${values.join(', ')}`)

export const orNull =
  (shape: Shape): Shape =>
  (node, path) =>
    node.type === 'null' ? [] : shape(node, path)

export const aList =
  (item: Shape): Shape =>
  (node, path) =>
    node.type === 'array'
      ? (node.children ?? []).flatMap((child, index) => item(child, `${path}[${index}]`))
      : fault(node, path, 'must be a list')

type Fields = Readonly<Record<string, Shape>>

const ofField = <T>(fields: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

export const aRecord =
  (required: Fields, optional: Fields = {}): Shape =>
  (node, path) => {
    if (node.type !== 'object') return fault(node, path, 'must be an object')
    const seen = new Set<string>()
    const faults = (node.children ?? []).flatMap(({ children: [key, value] = [] }) => {
      if (!key || !value) return []
      const name = key.value as string
      const place = path ? `${path}.${name}` : name
      if (seen.has(name)) return fault(key, place, 'is there twice')
      seen.add(name)
      const shape = ofField(required, name) ?? ofField(optional, name)
      return shape ? shape(value, place) : fault(key, place, 'is not known')
    })
    const missing = Object.keys(required).filter((name) => !seen.has(name))
    return [...faults, ...missing.flatMap((name) => fault(node, path, `${name} is missing`))]
  }

/** One of several records, told apart by a field. */
export const aVariant =
  (tag: string, variants: Readonly<Record<string, Fields>>): Shape =>
  (node, path) => {
    const told = node.children?.find(({ children }) => children?.[0]?.value === tag)?.children?.[1]?.value as unknown
    const fields = typeof told === 'string' ? ofField(variants, told) : undefined
    return aRecord({ [tag]: oneOf(Object.keys(variants)), ...fields })(node, path)
  }

const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

/** `CommaExpected` → `Comma expected`. */
const wordsOf = ({ error }: ParseError) =>
  printParseErrorCode(error).replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Reads a text and holds it against a shape. Without problems the value is there. */
export function readJson(text: string, shape: Shape): { value: unknown; problems: JsonProblem[] } {
  const at = (message: string, { offset, length }: { offset: number; length: number }): JsonProblem => {
    const before = text.slice(0, offset).split('\n')
    return { message, line: before.length, column: before.at(-1)!.length + 1, offset, length }
  }
  try {
    const errors: ParseError[] = []
    const tree = parseTree(text, errors, strict)
    // What follows from the first error says nothing more.
    if (errors[0]) return { value: undefined, problems: [at(wordsOf(errors[0]), errors[0])] }
    const value: unknown = JSON.parse(text)
    return { value, problems: tree ? shape(tree, '').map(({ node, message }) => at(message, node)) : [] }
  } catch (error) {
    const message = error instanceof RangeError ? 'Nested too deeply' : String((error as Error).message)
    return { value: undefined, problems: [at(message, { offset: 0, length: 0 })] }
  }
}
