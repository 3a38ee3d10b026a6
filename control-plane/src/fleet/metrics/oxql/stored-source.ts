import type { Db } from '../../../kernel/database/database.ts'
import { histogramOf } from '../samples/deltas.ts'
import {
  findSeries,
  readMeans,
  readStoredSamples,
  SAMPLES_KEPT_MS,
  type StoredSample,
  type StoredSeries,
} from '../samples/stored-samples.repo.ts'
import { checkWindows, endsOf } from './align.ts'
import { MAX_SERIES } from './budget.ts'
import type { FoundSeries, Source } from './source.ts'
import { columnOf, type Column, type Series, type Value } from './tables.ts'

/** Stored samples that the platform has reported. */
export function storedSource(db: Db): Source {
  // `read` receives the objects that `find` returned.
  const idOf = (found: FoundSeries) => (found as StoredSeries).id
  return {
    keptMs: SAMPLES_KEPT_MS,
    find: (schema, requiredFields, { from }) =>
      findSeries(db, schema.timeseries_name, requiredFields, from, MAX_SERIES + 1),

    async read(schema, found, { from, to }, { budget, yielder, offset }) {
      const column = columnOf(schema)
      const byId = new Map(found.map((one) => [idOf(one), one]))
      const all: Series[] = []
      let [id, series] = [-1, undefined as Series | undefined]
      const query = { ids: [...byId.keys()], from, to, limit: budget.samplesLeft + 1 }
      await readStoredSamples(db, query, async (rows) => {
        budget.takeSamples(rows.length, column, offset)
        for (const row of rows) {
          if (!series || row.series_id !== id) {
            id = row.series_id
            series = emptySeries(byId.get(id)!, column)
            all.push(series)
          }
          if (row.merged > 1) series.weights ??= series.times.map(() => 1)
          series.weights?.push(row.merged)
          series.startTimes?.push(Number(row.start_time ?? row.time))
          series.times.push(Number(row.time))
          series.values[0]!.push(valueOf(row, column))
        }
        await yielder.spent(rows.length)
      })
      return all
    },

    async readMeans({ groups, reducer }, { from, to }, alignment, { budget, yielder, offset }) {
      const values = groups.map((): (number | null)[] => [])
      const query = {
        ids: groups.flatMap(({ members }) => members.map(idOf)),
        places: groups.flatMap(({ members }, place) => members.map(() => place)),
        from,
        to: Math.min(to, alignment.end + 1),
        limit: budget.samplesLeft + 1,
        ...alignment,
        reducer,
        maxWindows: budget.pointsLeft,
      }
      const receiver = {
        totals(samples: number, windows: number) {
          budget.takeSamples(samples, { type: 'double' }, offset)
          checkWindows(samples, windows, budget, offset)
        },
        size: (place: number, windows: number) => void (values[place] = Array(windows).fill(null)),
        mean(place: number, age: number, mean: number) {
          const own = values[place]!
          own[own.length - 1 - age] = mean
        },
      }
      await readMeans(db, query, receiver, yielder)
      const series: Series[] = []
      for (const [place, { fields }] of groups.entries()) {
        const own = values[place]!
        if (own.length) series.push({ fields, times: await endsOf(alignment, own.length, yielder), values: [own] })
      }
      return series
    },
  }
}

const emptySeries = ({ fields }: FoundSeries, { metricType }: Column): Series => ({
  fields,
  ...(metricType === 'delta' && { startTimes: [] }),
  times: [],
  values: [[]],
})

function valueOf({ whole, real, other }: StoredSample, { type }: Column): Value {
  if (whole !== null || real !== null) return whole ?? real
  return type.endsWith('distribution') ? histogramOf(other) : (other as Value)
}
