import { type Interval, isRepeated, type Span } from '~/ui/time-range.ts'

const hour = 3_600_000

export const ranges = [
  { value: 'hour', label: 'Last hour', ms: hour },
  { value: '3h', label: 'Last 3 hours', ms: 3 * hour },
  { value: '24h', label: 'Last 24 hours', ms: 24 * hour },
] as const

/** What the metrics of an instance keep in the URL; the tabs share it. Without a range it is the last hour. */
export interface MetricsSearch {
  time?: '3h' | '24h' | 'custom'
  /** Of a custom range, as ISO texts. */
  since?: string
  until?: string
  /** Seconds between readings. */
  every?: Exclude<Interval, 0>
}

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** For the route's `validateSearch`. A custom range that is not one is the last hour. */
export function metricsSearch(search: Record<string, unknown>): MetricsSearch {
  const { time, since, until, every } = search
  if (time === 'custom' && isTime(since) && isTime(until) && Date.parse(since) < Date.parse(until))
    return { time, since, until }
  return {
    ...((time === '3h' || time === '24h') && { time }),
    ...(isRepeated(every) && { every }),
  }
}

/** The span that a search stands for at a moment. */
export function spanOf({ time, since, until }: MetricsSearch, now: number): Span {
  if (time === 'custom') return { from: Date.parse(since ?? ''), to: Date.parse(until ?? '') }
  const { ms } = ranges.find(({ value }) => value === (time ?? 'hour'))!
  return { from: now - ms, to: now }
}
