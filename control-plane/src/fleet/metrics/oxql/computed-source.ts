import { DAY_MS } from '../../../clock/durations.ts'
import type { Yielder } from '../../../kernel/limits/yielder.ts'
import type { ListedSeries, Samples, SampleSeries, SampleValue } from '../../../platform/interface/samples.ts'
import { SAMPLE_INTERVAL_MS } from '../../../platform/interface/samples.ts'
import { deltaOf } from '../samples/deltas.ts'
import { MAX_SERIES } from './budget.ts'
import type { Source } from './source.ts'
import { columnOf, type Series, type Value } from './tables.ts'

/** Samples that the platform computes on request. */
export function computedSource(samples: Samples): Source {
  return {
    keptMs: 30 * DAY_MS,

    find(schema, requiredFields, { from, to }, yielder) {
      const where = Object.fromEntries(Object.entries(requiredFields).map(([field, value]) => [field, [value]]))
      const range = { from: new Date(from), to: new Date(to) }
      return samples.list({ series: schema.timeseries_name, where, ...range, limit: MAX_SERIES + 1 }, yielder)
    },

    async read(schema, found, { from, to }, { budget, yielder, offset }) {
      // `read` receives the objects that `find` returned.
      const listed = found as readonly ListedSeries[]
      budget.takeSamples(
        listed.reduce((total, { count }) => total + count, 0),
        columnOf(schema),
        offset,
      )
      const query = { series: schema.timeseries_name, from: new Date(from - SAMPLE_INTERVAL_MS), to: new Date(to) }
      const all: Series[] = []
      for (const one of await samples.read(query, listed, yielder)) {
        const deltas = await deltasOf(one, from, yielder)
        if (deltas.times.length) all.push(deltas)
      }
      return all
    },
  }
}

/** Converts a counter's samples from `from` on to deltas since the previous sample or its start. Keeps gauges. */
async function deltasOf(samples: SampleSeries, from: number, yielder: Yielder): Promise<Series> {
  const { fields, timestamps, startTimes, values } = samples
  const counts = startTimes.length > 0
  const series: Series = { fields, ...(counts && { startTimes: [] }), times: [], values: [[]] }
  await yielder.each(timestamps.length, 1, (i) => {
    const time = timestamps[i]!
    if (time < from) return
    const continues = counts && i > 0 && startTimes[i - 1] === startTimes[i]
    const value = values[i]!
    series.startTimes?.push(continues ? timestamps[i - 1]! : startTimes[i]!)
    series.times.push(time)
    series.values[0]!.push(valueOf(counts ? deltaOf(value, continues ? values[i - 1] : undefined) : value))
  })
  return series
}

/** Converts bigints to numbers when exact. */
const valueOf = (value: SampleValue): Value =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
