import type { Db } from '../../../kernel/database/database.ts'
import { histogramOf } from '../samples/growth.ts'
import {
  findSeries,
  readMeans,
  readSamples,
  type StoredSample,
  type StoredSeries,
} from '../samples/stored-samples.repo.ts'
import { checkWindows, endsOf, MOST_POINTS } from './align.ts'
import { type Found, type Source, tooMany } from './source.ts'
import { columnOf, type Column, type Series, type Value } from './tables.ts'

/** Samples that the platform reported, from the database. */
export function storedSource(db: Db): Source {
  // What `find` answers is handed back to `read` as it is.
  const idOf = (found: Found) => (found as StoredSeries).id
  return {
    find: (schema, demands, { from }) => findSeries(db, schema.timeseries_name, demands, from),

    async read(schema, found, { from, to }, slices, limit) {
      const rows = await readSamples(db, found.map(idOf), from, to, limit.most + 1)
      if (rows.length > limit.most) throw tooMany(limit)
      const column = columnOf(schema)
      const byId = new Map<number, StoredSample[]>(found.map((one) => [idOf(one), []]))
      for (const row of rows) {
        byId.get(row.series_id)?.push(row)
        await slices.spent(1)
      }
      const all: Series[] = []
      for (const one of found) {
        const own = byId.get(idOf(one))!.toSorted((a, b) => a.time - b.time)
        if (own.length) all.push(seriesOf(one, own, column))
        await slices.spent(own.length)
      }
      return all
    },

    async readMeans({ groups, reducer }, { from, to }, alignment, limit) {
      const { samples, windows, means, sizes } = await readMeans(db, {
        ids: groups.flatMap(({ members }) => members.map(idOf)),
        places: groups.flatMap(({ members }, place) => members.map(() => place)),
        from,
        to: Math.min(to, alignment.end + 1),
        most: limit.most + 1,
        ...alignment,
        reducer,
        mostWindows: MOST_POINTS,
      })
      if (samples > limit.most) throw tooMany(limit)
      checkWindows(samples, windows, limit.offset)
      const values = groups.map((_, place) => Array.from({ length: sizes.get(place) ?? 0 }, (): number | null => null))
      for (const { place, age, mean } of means) values[place]![values[place]!.length - 1 - age] = mean
      const series = groups.flatMap(({ fields }, place) => {
        const own = values[place]!
        return own.length ? [{ fields, times: endsOf(alignment, own.length), values: [own] }] : []
      })
      return { series, samples }
    },
  }
}

function seriesOf({ fields }: Found, rows: readonly StoredSample[], column: Column): Series {
  return {
    fields,
    ...(column.metricType === 'delta' && {
      startTimes: rows.map(({ start_time, time }) => Number(start_time ?? time)),
    }),
    times: rows.map(({ time }) => Number(time)),
    values: [rows.map((row) => valueOf(row, column))],
  }
}

function valueOf({ whole, real, other }: StoredSample, { type }: Column): Value {
  if (whole !== null || real !== null) return whole ?? real
  return type.endsWith('distribution') ? histogramOf(other) : (other as Value)
}
