/** ms since 1970. */
export interface Span {
  from: number
  to: number
}

const hour = 3_600_000

/** Ranges up to now, by their value in the URL; the first unless it names another. */
export const ranges = [
  { value: '1h', label: 'Last hour', length: hour },
  { value: '3h', label: 'Last 3 hours', length: 3 * hour },
  { value: '24h', label: 'Last 24 hours', length: 24 * hour },
  { value: '7d', label: 'Last week', length: 7 * 24 * hour },
  { value: '30d', label: 'Last 30 days', length: 30 * 24 * hour },
] as const

export const intervals = [
  { seconds: 0, label: 'Off' },
  { seconds: 10, label: '10 s' },
  { seconds: 60, label: '1 min' },
  { seconds: 120, label: '2 min' },
  { seconds: 300, label: '5 min' },
] as const

/** Seconds between readings; 0 is off. */
export type Interval = (typeof intervals)[number]['seconds']

/** What a page of charts keeps in its URL: a range up to now and how often it is read, or two fixed times. */
export interface RangeSearch {
  range?: (typeof ranges)[number]['value']
  every?: Interval
  /** As ISO texts, both or none. */
  from?: string
  to?: string
}

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** For a route's `validateSearch`. Fixed times that are not in order are the last hour. */
export function rangeSearch({ range, every, from, to }: Record<string, unknown>): RangeSearch {
  if (isTime(from) && isTime(to) && Date.parse(from) < Date.parse(to)) return { from, to }
  const known = ranges.find(({ value }) => value === range)
  const interval = intervals.find(({ seconds }) => seconds === every)
  return { ...(known && known !== ranges[0] && { range: known.value }), ...(interval && { every: interval.seconds }) }
}

export const fixedSpan = ({ from, to }: RangeSearch): Span | undefined =>
  from !== undefined && to !== undefined ? { from: Date.parse(from), to: Date.parse(to) } : undefined

/** The span that a search stands for at a moment. */
export function spanOf(search: RangeSearch, now: number): Span {
  const fixed = fixedSpan(search)
  if (fixed) return fixed
  const { length } = ranges.find(({ value }) => value === search.range) ?? ranges[0]
  return { from: now - length, to: now }
}

/** For a query's `refetchInterval`. @param usual the interval of a URL without one */
export const refetchEvery = (search: RangeSearch, usual: Interval): number | false =>
  !fixedSpan(search) && (search.every ?? usual) * 1000
