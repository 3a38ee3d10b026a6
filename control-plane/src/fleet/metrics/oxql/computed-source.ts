import type { ListedSeries, SampleQuery, Samples, SampleSeries, SampleValue } from '../../../platform/samples.ts'
import type { Yielder } from '../../../kernel/limits/yield-to-event-loop.ts'
import { growth } from '../samples/growth.ts'
import { type Source, tooMany } from './source.ts'
import { keyOf, type Series, type Value } from './tables.ts'

/** So far back a counter's sample before the first of a range is looked for. */
const SAMPLE_MS = 5000

/** Samples that the platform works out when it is asked. */
export function computedSource(samples: Samples): Source {
  return {
    find(schema, demands, { from, to }) {
      const where = Object.fromEntries(Object.entries(demands).map(([field, value]) => [field, [value]]))
      return samples.list({ series: schema.timeseries_name, where, from: new Date(from), to: new Date(to) })
    },

    async read(schema, found, { from, to }, yielder, limit) {
      const count = found.reduce((total, one) => total + (one as ListedSeries).count, 0)
      if (count > limit.most) throw tooMany(limit)
      const wanted = new Set(found.map(({ fields }) => keyOf(fields)))
      const query: SampleQuery = {
        series: schema.timeseries_name,
        from: new Date(from - SAMPLE_MS),
        to: new Date(to),
      }
      const series = await samples.read(query, (fields) => wanted.has(keyOf(fields)), yielder)
      const all: Series[] = []
      for (const one of series) {
        const told = await grown(one, from, yielder)
        if (told.times.length) all.push(told)
      }
      return all
    },
  }
}

/** Each sample as what its counter grew by since the one before or its start; only those from a time on. */
async function grown(samples: SampleSeries, from: number, yielder: Yielder): Promise<Series> {
  const { fields, timestamps, startTimes, values } = samples
  const counts = startTimes.length > 0
  const series: Series = { fields, ...(counts && { startTimes: [] }), times: [], values: [[]] }
  for (const [i, time] of timestamps.entries()) {
    if (time < from) continue
    const goesOn = counts && i > 0 && startTimes[i - 1] === startTimes[i]
    const value = values[i]!
    series.startTimes?.push(goesOn ? timestamps[i - 1]! : startTimes[i]!)
    series.times.push(time)
    series.values[0]!.push(told(counts ? growth(value, goesOn ? values[i - 1] : undefined) : value))
    await yielder.spent(1)
  }
  return series
}

/** Numbers as numbers wherever those are exact. */
const told = (value: SampleValue): Value =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
