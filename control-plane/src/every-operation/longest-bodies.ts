import { z } from 'zod'

/** Bodies that are as long as an operation may take them, made from one that it takes. */

type Path = readonly (string | number)[]
interface ObjectSchema {
  properties?: Record<string, { type?: string; anyOf?: { type?: string }[]; enum?: unknown; format?: string }>
}

/** Takes six characters of JSON where others take one. */
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

/** Texts of a body, and those that its schema allows beside them. */
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

/** Texts to try in a place, the longest first: such as JSON writes long, and such as patterns may take. */
export const LONG_TEXTS: readonly string[] = [
  ...[2 ** 12, 512].map((length) => FILLER.repeat(length)),
  ...[2 ** 14, 2 ** 11].map((length) => 'a'.repeat(length)),
]

export const withText = (body: object, path: Path, text: string): object => replaced(body, path, text) as object
