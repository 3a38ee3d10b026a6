const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Age in one compact unit: `5s`, `12m`, `4d`, `2w`, `3mo`, `1y`. Weeks from 7 days, months from 30, years from 365. */
export function compactAge(ms: number): string {
  const past = Math.max(0, ms)
  const units: [number, string][] = [
    [365 * day, 'y'],
    [30 * day, 'mo'],
    [7 * day, 'w'],
    [day, 'd'],
    [hour, 'h'],
    [minute, 'm'],
  ]
  for (const [length, unit] of units) if (past >= length) return `${Math.floor(past / length)}${unit}`
  return `${Math.floor(past / second)}s`
}

/** A span in words, for cooldowns and time left: `1 hour 5 minutes`. */
export function spanInWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / second))
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ]
  const said = parts.filter(([count]) => count > 0).slice(0, 2)
  if (said.length === 0) return '0 seconds'
  return said.map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(' ')
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const clockFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const secondsFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

export const formatDay = (date: Date): string => dayFormat.format(date)
export const formatClock = (date: Date): string => clockFormat.format(date)
/** The clock with its seconds. */
export const formatSeconds = (date: Date): string => secondsFormat.format(date)
/** Day, time with seconds, and zone. */
export const formatFull = (date: Date): string => fullFormat.format(date)

/**
 * The moments that a local time stands for, in ms since 1970: none where clocks were set forward over it, two where they
 * were set back.
 */
export function momentsOf(local: string): number[] {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return []
  const text = new Date(asUtc).toISOString().slice(0, 19)
  const offsets = [asUtc - day, asUtc + day].map((near) => new Date(near).getTimezoneOffset())
  const moments = [...new Set(offsets)].map((offset) => asUtc + offset * minute)
  return moments.filter((moment) => localDateTime(moment) === text).toSorted((a, b) => a - b)
}

/** Why a local time cannot be used; undefined for other text than a time. */
export const localTimeProblem = (local: string): string | undefined =>
  !Number.isNaN(Date.parse(`${local}Z`)) && momentsOf(local).length === 0
    ? 'There is no such time: clocks were set forward'
    : undefined

/** The value of an `<input type="datetime-local">`: local time to the second, without a zone. */
export const localDateTime = (ms: number): string =>
  new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
