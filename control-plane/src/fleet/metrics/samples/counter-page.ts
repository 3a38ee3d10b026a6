import type { Db } from '../../../kernel/database/database.ts'
import type { Yielder } from '../../../kernel/limits/yield-to-event-loop.ts'
import type { FieldValue, Samples, SampleSeries } from '../../../platform/samples.ts'
import { originOf } from './origin.ts'
import { storedCounters } from './stored-samples.repo.ts'
import { SAMPLE_INTERVAL_MS } from '../../../platform/samples.ts'

/** What a counter showed at a moment, counted from `startedAt` on. */
export interface CounterSample {
  at: number
  startedAt: number
  value: bigint
}

export interface CounterQuery {
  series: string
  /** Fields that lead to the counters of one thing. */
  where: Readonly<Record<string, FieldValue>>
  /** The whole range that is paged through; stored counters are counted from its start on. */
  start: number
  /** What is left of it for this page and those after it, the end exclusive. */
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

/** At least `limit` samples of counters in the order of time, where there are so many. */
export function counterPage(parts: Parts, query: CounterQuery): Promise<CounterSample[]> {
  return originOf(parts.samples, query.series) === 'computed'
    ? computedCounters(parts, query)
    : storedCounters(parts.db, query)
}

/** Reads as much at a time as a page can hold. A thing may rest for weeks, which are passed over in growing steps. */
async function computedCounters(parts: Parts, query: CounterQuery): Promise<CounterSample[]> {
  const { descending, limit } = query
  let { from, to } = query
  const found: CounterSample[] = []
  const least = limit * SAMPLE_INTERVAL_MS
  for (let span = least; from < to && found.length < limit;) {
    const [first, last] = descending ? [Math.max(from, to - span), to] : [from, Math.min(to, from + span)]
    const where = Object.fromEntries(Object.entries(query.where).map(([field, value]) => [field, [value]]))
    const asked = { series: query.series, where, from: new Date(first), to: new Date(last) }
    const listed = await parts.samples.list(asked, parts.yielder)
    if (listed.length && span > least) {
      span = Math.max(least, span / 4)
      continue
    }
    if (listed.length) {
      const series = await parts.samples.read(asked, listed, parts.yielder)
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
