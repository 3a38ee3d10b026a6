import { SwitchPortSettingsCreate } from '@skerry/contract/fleet/switch-port-settings.ts'
import { md5KeyProblem } from '@skerry/contract/rules/md5-keys.ts'
import {
  findNodeAtLocation,
  getNodePath,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import type { core } from 'zod'
import { formatNumber } from '~/lib/format/numbers.ts'

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

/** `links[0].mtu`. */
const pathText = (path: JSONPath): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text && `${text}.`}${part}`),
    '',
  )

const typeWords: Record<string, string> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  number: 'a whole number',
  int: 'a whole number',
}

/** An issue in words; undefined for those that the contract words. */
function wordsOf(issue: core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is missing' : `must be ${typeWords[issue.expected]}`
  if (issue.code === 'too_small') return `must be at least ${formatNumber(Number(issue.minimum))}`
  if (issue.code === 'too_big') return `must be at most ${formatNumber(Number(issue.maximum))}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_union' && Array.isArray(issue['options']))
    return `must be one of ${issue['options'].join(', ')}`
  return undefined
}

/** What the contract refuses: each at its place, or where that is missing at what should hold it. */
function contractFaults(tree: Node, value: unknown): Fault[] {
  const { error } = SwitchPortSettingsCreate.safeParse(value, { error: wordsOf })
  return (error?.issues ?? []).map(({ path, message }) => {
    const place = path as JSONPath
    let depth = place.length
    while (depth > 0 && !findNodeAtLocation(tree, place.slice(0, depth))) depth--
    return {
      node: findNodeAtLocation(tree, place.slice(0, depth)) ?? tree,
      message: `${pathText(place) || 'The text'}: ${message}`,
    }
  })
}

/** What the contract lets pass: fields that it does not know, fields that are there twice, and keys that no peer takes. */
function fieldFaults(node: Node, schema: core.$ZodType | undefined): Fault[] {
  const { def } = (schema as core.$ZodTypes | undefined)?._zod ?? {}
  if (def && 'innerType' in def) return fieldFaults(node, def.innerType)
  if (node.type === 'array') {
    const element = def?.type === 'array' ? def.element : undefined
    return (node.children ?? []).flatMap((child) => fieldFaults(child, element))
  }
  if (node.type !== 'object') return []
  const shape = shapeOf(node, def)
  const seen = new Set<string>()
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) => {
    if (!key || !value) return []
    const name = key.value as string
    const fault = (message: string) => [{ node: key, message: `${pathText(getNodePath(value))}: ${message}` }]
    if (seen.has(name)) return fault('is there twice')
    seen.add(name)
    if (shape && !Object.hasOwn(shape, name)) return fault('is not known')
    const problem = name === 'md5_auth_key' && value.type === 'string' && md5KeyProblem(value.value as string)
    return problem ? fault(problem) : fieldFaults(value, shape?.[name])
  })
}

/** The fields that an object may have; of a union those of the variant that the text names. */
function shapeOf(node: Node, def: core.$ZodTypes['_zod']['def'] | undefined): core.$ZodLooseShape | undefined {
  if (def?.type === 'object') return def.shape
  if (def?.type !== 'union') return undefined
  const shapes = def.options.map((option) => shapeOf(node, (option as core.$ZodTypes)._zod.def))
  const tag = findNodeAtLocation(node, ['type'])?.value as unknown
  return shapes.find((shape) => (shape?.['type'] as core.$ZodLiteral | undefined)?._zod.values.has(tag as string))
}

const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

/** `CommaExpected` → `Comma expected`. */
const syntaxWords = ({ error }: ParseError) =>
  printParseErrorCode(error).replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** What is wrong with a text as the request that creates settings, in the order of the text. */
export function jsonProblems(text: string): JsonProblem[] {
  const at = (message: string, { offset, length }: { offset: number; length: number }): JsonProblem => {
    const before = text.slice(0, offset).split('\n')
    return { message, line: before.length, column: before.at(-1)!.length + 1, offset, length }
  }
  try {
    const errors: ParseError[] = []
    const tree = parseTree(text, errors, strict)
    // The first error causes the others.
    if (errors[0]) return [at(syntaxWords(errors[0]), errors[0])]
    if (!tree) return []
    const faults = [...contractFaults(tree, JSON.parse(text)), ...fieldFaults(tree, SwitchPortSettingsCreate)]
    return faults.map(({ node, message }) => at(message, node)).toSorted((a, b) => a.offset - b.offset)
  } catch (error) {
    const message = error instanceof RangeError ? 'Nested too deeply' : String((error as Error).message)
    return [at(message, { offset: 0, length: 0 })]
  }
}
