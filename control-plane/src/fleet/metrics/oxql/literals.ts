import type { Token } from './lexer.ts'
import { QueryError } from './query-error.ts'
import type { Literal } from './syntax.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND
/** Milliseconds of each unit of a duration; a month is 30 days, a year 365. */
const UNITS: Record<string, number> = {
  Y: 365 * DAY,
  M: 30 * DAY,
  w: 7 * DAY,
  d: DAY,
  h: 3_600 * SECOND,
  m: 60 * SECOND,
  s: SECOND,
  ms: 1,
  us: 1e-3,
  ns: 1e-6,
}
const exact = (value: bigint): number | bigint => (Number.isSafeInteger(Number(value)) ? Number(value) : value)
const LARGEST = 2n ** 64n
const MAX_DIGITS = 40

/** An integer, a double or a duration. */
export function numberOf({ text, offset }: Token): Literal {
  const error = (message: string) => new QueryError(message, offset)
  const sign = text.startsWith('-') ? -1n : 1n
  const digits = sign < 0n ? text.slice(1) : text
  if (digits.length > MAX_DIGITS) throw error('the number has too many digits')
  if (/^(0[xX][0-9a-fA-F]+|\d+)$/.test(digits)) {
    const value = BigInt(digits) * sign
    if (value >= LARGEST || value < -LARGEST / 2n) throw error('the integer exceeds 64 bits')
    return { type: 'integer', value: exact(value) }
  }
  if (/^(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(digits)) {
    const value = Number(text)
    if (!Number.isFinite(value)) throw error('the number is too large')
    return { type: 'double', value }
  }
  const [, count = '', unit = ''] = /^(\d+)([A-Za-z]+)$/.exec(text) ?? []
  const ms = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined
  if (ms === undefined) throw error(`${JSON.stringify(text)} is neither a number nor a duration such as 5m`)
  return { type: 'duration', value: Number(count) * ms }
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)/
const CLOCK = /^(\d\d):(\d\d):(\d\d)(\.\d{1,9})?$/

/** A time such as `@2025-01-31T12:30:00.5`, in milliseconds since 1970. The default date is today. */
export function timeOf({ text, offset }: Token, now: Date): number {
  if (text === '@now()') return now.getTime()
  const written = text.slice(1)
  if (/(Z|[+-]\d\d:?\d\d)$/.test(written) && /:/.test(written))
    throw new QueryError('times are in UTC, without a zone', offset)
  const date = DATE.exec(written)?.[0] ?? ''
  const rest = written.slice(date.length)
  const clock = date && rest.startsWith('T') ? rest.slice(1) : date ? undefined : rest
  const [, hours = '00', minutes = '00', seconds = '00', fraction = ''] = CLOCK.exec(clock ?? '00:00:00') ?? []
  const day = date || now.toISOString().slice(0, 10)
  const time = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
  const isComplete = clock === undefined ? rest === '' : CLOCK.test(clock)
  // The parser turns February 30 into March 2.
  if (!isComplete || Number.isNaN(time) || !new Date(time).toISOString().startsWith(day))
    throw new QueryError(`${JSON.stringify(text)} is not a time such as @2025-01-31T12:30:00`, offset)
  return time + Number(`0${fraction}`) * SECOND
}
