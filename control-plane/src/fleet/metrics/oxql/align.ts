import type { Yielder } from '../../../kernel/limits/yielder.ts'
import type { Budget } from './budget.ts'
import { QueryError } from './query-error.ts'
import { type Alignment, type Column, isNumeric, type Series, type Table, type Value } from './tables.ts'

/** Maximum number of windows per input point. */
const MAX_WINDOWS_PER_POINT = 100

/** @throws QueryError for too many windows per point, or when the budget is exhausted */
export function checkWindows(points: number, windows: number, budget: Budget, offset: number): void {
  if (windows > points * MAX_WINDOWS_PER_POINT)
    throw new QueryError(`more than ${MAX_WINDOWS_PER_POINT} windows per input point`, offset)
  budget.takePoints(windows, offset)
}

/** @throws QueryError for columns without a mean */
export function checkAlignable(columns: readonly Column[], offset: number): void {
  const unfit = columns.find((column) => !isNumeric(column))
  if (unfit) throw new QueryError(`cannot align values of type ${unfit.type}`, offset)
}

/** Index of the window of a time, counted back from the last. A window includes its end but not its start. */
export const windowOf = ({ end, periodMs }: Alignment, time: number): number => Math.floor((end - time) / periodMs)

/** Aligns a table to the means of windows. @throws QueryError */
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

/** The ends of the last `size` windows, oldest first. */
export async function endsOf({ end, periodMs }: Alignment, size: number, yielder: Yielder): Promise<number[]> {
  const ends: number[] = []
  await yielder.each(size, 0.1, (i) => ends.push(end - (size - 1 - i) * periodMs))
  return ends
}

/** Number of points of a series until `end`, inclusive. */
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
 * The mean of each window over the first `points` of a column. A delta is weighted in each window by the share of its
 * time that is in the window.
 */
async function means(
  { times, startTimes, weights: samples }: Series,
  values: readonly Value[],
  points: number,
  alignment: Alignment,
  size: number,
  yielder: Yielder,
): Promise<(number | null)[]> {
  const sums = new Float64Array(size)
  const weights = new Float64Array(size)
  const { end, periodMs } = alignment
  /** @param share of the point's time that is in the window */
  const add = (window: number, i: number, share: number) => {
    const count = samples?.[i] ?? 1
    // A delta that stands for several samples is their sum.
    sums[window]! += Number(values[i]) * share * (startTimes ? 1 : count)
    weights[window]! += share * count
  }
  for (let i = 0; i < points; i++) {
    const value = values[i] ?? null
    const time = times[i]!
    const start = startTimes?.[i] ?? time
    const window = windowOf(alignment, time)
    const oldest = start < time ? windowOf(alignment, start + 1) : window
    if (value !== null && oldest === window) add(window, i, 1)
    else if (value !== null)
      await yielder.each(Math.min(size, oldest + 1) - window, 1, (after) => {
        const one = window + after
        const overlap = Math.min(time, end - one * periodMs) - Math.max(start, end - (one + 1) * periodMs)
        add(one, i, overlap / (time - start))
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
