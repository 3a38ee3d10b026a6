import type { Db } from '../../../kernel/database/database.ts'
import type { Yielder } from '../../../kernel/limits/yielder.ts'
import type { FieldValue, Samples, SampleSeries } from '../../../platform/interface/samples.ts'
import { SAMPLE_INTERVAL_MS } from '../../../platform/interface/samples.ts'
import { originOf } from './origin.ts'
import { storedCounters } from './stored-samples.repo.ts'

/** The value of a counter at a time, counted from `startedAt` on. */
export interface CounterSample {
  at: number
  startedAt: number
  value: bigint
}

export interface CounterQuery {
  series: string
  /** Fields that identify the counters of one resource. */
  where: Readonly<Record<string, FieldValue>>
  /** Start of the range of all pages, from which stored counters are counted. */
  start: number
  /** The rest of the range, from this page on; `to` is exclusive. */
  from: number
  to: number
  descending: boolean
  limit: number
}

interface Parts {
  db: Db
  samples: Samples
  yielder: Yielder
}

/** A page of counter samples in the order of time: at least `limit`, if that many exist. */
export function counterPage(parts: Parts, query: CounterQuery): Promise<CounterSample[]> {
  return originOf(parts.samples, query.series) === 'computed'
    ? computedCounters(parts, query)
    : storedCounters(parts.db, query)
}

/** Reads the time span of one page at a time. Skips gaps, which may last for weeks, in growing steps. */
async function computedCounters(parts: Parts, query: CounterQuery): Promise<CounterSample[]> {
  const { descending, limit } = query
  let { from, to } = query
  const found: CounterSample[] = []
  const least = limit * SAMPLE_INTERVAL_MS
  for (let span = least; from < to && found.length < limit;) {
    const [first, last] = descending ? [Math.max(from, to - span), to] : [from, Math.min(to, from + span)]
    const where = Object.fromEntries(Object.entries(query.where).map(([field, value]) => [field, [value]]))
    const sampleQuery = { series: query.series, where, from: new Date(first), to: new Date(last) }
    const listed = await parts.samples.list(sampleQuery, parts.yielder)
    if (listed.length && span > least) {
      span = Math.max(least, span / 4)
      continue
    }
    if (listed.length) {
      const series = await parts.samples.read(sampleQuery, listed, parts.yielder)
      const read = series.flatMap(samplesOf).toSorted((a, b) => (descending ? b.at - a.at : a.at - b.at))
      for (const sample of read) found.push(sample)
    }
    if (descending) to = first
    else from = last
    if (!listed.length) span *= 2
  }
  return found
}

const samplesOf = ({ timestamps, startTimes, values }: SampleSeries): CounterSample[] =>
  timestamps.map((at, i) => {
    const value = values[i]
    return { at, startedAt: startTimes[i] ?? at, value: typeof value === 'bigint' ? value : 0n }
  })
