import fc, { type Arbitrary, type GeneratorValue } from 'fast-check'
import { z } from 'zod'

/** Values that match a schema, nearly match it, or are malformed. */

/** The JSON Schema of one value; the contract's schemas are converted to it. */
interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  const?: unknown
  enum?: unknown[]
  type?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
}

const LONG = 20_000
const DEEP = 3000

export const oddTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\ufeff',
  '\u202e',
  '😀'.repeat(40),
  'x'.repeat(64),
  'x'.repeat(513),
  'x'.repeat(LONG),
  `a${'-'.repeat(LONG)}a`,
  '%00',
  '%',
  "'; drop table silos; --",
  '${1}',
  '../../etc',
  '..',
  'null',
  'true',
  '__proto__',
  'constructor',
  '-1',
  '0',
  '1e400',
  'NaN',
  '9007199254740993',
  '18446744073709551616',
  '9'.repeat(400),
  '0.0.0.0/0',
  '::/0',
  '::ffff:192.0.2.1',
  'fe80::1%eth0',
  '255.255.255.255/33',
  '010.0.0.1',
  '1-2-3',
  '65535-0',
  '0-65536',
]

const oddTimes: readonly string[] = [
  '0000-01-01T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '0001-01-01T00:00:00+23:59',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01T00:00:00.000000000000000001Z',
  '1969-12-31T23:59:59Z',
]

const oddNumbers: readonly number[] = [
  -1,
  0,
  -0,
  1,
  0.5,
  255,
  256,
  65_535,
  65_536,
  -(2 ** 31),
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  2 ** 64,
  1e300,
  -1e300,
  5e-324,
]

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: depth }).reduce<unknown>(wrap, null)

const oddThings: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { type: null },
  { type: '__proto__' },
  JSON.parse('{"__proto__": {"type": "blank"}, "constructor": 1}') as object,
  nested(30, (inner) => [inner]),
  nested(30, (inner) => ({ a: inner })),
  Array.from({ length: 1000 }, (_, index) => `item-${index}`),
  Array.from({ length: 300 }, () => ({})),
]

const odd: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.constantFrom(...oddNumbers),
  fc.constantFrom(...oddThings),
  fc.constantFrom(...oddTimes),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

const textsOf: Record<string, Arbitrary<string>> = {
  'date-time': fc.constantFrom('2026-01-01T00:00:00Z', '2025-12-31T23:59:59.5+02:00', ...oddTimes),
  ip: fc.constantFrom('192.0.2.7', '2001:db8::7', '0.0.0.0', '::', '255.255.255.255', '::ffff:192.0.2.7'),
  ipv4: fc.constantFrom('192.0.2.7', '0.0.0.0', '255.255.255.255', '127.0.0.1'),
  ipv6: fc.constantFrom('2001:db8::7', '::', 'fd00::1', '::ffff:1.2.3.4'),
  uri: fc.constantFrom('https://skerry.test/a', 'http://[::1]:1/', 'file:///etc/passwd', 'data:,x', 'http://0'),
}

/** @param known ids and names of existing resources of any kind */
const textOf = ({ format = '', pattern }: JsonSchema, known: readonly string[]): Arbitrary<string> =>
  textsOf[format] ??
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 2, arbitrary: fc.nat(9999).map((n) => `odd-${n}`) },
    { weight: 1, arbitrary: fc.uuid() },
    {
      weight: 2,
      arbitrary: fc.constantFrom('10.7.0.0/16', 'fd00:1::/64', '192.0.2.0/24', '80', '1-65535', '1.0.0', 'AAAA'),
    },
    { weight: pattern ? 0 : 1, arbitrary: fc.constantFrom(...oddTexts) },
  )

const numberOf = ({ minimum = -(2 ** 31), maximum = 2 ** 53 - 1 }: JsonSchema): Arbitrary<number> =>
  fc.oneof(
    fc.constantFrom(minimum, maximum, Math.max(minimum, 0), Math.min(maximum, 2 ** 30), Math.min(maximum, 2 ** 63)),
    fc.constantFrom(...[1, 2, 512, 4096].filter((number) => number >= minimum && number <= maximum), minimum),
  )

function fits(schema: JsonSchema, root: JsonSchema, known: readonly string[], depth = 0): Arbitrary<unknown> {
  const of = (part: JsonSchema) => fits(part, root, known, depth + 1)
  if (schema.$ref) return of(root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {})
  const members = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (members) return fc.oneof(...members.map(of))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema)
  if (schema.type === 'array') return depth > 8 ? fc.constant([]) : fc.array(of(schema.items ?? {}), { maxLength: 3 })
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    if (fields.length === 0 && typeof schema.additionalProperties === 'object')
      return fc.dictionary(fc.constantFrom(...known, 'a', 'admin'), of(schema.additionalProperties), { maxKeys: 3 })
    const record = Object.fromEntries(fields.map(([name, field]) => [name, of(field)]))
    return fc.record(record, { requiredKeys: (schema.required ?? []).filter((name) => name in record) })
  }
  return schema.type === 'string' ? textOf(schema, known) : odd
}

/** Values of a schema of the contract, valid as far as JSON Schema can express it. */
export function valuesOf(schema: z.ZodType, known: readonly string[]): Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return fits(root, root, known)
}

type Path = readonly (string | number)[]

const pathsOf = (value: unknown, path: Path = []): Path[] => [
  path,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, field]) =>
        pathsOf(field, [...path, Array.isArray(value) ? Number(key) : key]),
      )
    : []),
]

function replaced(value: unknown, [key, ...rest]: Path, put: (old: unknown) => unknown): unknown {
  if (key === undefined) return put(value)
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? replaced(each, rest, put) : each))
  const fields = Object.entries(value as object).map(([name, field]) => [
    name,
    name === key ? replaced(field, rest, put) : field,
  ])
  return Object.fromEntries(fields)
}

const GONE = Symbol('gone')

/** A value with one part removed or replaced. */
export function spoiled(gen: GeneratorValue, value: unknown): unknown {
  const path = gen(fc.constantFrom, ...pathsOf(value))
  const other = gen(fc.constantFrom, 'odd', 'gone', 'more', 'twice')
  return replaced(value, path, (old) => {
    if (other === 'gone') return GONE
    if (other === 'twice' && Array.isArray(old)) return [...old, ...old]
    if (other === 'more' && typeof old === 'object' && old !== null && !Array.isArray(old))
      return { ...old, ...(JSON.parse('{"__proto__": {"a": 1}, "unheard_of": [1]}') as object) }
    return gen(() => odd)
  })
}

const dropGone = (_key: string, value: unknown) => (value === GONE ? undefined : value)

/** A body's text: plain JSON, or with errors that only JSON text can have. */
export function bodyText(gen: GeneratorValue, value: unknown): string {
  const text = JSON.stringify(value, dropGone) ?? ''
  const how = gen(fc.nat, { max: 14 })
  if (how === 0) return text.slice(0, Math.floor(text.length * 0.7))
  if (how === 1) return text.replace(/:\s*(-?\d+|"[^"]*")/, ':1e400')
  if (how === 2) return text.replace(/^\{/, '{"name":"twice","name":"once","__proto__":{"toString":1},')
  if (how === 3) return text.replace(/":"/, String.raw`":"\ud800\u0000`)
  if (how === 4) return `\ufeff${text}`
  if (how === 5) return '['.repeat(DEEP)
  if (how === 6) return text.replace(/:\s*\d+/, `:${'9'.repeat(300)}`)
  return text
}
