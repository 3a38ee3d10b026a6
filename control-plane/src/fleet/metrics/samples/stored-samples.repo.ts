import { sql } from 'kysely'
import { DAY_MS } from '../../../clock/durations.ts'
import type { Db } from '../../../kernel/database/database.ts'
import { deleteInBatches } from '../../../kernel/database/delete-in-batches.ts'
import { rowsInBatches } from '../../../kernel/database/rows-in-batches.ts'
import type { Yielder } from '../../../kernel/limits/yielder.ts'
import type { FieldValue } from '../../../platform/interface/samples.ts'
import type { CounterQuery, CounterSample } from './counter-page.ts'

export interface StoredSeries {
  id: number
  fields: Record<string, FieldValue>
}

/** Series with these field values that have a sample since `since`. */
export const findSeries = (
  db: Db,
  name: string,
  requiredFields: Readonly<Record<string, FieldValue>>,
  since: number,
  limit: number,
): Promise<StoredSeries[]> =>
  db
    .selectFrom('timeseries')
    .select(['id', 'fields'])
    .where('name', '=', name)
    .where(sql<boolean>`fields @> ${JSON.stringify(requiredFields)}::jsonb`)
    .where('last_time', '>=', since)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Samples of series from `from` until before `to`. */
const samplesWithin = (ids: readonly number[], from: number, to: number, limit: number) => sql`
  select series_id, time, start_time, whole, real, other, merged from samples
  where series_id = any(${ids}::int[]) and time >= ${from}::bigint and time < ${to}::bigint
  limit ${limit}::int`

export interface StoredSample {
  series_id: number
  time: number
  start_time: number | null
  whole: number | bigint | null
  real: number | null
  other: unknown
  merged: number
}

/** Reads samples in batches, by series and time. */
export const readStoredSamples = (
  db: Db,
  query: { ids: readonly number[]; from: number; to: number; limit: number },
  onRows: (rows: readonly StoredSample[]) => Promise<void>,
): Promise<void> =>
  rowsInBatches(
    db,
    sql<StoredSample>`
      select * from (${samplesWithin(query.ids, query.from, query.to, query.limit)}) as read order by series_id, time`,
    onRows,
  )

/** Receives the results of `readMeans`, in this order. */
export interface MeansReceiver {
  /** Number of samples, and sum of the windows of all series from their first sample on. */
  totals(samples: number, windows: number): void
  /** Number of windows of a result from its first sample on. `place` is the index of the result. */
  size(place: number, windows: number): void
  /** @param age of the window, counted back from the last one */
  mean(place: number, age: number, mean: number): void
}

/**
 * The means of `align` and the sums or means of `group_by`, computed in PostgreSQL. Samples within one window are added
 * up first; the few that span several windows are then divided among these.
 * @param query.places the index of the result of each series
 */
export function readMeans(
  db: Db,
  query: {
    ids: readonly number[]
    places: readonly number[]
    from: number
    to: number
    limit: number
    end: number
    periodMs: number
    reducer: 'sum' | 'mean'
    /** If there were more windows, no means are computed. */
    maxWindows: number
  },
  receiver: MeansReceiver,
  yielder: Yielder,
): Promise<void> {
  const end = sql`${query.end}::bigint`
  const period = sql`${query.periodMs}::bigint`
  const found = sql<MeansRow>`
    with added as materialized (
      select series_id, age, straddles, count(*) as count, sum(merged) as merged, sum(value) as value, min(start_time) as start_time
      from (
        select series_id, start_time, merged,
          coalesce(whole::float8, real) * case when start_time is null then merged else 1 end as value,
          (${end} - time) / ${period} as age,
          case when (${end} - start_time - 1) / ${period} <> (${end} - time) / ${period} then time end as straddles
        from (${samplesWithin(query.ids, query.from, query.to, query.limit)}) as read
      ) as placed
      group by series_id, age, straddles
    ), oldest as materialized (
      select series_id, max(age) as age from added group by series_id
    ), totals as materialized (
      select (select coalesce(sum(count), 0) from added)::bigint as samples,
        (select coalesce(sum(age + 1), 0) from oldest)::bigint as windows
    ), shares as (
      select series_id, age, merged::float8 as weight, value from added where straddles is null
      union all
      select added.series_id, share.age, added.merged * share.weight, added.value * share.weight
      from totals
      join added on added.straddles is not null and windows <= ${query.maxWindows}::int
      join oldest on oldest.series_id = added.series_id
      cross join lateral (
        select age, (least(straddles, ${end} - age * ${period}) - greatest(start_time, ${end} - (age + 1) * ${period}))
          ::float8 / (straddles - start_time) as weight
        from generate_series(added.age, least((${end} - start_time - 1) / ${period}, oldest.age)) as age
      ) as share
    ), means as (
      select series_id, age, sum(value) / sum(weight) as mean from shares group by series_id, age
    ), places as (
      select * from unnest(${query.ids}::int[], ${query.places}::int[]) as given (series_id, place)
    ), reduced as (
      select place, age, ${sql.raw(query.reducer === 'sum' ? 'sum' : 'avg')}(mean) as mean
      from means join places using (series_id) group by place, age
    )
    select samples, windows, null::int as place, null::bigint as age, null::float8 as mean from totals
    union all
    select null, null, place, max(age), null from oldest join places using (series_id) group by place
    union all
    select null, null, place, age, mean from reduced`
  return rowsInBatches(db, found, async (rows) => {
    for (const { samples, windows, place, age, mean } of rows)
      if (place === null) receiver.totals(Number(samples), Number(windows))
      else if (mean === null) receiver.size(place, Number(age) + 1)
      else receiver.mean(place, Number(age), mean)
    await yielder.spent(rows.length)
  })
}

interface MeansRow {
  samples: number | null
  windows: number | null
  place: number | null
  age: number | null
  mean: number | null
}

/** A page of stored counters. Each is counted from its first sample in the range. */
export async function storedCounters(db: Db, query: CounterQuery): Promise<CounterSample[]> {
  const series = await findSeries(db, query.series, query.where, query.start, MAX_COUNTERS)
  const ids = series.map(({ id }) => id)
  const { rows } = await sql<{ time: number; start_time: number; value: number | bigint }>`
    select time, start_time, value from (
      select time, first_value(start_time) over run as start_time, (sum(whole) over run)::bigint as value
      from (
        select series_id, time, start_time, whole,
          count(*) filter (where start_time is distinct from before) over (partition by series_id order by time) as run
        from (
          select *, lag(time) over (partition by series_id order by time) as before from samples
          where series_id = any(${ids}::int[]) and time >= ${query.start}::bigint and time < ${query.to}::bigint
        ) read
      ) counted
      where whole is not null
      window run as (partition by series_id, run order by time)
    ) totals
    where time >= ${query.from}::bigint
    order by time ${sql.raw(query.descending ? 'desc' : 'asc')}
    limit ${query.limit}`.execute(db)
  return rows.map(({ time, start_time, value }) => ({ at: time, startedAt: start_time, value: BigInt(value) }))
}

/** Maximum number of series: a disk has one per instance that it was attached to. */
const MAX_COUNTERS = 1_000

export const SAMPLES_KEPT_MS = 365 * DAY_MS
/** Series per batch of pruning. */
const BATCH = 500

/** Deletes samples after a year, and series without samples. */
export async function pruneSamples(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const before = now.getTime() - SAMPLES_KEPT_MS
  for (let after = 0; ;) {
    const series = await db
      .selectFrom('timeseries')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const ids = series.map(({ id }) => id)
    if (!ids.length) return
    // One series at a time, so that the primary key finds old samples in order.
    for (const id of ids) {
      const where = sql`series_id = ${id}::int and time < ${before}::bigint`
      await deleteInBatches(db, { table: 'samples', where, order: 'time' }, signal)
    }
    await sql`delete from timeseries where id = any(${ids}::int[]) and last_time < ${before}::bigint`.execute(db)
    after = ids.at(-1)!
  }
}
