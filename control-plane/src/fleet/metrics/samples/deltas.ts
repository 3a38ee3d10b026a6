import type { Histogram, SampleSeries, SampleValue } from '../../../platform/interface/samples.ts'

/** A row of `samples`. */
export interface NewSample {
  series_id: number
  time: number
  start_time: number | null
  whole: bigint | null
  real: number | null
  other: string | null
}

/** The latest sample of a series. The value is stored as JSON, and null for gauges. */
export interface LastSample {
  time: number
  startTime: number | null
  value: unknown
}

/** A histogram in JSON. Counts are strings, since they may exceed the exact numbers. */
interface StoredHistogram {
  bins: readonly number[]
  counts: string[]
  sum: string
}

/** The reported samples that are later than the last one, with counters as deltas. */
export function newSamples(
  { timestamps, startTimes, values }: SampleSeries,
  last: LastSample | undefined,
): { samples: Omit<NewSample, 'series_id'>[]; last: LastSample } {
  const samples: Omit<NewSample, 'series_id'>[] = []
  let before = last ?? { time: -Infinity, startTime: null, value: null }
  for (const [i, at] of timestamps.entries()) {
    const time = Math.floor(at)
    const value = values[i]
    if (value === undefined || time <= before.time) continue
    const startTime = startTimes.length ? Math.floor(startTimes[i]!) : null
    if (startTime === null) {
      samples.push({ time, start_time: null, ...columnsOf(value) })
      before = { time, startTime, value: null }
      continue
    }
    const continues = before.startTime === startTime
    const from = continues ? before.time : startTime
    if (from >= time) continue
    samples.push({
      time,
      start_time: from,
      ...columnsOf(deltaOf(value, continues ? fromJson(before.value) : undefined)),
    })
    before = { time, startTime, value: toJson(value) }
  }
  return { samples, last: before }
}

/** The increase of a counter since an earlier sample of the same run, or since zero. */
export function deltaOf(value: SampleValue, before: SampleValue | undefined): SampleValue {
  if (typeof value === 'bigint') return typeof before === 'bigint' ? value - before : value
  if (typeof value === 'number') return typeof before === 'number' ? value - before : value
  if (typeof value === 'boolean') return value
  const { counts = [], sum = 0n } = typeof before === 'object' ? before : {}
  return {
    bins: value.bins,
    counts: value.counts.map((count, i) => count - (counts[i] ?? 0n)),
    sum: value.sum - sum,
  }
}

const storedHistogram = ({ bins, counts, sum }: Histogram): StoredHistogram => ({
  bins,
  counts: counts.map(String),
  sum: String(sum),
})

export function histogramOf(stored: unknown): Histogram {
  const { bins, counts, sum } = stored as StoredHistogram
  return { bins, counts: counts.map(BigInt), sum: BigInt(sum) }
}

const toJson = (value: SampleValue): unknown =>
  typeof value === 'object' ? storedHistogram(value) : typeof value === 'bigint' ? String(value) : value

const fromJson = (stored: unknown): SampleValue =>
  typeof stored === 'object'
    ? histogramOf(stored)
    : typeof stored === 'string'
      ? BigInt(stored)
      : (stored as number | boolean)

function columnsOf(value: SampleValue): Pick<NewSample, 'whole' | 'real' | 'other'> {
  const none = { whole: null, real: null, other: null }
  if (typeof value === 'bigint') return { ...none, whole: value }
  if (typeof value === 'number') return { ...none, real: value }
  return { ...none, other: JSON.stringify(toJson(value)) }
}
