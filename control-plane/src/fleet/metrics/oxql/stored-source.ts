import type { Db } from '../../../kernel/database/database.ts'
import { histogramOf } from '../samples/growth.ts'
import {
  findSeries,
  readMeans,
  readSamples,
  type StoredSample,
  type StoredSeries,
} from '../samples/stored-samples.repo.ts'
import { checkWindows, endsOf } from './align.ts'
import { MOST_SERIES } from './budget.ts'
import type { Found, Source } from './source.ts'
import { columnOf, type Column, type Series, type Value } from './tables.ts'

/** Samples that the platform reported, from the database. */
export function storedSource(db: Db): Source {
  // What `find` answers is handed back to `read` as it is.
  const idOf = (found: Found) => (found as StoredSeries).id
  return {
    find: (schema, demands, { from }) => findSeries(db, schema.timeseries_name, demands, from, MOST_SERIES + 1),

    async read(schema, found, { from, to }, { budget, yielder, offset }) {
      const column = columnOf(schema)
      const byId = new Map(found.map((one) => [idOf(one), one]))
      const all: Series[] = []
      let [id, series] = [-1, undefined as Series | undefined]
      const asked = { ids: [...byId.keys()], from, to, most: budget.samplesLeft + 1 }
      await readSamples(db, asked, async (rows) => {
        budget.takeSamples(rows.length, offset)
        for (const row of rows) {
          if (!series || row.series_id !== id) {
            id = row.series_id
            series = emptySeries(byId.get(id)!, column)
            all.push(series)
          }
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
      const asked = {
        ids: groups.flatMap(({ members }) => members.map(idOf)),
        places: groups.flatMap(({ members }, place) => members.map(() => place)),
        from,
        to: Math.min(to, alignment.end + 1),
        most: budget.samplesLeft + 1,
        ...alignment,
        reducer,
        mostWindows: budget.pointsLeft,
      }
      const taker = {
        totals(samples: number, windows: number) {
          budget.takeSamples(samples, offset)
          checkWindows(samples, windows, budget, offset)
        },
        size: (place: number, windows: number) => void (values[place] = Array(windows).fill(null)),
        mean(place: number, age: number, mean: number) {
          const own = values[place]!
          own[own.length - 1 - age] = mean
        },
      }
      await readMeans(db, asked, taker, yielder)
      const series: Series[] = []
      for (const [place, { fields }] of groups.entries()) {
        const own = values[place]!
        if (own.length) series.push({ fields, times: await endsOf(alignment, own.length, yielder), values: [own] })
      }
      return series
    },
  }
}

const emptySeries = ({ fields }: Found, { metricType }: Column): Series => ({
  fields,
  ...(metricType === 'delta' && { startTimes: [] }),
  times: [],
  values: [[]],
})

function valueOf({ whole, real, other }: StoredSample, { type }: Column): Value {
  if (whole !== null || real !== null) return whole ?? real
  return type.endsWith('distribution') ? histogramOf(other) : (other as Value)
}
