import type { ListedSeries, Samples, SampleSeries, SampleValue } from '../../../platform/samples.ts'
import type { Yielder } from '../../../kernel/limits/yield-to-event-loop.ts'
import { growth } from '../samples/growth.ts'
import { MOST_SERIES } from './budget.ts'
import type { Source } from './source.ts'
import type { Series, Value } from './tables.ts'
import { SAMPLE_INTERVAL_MS } from '../../../platform/samples.ts'

/** So far back a counter's sample before the first of a range is looked for. */
/** Samples that the platform works out when it is asked. */
export function computedSource(samples: Samples): Source {
  return {
    find(schema, demands, { from, to }, yielder) {
      const where = Object.fromEntries(Object.entries(demands).map(([field, value]) => [field, [value]]))
      const range = { from: new Date(from), to: new Date(to) }
      return samples.list({ series: schema.timeseries_name, where, ...range, limit: MOST_SERIES + 1 }, yielder)
    },

    async read({ timeseries_name: series }, found, { from, to }, { budget, yielder, offset }) {
      // `find` answered them, and its caller hands them back as they are.
      const listed = found as readonly ListedSeries[]
      budget.takeSamples(
        listed.reduce((total, { count }) => total + count, 0),
        offset,
      )
      const query = { series, from: new Date(from - SAMPLE_INTERVAL_MS), to: new Date(to) }
      const all: Series[] = []
      for (const one of await samples.read(query, listed, yielder)) {
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
  await yielder.each(timestamps.length, 1, (i) => {
    const time = timestamps[i]!
    if (time < from) return
    const goesOn = counts && i > 0 && startTimes[i - 1] === startTimes[i]
    const value = values[i]!
    series.startTimes?.push(goesOn ? timestamps[i - 1]! : startTimes[i]!)
    series.times.push(time)
    series.values[0]!.push(told(counts ? growth(value, goesOn ? values[i - 1] : undefined) : value))
  })
  return series
}

/** Numbers as numbers wherever those are exact. */
const told = (value: SampleValue): Value =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
