import { parseJson } from '@skerry/contract/rules/json.ts'
import { z } from 'zod'
import { badInput } from '../errors.ts'
import {
  MAX_VALUES,
  pathOfUnstorable,
  type Place,
  placeBeyondLimits,
  placeOfSyntaxError,
  placeOfValue,
} from './json-places.ts'

/** `disk_source.size`, `disks[2].name`; the name of the thing itself where it is whole. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    '',
  )

/** The first thing that is wrong, the innermost of a union's members that came closest. */
function firstIssue(error: z.core.$ZodError): { path: PropertyKey[]; message: string } {
  let issue = error.issues[0]
  let path: PropertyKey[] = issue?.path ?? []
  while (issue?.code === 'invalid_union' && issue.errors.length) {
    const deepest = issue.errors.toSorted((a, b) => (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0))[0]
    if (!deepest?.[0]?.path.length) break
    issue = deepest[0]
    path = [...path, ...issue.path]
  }
  return { path, message: issue?.message ?? 'not valid' }
}

const describe = (error: z.core.$ZodError): { path: PropertyKey[]; text: string } => {
  const { path, message } = firstIssue(error)
  return { path, text: path.length ? `${pathText(path)}: ${message}` : message }
}

/**
 * A JSON body against its schema; absent means the empty text.
 * @param maxValues a schema that refuses describes each value it refuses, which takes far longer than to accept it
 */
export function parseJsonBody(text: string, schema: z.ZodType, maxValues = MAX_VALUES): unknown {
  const beyond = placeBeyondLimits(text, maxValues)
  if (beyond) throw badJson(beyond.why, beyond)
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    throw badJson(text.trim() === '' ? 'the body is empty' : syntaxProblem(error), placeOfSyntaxError(text))
  }
  const result = schema.safeParse(value)
  if (!result.success) {
    const { path, text: why } = describe(result.error)
    throw badJson(why, placeOfValue(text, path))
  }
  // Only as an escape can either stand in a text that was read as UTF-8 and as JSON.
  const unstorable = UNSTORABLE_ESCAPE.test(text) && pathOfUnstorable(result.data)
  if (unstorable) throw badJson(`${pathText(unstorable)}: ${UNSTORABLE}`, placeOfValue(text, unstorable))
  return result.data
}

/** In one line, since clients match it so; the engine cites the text with its line breaks. */
const syntaxProblem = (error: unknown): string =>
  (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '').replaceAll(/\s+/g, ' ')

const UNSTORABLE = 'must not contain NUL characters or broken surrogate pairs'
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i

const badJson = (why: string, { line, column }: Place) =>
  badInput(`unable to parse JSON body: ${why} at line ${line} column ${column}`)

export function parseFormBody(text: string, schema: z.ZodType): unknown {
  const fields = new URLSearchParams(text)
  const result = schema.safeParse(schema instanceof z.ZodObject ? typed(fields, schema) : Object.fromEntries(fields))
  if (result.success) return storable(result.data, 'unable to parse URL-encoded body')
  throw badInput(`unable to parse URL-encoded body: ${describe(result.error).text}`)
}

/** Values read from text that came without JSON's escapes. */
function storable<T>(values: T, what: string): T {
  const path = pathOfUnstorable(values)
  if (path) throw badInput(`${what}: ${pathText(path)}: ${UNSTORABLE}`)
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

/** What each parameter's text is to become, read off its schema once. */
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

/** Parameters as the values their schema wants; text that is no such value stays text, for the schema to refuse. */
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

/** The query's text, once. The whole schema is asked first; a query that holds is parsed once. */
export function parseQuery(query: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const result = schema.safeParse(typed(query, schema))
  if (result.success) return storable(result.data, 'unable to parse query string')
  throw badInput(`unable to parse query string: ${describe(result.error).text}`)
}

export function parseParams(params: Record<string, string>, schema: z.ZodObject): Record<string, unknown> {
  const result = schema.safeParse(typed(new URLSearchParams(params), schema))
  if (result.success) return storable(result.data, 'bad parameter in URL path')
  throw badInput(`bad parameter in URL path: ${describe(result.error).text}`)
}
