import { DAY_MS } from '../../clock/durations.ts'

export const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

/** All numbers below `count` with leading zeros. */
const padded = (count: number, digits: number): string[] =>
  Array.from({ length: count }, (_, number) => String(number).padStart(digits, '0'))
const twoDigits = padded(60, 2)
const threeDigits = padded(1000, 3)

/** The last date that was written, since the rows of a list have few. */
let day = { number: Number.NaN, text: '' }

/**
 * RFC 3339 in UTC with microseconds, as clients expect. Ten times as fast as `toISOString`, which was a sixth of a
 * list's time.
 */
export function timestamp(date: Date): string {
  const ms = date.getTime()
  const number = Math.floor(ms / DAY_MS)
  if (number !== day.number) day = { number, text: date.toISOString().slice(0, -'00:00:00.000Z'.length) }
  const inDay = ms - number * DAY_MS
  const hours = twoDigits[Math.floor(inDay / 3_600_000)]
  const minutes = twoDigits[Math.floor(inDay / 60_000) % 60]
  const seconds = twoDigits[Math.floor(inDay / 1000) % 60]
  return `${day.text}${hours}:${minutes}:${seconds}.${threeDigits[inDay % 1000]}000Z`
}

export const timestampOrNull = (date: Date | null): string | null => date && timestamp(date)
