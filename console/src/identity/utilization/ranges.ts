const hour = 3_600_000

/** How far back charts reach; the first unless said. */
export const ranges = [
  { value: 'hour', label: 'Last hour', length: hour },
  { value: '3-hours', label: 'Last 3 hours', length: 3 * hour },
  { value: 'day', label: 'Last day', length: 24 * hour },
  { value: 'week', label: 'Last week', length: 7 * 24 * hour },
  { value: '30-days', label: 'Last 30 days', length: 30 * 24 * hour },
] as const

export type RangeKey = (typeof ranges)[number]['value']

/** A range as the URL has it: of a length up to now, or between two times, which stay as they are. */
export interface RangeSearch {
  range?: RangeKey
  /** ms since 1970; both or none. */
  from?: number
  to?: number
}

export function rangeSearch({ range, from, to }: Record<string, unknown>): RangeSearch {
  if (typeof from === 'number' && typeof to === 'number' && from < to) return { from, to }
  const known = ranges.find(({ value }) => value === range)
  return known && known !== ranges[0] ? { range: known.value } : {}
}

export const isCustom = ({ from, to }: RangeSearch): boolean => from !== undefined && to !== undefined

export const rangeOf = ({ range }: RangeSearch): (typeof ranges)[number] =>
  ranges.find(({ value }) => value === range) ?? ranges[0]

/** Where a range begins and ends now. */
export function boundsOf(search: RangeSearch, now: number): { from: number; to: number } {
  const { from, to } = search
  return from !== undefined && to !== undefined ? { from, to } : { from: now - rangeOf(search).length, to: now }
}
