import { camelCase, snakeCase } from '~/lib/format/case.ts'
import { mapFields, opaqueFields } from './operations.gen.ts'

const maps = new Set(mapFields)
const opaque = new Set(opaqueFields)
const dateField = /^time_|_time$|_expiration$|^timestamp$/
const isoTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const mapObject = (
  value: Record<string, unknown>,
  keyOf: (key: string) => string,
  valueOf: (field: unknown, key: string) => unknown,
) => Object.fromEntries(Object.entries(value).map(([key, field]) => [keyOf(key), valueOf(field, key)]))

const same = (key: string) => key

/** A body as the API takes it: keys in snake_case, dates as ISO texts. Keys of free maps are data and stay. */
export function toWire(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(toWire)
  if (!isObject(value)) return value
  return mapObject(value, snakeCase, (field, key) => {
    const name = snakeCase(key)
    if (opaque.has(name)) return field
    return maps.has(name) && isObject(field) ? mapObject(field, same, toWire) : toWire(field)
  })
}

/** An answer as the console uses it: keys in camelCase, ISO texts of date fields as Dates. */
export function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWire)
  if (!isObject(value)) return value
  return mapObject(value, camelCase, (field, key) => {
    if (opaque.has(key)) return field
    if (maps.has(key) && isObject(field)) return mapObject(field, same, fromWire)
    if (typeof field === 'string' && dateField.test(key) && isoTimestamp.test(field)) return new Date(field)
    return fromWire(field)
  })
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const asText = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

/** A query: keys in snake_case, arrays repeated, empty values skipped. */
export function toQuery(query: object): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((item: unknown) => [snakeCase(key), item] as const),
  )
  return new URLSearchParams(pairs.filter(([, value]) => !isEmpty(value)).map(([key, value]) => [key, asText(value)]))
}
