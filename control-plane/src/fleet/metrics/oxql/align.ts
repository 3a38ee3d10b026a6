import type { Yielder } from '../../../kernel/limits/yield-to-event-loop.ts'
import type { Budget } from './budget.ts'
import { QueryError } from './query-error.ts'
import { type Alignment, type Column, isNumeric, type Series, type Table, type Value } from './tables.ts'

/** So many points may come out for one that goes in. */
const MOST_POINTS_PER_POINT = 100

/** @throws QueryError where so few points are to become so many windows, or the query has none left */
export function checkWindows(points: number, windows: number, budget: Budget, offset: number): void {
  if (windows > points * MOST_POINTS_PER_POINT)
    throw new QueryError(`these windows make more than ${MOST_POINTS_PER_POINT} points of one`, offset)
  budget.takePoints(windows, offset)
}

/** @throws QueryError for what has no mean */
export function checkAlignable(columns: readonly Column[], offset: number): void {
  const unfit = columns.find((column) => !isNumeric(column))
  if (unfit) throw new QueryError(`cannot align values of type ${unfit.type}`, offset)
}

/** How many windows before the last one a time lies in; a window includes its end and not its start. */
export const windowOf = ({ end, periodMs }: Alignment, time: number): number => Math.floor((end - time) / periodMs)

/** A table of means within windows that end at one moment, backwards from there. @throws QueryError */
export async function align(
  table: Table,
  alignment: Alignment,
  { budget, yielder }: { budget: Budget; yielder: Yielder },
  offset: number,
): Promise<Table> {
  checkAlignable(table.columns, offset)
  const known: { one: Series; points: number; size: number }[] = []
  await yielder.each(table.series.length, 10, (i) => {
    const one = table.series[i]!
    const points = pointsUntil(one, alignment.end)
    if (points) known.push({ one, points, size: windowOf(alignment, one.times[0]!) + 1 })
  })
  const total = (count: (of: (typeof known)[number]) => number) => known.reduce((sum, of) => sum + count(of), 0)
  const windows = total(({ one, size }) => size * one.values.length)
  checkWindows(
    total(({ one, points }) => points * one.values.length),
    windows,
    budget,
    offset,
  )
  const series: Series[] = []
  for (const { one, points, size } of known) {
    const values: Value[][] = []
    for (const column of one.values) values.push(await means(one, column, points, alignment, size, yielder))
    series.push({ fields: one.fields, times: await endsOf(alignment, size, yielder), values })
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
export async function endsOf({ end, periodMs }: Alignment, size: number, yielder: Yielder): Promise<number[]> {
  const ends: number[] = []
  await yielder.each(size, 0.1, (i) => ends.push(end - (size - 1 - i) * periodMs))
  return ends
}

/** How many points of a series are not later than that. */
function pointsUntil({ times }: Series, end: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! > end) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The mean of each window over the first so many points of a column. A delta counts in each window by the share of its
 * own time that lies there; a window before the first point has none.
 */
async function means(
  { times, startTimes }: Series,
  values: readonly Value[],
  points: number,
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
  for (let i = 0; i < points; i++) {
    const value = values[i] ?? null
    const time = times[i]!
    const start = startTimes?.[i] ?? time
    const window = windowOf(alignment, time)
    const oldest = start < time ? windowOf(alignment, start + 1) : window
    if (value !== null && oldest === window) add(window, Number(value), 1)
    else if (value !== null)
      await yielder.each(Math.min(size, oldest + 1) - window, 1, (after) => {
        const one = window + after
        const overlap = Math.min(time, end - one * periodMs) - Math.max(start, end - (one + 1) * periodMs)
        add(one, Number(value), overlap / (time - start))
      })
    if (i % 100 === 99) await yielder.spent(100)
  }
  await yielder.spent(1 + (points % 100))
  const found: (number | null)[] = []
  await yielder.each(size, 0.2, (i) => {
    const window = size - 1 - i
    found.push(weights[window] ? sums[window]! / weights[window]! : null)
  })
  return found
}
