import { z } from 'zod'

/** The longest bodies that an operation may accept, made from one that it accepts. */

type Path = readonly (string | number)[]
interface ObjectSchema {
  properties?: Record<string, { type?: string; anyOf?: { type?: string }[]; enum?: unknown; format?: string }>
}

/** Takes six characters in JSON (an escape) instead of one. */
const FILLER = '\u0001'

const isText = (value: unknown) => typeof value === 'string'

function* textPaths(value: unknown, path: Path = []): Generator<Path> {
  if (isText(value)) yield path
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      yield* textPaths(inner, [...path, Array.isArray(value) ? Number(key) : key])
}

function replaced(value: unknown, [key, ...rest]: Path, text: unknown): unknown {
  if (key === undefined) return text
  if (Array.isArray(value)) return value.map((inner, at) => (at === key ? replaced(inner, rest, text) : inner))
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, text) }
}

/** Paths of a body's texts, including optional ones that the body lacks. */
export function textsOf(schema: z.ZodType, body: object): Path[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ObjectSchema
  const optional = Object.entries(properties)
    .filter(
      ([name, { type, anyOf }]) =>
        !(name in body) && (type === 'string' || anyOf?.some((one) => one.type === 'string')),
    )
    .map(([name]) => [name])
  return [...textPaths(body), ...optional].filter((path) => path[0] !== 'name')
}

/** Texts to try, the longest in JSON first; the later ones match patterns. */
export const LONG_TEXTS: readonly string[] = [
  ...[2 ** 12, 512].map((length) => FILLER.repeat(length)),
  ...[2 ** 14, 2 ** 11].map((length) => 'a'.repeat(length)),
]

export const withText = (body: object, path: Path, text: string): object => replaced(body, path, text) as object

/** Shares so many bytes among the texts of a body. */
export function withLongTexts(body: object, bytes: number): object {
  const paths = [...textPaths(body)]
  if (!paths.length) return body
  const text = 'a'.repeat(Math.floor((bytes - JSON.stringify(body).length) / paths.length))
  return paths.reduce((longer, path) => withText(longer, path, text), body)
}

/** Repeats each list of a body until it holds so many values. */
export function withLongLists(value: unknown, values: number): unknown {
  if (Array.isArray(value) && value.length) {
    const each = value.map((inner) => withLongLists(inner, 8))
    return Array.from({ length: values }, (_, at) => each[at % each.length])
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withLongLists(inner, values)]))
}
