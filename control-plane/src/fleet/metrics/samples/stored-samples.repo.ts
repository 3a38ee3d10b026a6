import { sql } from 'kysely'
import type { Db } from '../../../kernel/database/database.ts'
import type { FieldValue } from '../../../platform/samples.ts'

export interface StoredSeries {
  id: number
  fields: Record<string, FieldValue>
}

/** The series of a timeseries whose fields have these values, and that have been heard of since then. */
export const findSeries = (
  db: Db,
  name: string,
  demands: Record<string, FieldValue>,
  since: number,
): Promise<StoredSeries[]> =>
  db
    .selectFrom('timeseries')
    .select(['id', 'fields'])
    .where('name', '=', name)
    .where(sql<boolean>`fields @> ${JSON.stringify(demands)}::jsonb`)
    .where('last_time', '>=', since)
    .orderBy('id')
    .execute()

/** Samples of series within times, the first of them inclusive, at most so many. */
const samplesWithin = (ids: readonly number[], from: number, to: number, most: number) => sql`
  select series_id, time, start_time, whole, real, other from samples
  where series_id = any(${ids}::int[]) and time >= ${from}::bigint and time < ${to}::bigint
  limit ${most}::int`

export interface StoredSample {
  series_id: number
  time: number
  start_time: number | null
  whole: number | bigint | null
  real: number | null
  other: unknown
}

export async function readSamples(
  db: Db,
  ids: readonly number[],
  from: number,
  to: number,
  most: number,
): Promise<StoredSample[]> {
  const { rows } = await sql<StoredSample>`${samplesWithin(ids, from, to, most)}`.execute(db)
  return rows
}

export interface Mean {
  /** Number of the group, or of the series where nothing is grouped. */
  place: number
  /** How many windows before the last one. */
  age: number
  mean: number
}

export interface Means {
  /** How many samples were read. */
  samples: number
  /** How many windows there are from each series' first sample on, in all. */
  windows: number
  means: Mean[]
  /** For each place how many windows there are from its first sample on. */
  sizes: Map<number, number>
}

/**
 * Means of samples in windows, as `align` has them, and sums or means of those in turn. All is done where the samples
 * are. In a first pass the samples of each window are added up, but for those that began in an earlier window, which
 * are kept apart; of these there are few, and each is then shared out among its windows.
 * @param asked.places for each series, which result it counts into
 */
export async function readMeans(
  db: Db,
  asked: {
    ids: readonly number[]
    places: readonly number[]
    from: number
    to: number
    most: number
    end: number
    periodMs: number
    reducer: 'sum' | 'mean'
    /** With more windows than that there are no means. */
    mostWindows: number
  },
): Promise<Means> {
  const end = sql`${asked.end}::bigint`
  const period = sql`${asked.periodMs}::bigint`
  const { rows } = await sql<{
    samples: number
    windows: number
    place: number | null
    age: number | null
    mean: number | null
  }>`
    with added as materialized (
      select series_id, age, straddles, count(*) as count, sum(value) as value, min(start_time) as start_time
      from (
        select series_id, start_time, coalesce(whole::float8, real) as value, (${end} - time) / ${period} as age,
          case when (${end} - start_time - 1) / ${period} <> (${end} - time) / ${period} then time end as straddles
        from (${samplesWithin(asked.ids, asked.from, asked.to, asked.most)}) as read
      ) as placed
      group by series_id, age, straddles
    ), oldest as materialized (
      select series_id, max(age) as age from added group by series_id
    ), totals as materialized (
      select (select coalesce(sum(count), 0) from added)::bigint as samples,
        (select coalesce(sum(age + 1), 0) from oldest)::bigint as windows
    ), shares as (
      select series_id, age, count::float8 as weight, value from added where straddles is null
      union all
      select added.series_id, share.age, share.weight, added.value * share.weight
      from totals
      join added on added.straddles is not null and windows <= ${asked.mostWindows}::int
      join oldest on oldest.series_id = added.series_id
      cross join lateral (
        select age, (least(straddles, ${end} - age * ${period}) - greatest(start_time, ${end} - (age + 1) * ${period}))
          ::float8 / (straddles - start_time) as weight
        from generate_series(added.age, least((${end} - start_time - 1) / ${period}, oldest.age)) as age
      ) as share
    ), means as (
      select series_id, age, sum(value) / sum(weight) as mean from shares group by series_id, age
    ), places as (
      select * from unnest(${asked.ids}::int[], ${asked.places}::int[]) as given (series_id, place)
    ), reduced as (
      select place, age, ${sql.raw(asked.reducer === 'sum' ? 'sum' : 'avg')}(mean) as mean
      from means join places using (series_id) group by place, age
    )
    select samples, windows, null as place, null as age, null as mean from totals
    union all
    select null, null, place, age, mean from reduced
    union all
    select null, null, place, max(age), null from oldest join places using (series_id) group by place`.execute(db)
  const sizes = new Map<number, number>()
  const means: Mean[] = []
  let [samples, windows] = [0, 0]
  for (const row of rows) {
    const age = Number(row.age)
    if (row.place === null) [samples, windows] = [Number(row.samples), Number(row.windows)]
    else if (row.mean === null) sizes.set(row.place, age + 1)
    else means.push({ place: row.place, age, mean: row.mean })
  }
  return { samples, windows, means, sizes }
}

export const SAMPLES_KEPT_MS = 30 * 86_400_000
/** Series a statement of what is pruned. */
const BATCH = 500

/** Deletes samples that have been kept for 30 days, and series that have none left. */
export async function pruneSamples(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const before = now.getTime() - SAMPLES_KEPT_MS
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const series = await db
      .selectFrom('timeseries')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const ids = series.map(({ id }) => id)
    if (!ids.length) return
    await sql`delete from samples where series_id = any(${ids}::int[]) and time < ${before}::bigint`.execute(db)
    await sql`delete from timeseries where id = any(${ids}::int[]) and last_time < ${before}::bigint`.execute(db)
    after = ids.at(-1)!
  }
}
