import { parseJson } from '@skerry/contract/rules/json.ts'
import { z } from 'zod'
import { checkInSlices } from './check-in-slices.ts'
import { type About, badInput, type Position } from './errors.ts'
import {
  MAX_VALUES,
  pathOfUnstorable,
  positionBeyondLimits,
  positionOfSyntaxError,
  positionOfValue,
} from './json-positions.ts'

/** A path as text: `disk_source.size`, `disks[2].name`. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    '',
  )

/** The first issue; for a union, that of the member that matched best. */
function firstIssue(error: z.core.$ZodError): Fault {
  let issue = error.issues[0]
  let path: PropertyKey[] = issue?.path ?? []
  while (issue?.code === 'invalid_union' && issue.errors.length) {
    const deepest = issue.errors.toSorted((a, b) => (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0))[0]
    if (!deepest?.[0]?.path.length) break
    issue = deepest[0]
    path = [...path, ...issue.path]
  }
  const tooLarge = issue?.code === 'invalid_type' && issue.message.endsWith('received bigint')
  return { path, message: tooLarge ? 'the number is too large' : (issue?.message ?? 'not valid') }
}

/** What is wrong with a value, and where; with the path of nothing, with all of it. */
interface Fault {
  path: readonly PropertyKey[]
  message: string
}

const faultText = ({ path, message }: Fault) => (path.length ? `${pathText(path)}: ${message}` : message)
const aboutFault = ({ path, message }: Fault): About => (path.length ? { field: pathText(path), reason: message } : {})

/** The values of longer text are checked in slices: parsing and checking take tens of milliseconds per MiB each. */
const LONG_TEXT = 2 ** 17

/**
 * Parses a JSON body and checks it against its schema; an absent body is the empty text.
 * @param maxValues limits the cost: a schema describes each value that it refuses, which is much slower than accepting
 * it
 */
export async function parseJsonBody(text: string, schema: z.ZodType, maxValues = MAX_VALUES): Promise<unknown> {
  const beyond = positionBeyondLimits(text, maxValues)
  if (beyond) throw badJson({ path: [], message: beyond.why }, beyond)
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    const message = text.trim() === '' ? 'the body is empty' : syntaxProblem(error)
    throw badJson({ path: [], message }, positionOfSyntaxError(text))
  }
  const result = text.length > LONG_TEXT ? await checkInSlices(schema, value, text.length) : schema.safeParse(value)
  if (!result.success) {
    const fault = firstIssue(result.error)
    throw badJson(fault, positionOfValue(text, fault.path))
  }
  // In valid UTF-8 JSON these can occur only as escapes.
  const unstorable = UNSTORABLE_ESCAPE.test(text) && pathOfUnstorable(result.data)
  if (unstorable) throw badJson({ path: unstorable, message: UNSTORABLE }, positionOfValue(text, unstorable))
  return result.data
}

/** On one line, as clients match it; the engine quotes the text with its line breaks. */
const syntaxProblem = (error: unknown): string =>
  (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '').replaceAll(/\s+/g, ' ')

const UNSTORABLE = 'must not contain NUL characters or broken surrogate pairs'
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i

const badJson = (fault: Fault, { line, column }: Position) =>
  badInput(`unable to parse JSON body: ${faultText(fault)} at line ${line} column ${column}`, aboutFault(fault))
const badValues = (what: string, fault: Fault) => badInput(`${what}: ${faultText(fault)}`, aboutFault(fault))

export function parseFormBody(text: string, schema: z.ZodType): unknown {
  const fields = new URLSearchParams(text)
  const result = schema.safeParse(schema instanceof z.ZodObject ? typed(fields, schema) : Object.fromEntries(fields))
  if (result.success) return storable(result.data, 'unable to parse URL-encoded body')
  throw badValues('unable to parse URL-encoded body', firstIssue(result.error))
}

/** @throws 400 for a value that PostgreSQL cannot store */
function storable<T>(values: T, what: string): T {
  const path = pathOfUnstorable(values)
  if (path) throw badValues(what, { path, message: UNSTORABLE })
  return values
}

/** The schema inside optional, nullable and default wrappers. */
function inner(schema: unknown): unknown {
  let current = schema
  while (current instanceof z.ZodOptional || current instanceof z.ZodNullable || current instanceof z.ZodDefault)
    current = current.unwrap()
  return current
}

type Kind = 'number' | 'boolean' | 'array' | 'text'
const kinds = new WeakMap<z.ZodObject, Map<string, Kind>>()

/** The type of each parameter, read from its schema once. */
function kindsOf(schema: z.ZodObject): Map<string, Kind> {
  const known = kinds.get(schema)
  if (known) return known
  const made = new Map<string, Kind>()
  for (const [name, field] of Object.entries(schema.shape)) {
    const plain = inner(field)
    const { type } = z.toJSONSchema(plain as z.ZodType, { unrepresentable: 'any' })
    made.set(
      name,
      type === 'integer' || type === 'number' ? 'number' : type === 'boolean' || type === 'array' ? type : 'text',
    )
  }
  kinds.set(schema, made)
  return made
}

/** Converts parameters to their schema's types; text that cannot be converted stays text, and the schema refuses it. */
function typed(fields: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, kind] of kindsOf(schema)) {
    const text = fields.get(name)
    if (text === null) continue
    if (kind === 'array') values[name] = fields.getAll(name)
    else if (kind === 'number' && /^-?(0|[1-9]\d{0,19})$/.test(text)) values[name] = exact(text)
    else if (kind === 'boolean' && (text === 'true' || text === 'false')) values[name] = text === 'true'
    else values[name] = text
  }
  return values
}
const exact = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** Parses a query and checks it against its schema. */
export function parseQuery(query: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const result = schema.safeParse(typed(query, schema))
  if (result.success) return storable(result.data, 'unable to parse query string')
  throw badValues('unable to parse query string', firstIssue(result.error))
}

export function parseParams(params: Record<string, string>, schema: z.ZodObject): Record<string, unknown> {
  const result = schema.safeParse(typed(new URLSearchParams(params), schema))
  if (result.success) return storable(result.data, 'bad parameter in URL path')
  throw badValues('bad parameter in URL path', firstIssue(result.error))
}
