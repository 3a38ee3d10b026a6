import type { Histogram, SampleSeries, SampleValue } from '../../../platform/samples.ts'

/** A row of the table of samples. */
export interface NewSample {
  series_id: number
  time: number
  start_time: number | null
  whole: bigint | null
  real: number | null
  other: string | null
}

/** The sample of a series that came last; its value as it is kept in JSON, null where it is not counted. */
export interface Last {
  time: number
  startTime: number | null
  value: unknown
}

/** A histogram in JSON, whose counts may go past what a number can say exactly. */
interface KeptHistogram {
  bins: readonly number[]
  counts: string[]
  sum: string
}

/** What of a report is later than the last sample, each counter as what it grew by. */
export function newSamples(
  { timestamps, startTimes, values }: SampleSeries,
  last: Last | undefined,
): { samples: Omit<NewSample, 'series_id'>[]; last: Last } {
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
    const goesOn = before.startTime === startTime
    const from = goesOn ? before.time : startTime
    if (from >= time) continue
    samples.push({ time, start_time: from, ...columnsOf(growth(value, goesOn ? sampleOf(before.value) : undefined)) })
    before = { time, startTime, value: keptOf(value) }
  }
  return { samples, last: before }
}

/** What a counter grew by since an earlier sample of the same run, or since it was at zero. */
export function growth(value: SampleValue, before: SampleValue | undefined): SampleValue {
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

const keptHistogram = ({ bins, counts, sum }: Histogram): KeptHistogram => ({
  bins,
  counts: counts.map(String),
  sum: String(sum),
})

export function histogramOf(kept: unknown): Histogram {
  const { bins, counts, sum } = kept as KeptHistogram
  return { bins, counts: counts.map(BigInt), sum: BigInt(sum) }
}

const keptOf = (value: SampleValue): unknown =>
  typeof value === 'object' ? keptHistogram(value) : typeof value === 'bigint' ? String(value) : value

const sampleOf = (kept: unknown): SampleValue =>
  typeof kept === 'object' ? histogramOf(kept) : typeof kept === 'string' ? BigInt(kept) : (kept as number | boolean)

function columnsOf(value: SampleValue): Pick<NewSample, 'whole' | 'real' | 'other'> {
  const none = { whole: null, real: null, other: null }
  if (typeof value === 'bigint') return { ...none, whole: value }
  if (typeof value === 'number') return { ...none, real: value }
  return { ...none, other: JSON.stringify(keptOf(value)) }
}
