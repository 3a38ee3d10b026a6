import type { Yielder } from '../../../kernel/limits/yield-to-event-loop.ts'
import { QueryError } from './query-error.ts'
import { type Alignment, type Column, isNumeric, type Series, type Table, type Value } from './tables.ts'

/** Points that a query may read, and that a table may have. */
export const MOST_POINTS = 1_000_000
/** So many points may come out for one that goes in. */
const MOST_POINTS_PER_POINT = 100

/** @throws QueryError when so many points are not to become so many windows */
export function checkWindows(points: number, windows: number, offset: number): void {
  if (windows > points * MOST_POINTS_PER_POINT)
    throw new QueryError(`these windows make more than ${MOST_POINTS_PER_POINT} points of one`, offset)
  if (windows > MOST_POINTS) throw new QueryError(`these windows make more than ${MOST_POINTS} points`, offset)
}

/** @throws QueryError for what has no mean */
export function checkAlignable(columns: readonly Column[], offset: number): void {
  const unfit = columns.find((column) => !isNumeric(column))
  if (unfit) throw new QueryError(`cannot align values of type ${unfit.type}`, offset)
}

/** How many windows before the last one a time lies in; a window includes its end and not its start. */
export const windowOf = ({ end, periodMs }: Alignment, time: number): number => Math.floor((end - time) / periodMs)

/** A table of means within windows that end at one moment, backwards from there. @throws QueryError */
export async function align(table: Table, alignment: Alignment, yielder: Yielder, offset: number): Promise<Table> {
  checkAlignable(table.columns, offset)
  const known = table.series.map((series) => until(series, alignment.end)).filter(({ times }) => times.length > 0)
  const count = (total: number, { times }: Series) => total + times.length
  const windows = known.reduce((total, { times }) => total + windowOf(alignment, times[0]!) + 1, 0)
  checkWindows(known.reduce(count, 0), windows, offset)
  const series: Series[] = []
  for (const one of known) {
    const { fields, times, startTimes } = one
    const size = windowOf(alignment, times[0]!) + 1
    const values: Value[][] = []
    for (const column of one.values) values.push(await means(times, startTimes, column, alignment, size, yielder))
    series.push({ fields, times: endsOf(alignment, size), values })
  }
  return alignedTable(table, alignment, series)
}

export const alignedTable = (table: Omit<Table, 'series'>, alignment: Alignment, series: Series[]): Table => ({
  ...table,
  columns: table.columns.map(() => ({ metricType: 'gauge', type: 'double' })),
  alignment,
  series,
})

/** Ends of so many windows, oldest first. */
export const endsOf = ({ end, periodMs }: Alignment, size: number): number[] =>
  Array.from({ length: size }, (_, i) => end - (size - 1 - i) * periodMs)

function until(series: Series, end: number): Series {
  const beyond = series.times.findIndex((time) => time > end)
  if (beyond < 0) return series
  const cut = <T>(list: T[]) => list.slice(0, beyond)
  return {
    fields: series.fields,
    ...(series.startTimes && { startTimes: cut(series.startTimes) }),
    times: cut(series.times),
    values: series.values.map(cut),
  }
}

/**
 * The mean of each window. A delta counts in each window by the share of its own time that lies there; before the
 * window of the first point nothing is told.
 */
async function means(
  times: readonly number[],
  startTimes: readonly number[] | undefined,
  values: readonly Value[],
  alignment: Alignment,
  size: number,
  yielder: Yielder,
): Promise<(number | null)[]> {
  const sums = new Float64Array(size)
  const weights = new Float64Array(size)
  const { end, periodMs } = alignment
  const add = (window: number, value: number, weight: number) => {
    sums[window]! += value * weight
    weights[window]! += weight
  }
  for (let i = 0; i < times.length; i++) {
    const value = values[i] ?? null
    if (value === null) continue
    const time = times[i]!
    const start = startTimes?.[i] ?? time
    const window = windowOf(alignment, time)
    const last = start < time ? Math.min(size - 1, windowOf(alignment, start + 1)) : window
    if (windowOf(alignment, start + 1) === window || start >= time) add(window, Number(value), 1)
    else
      for (let one = window; one <= last; one++) {
        const overlap = Math.min(time, end - one * periodMs) - Math.max(start, end - (one + 1) * periodMs)
        add(one, Number(value), overlap / (time - start))
      }
    await yielder.spent(1 + last - window)
  }
  return Array.from({ length: size }, (_, i) => {
    const window = size - 1 - i
    return weights[window] ? sums[window]! / weights[window]! : null
  })
}
