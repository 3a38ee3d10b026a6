import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../clock/durations.ts'
import type { Db } from '../../../kernel/database/database.ts'

/** Samples older than `afterMs` are merged to one per `resolutionMs`. */
interface RollUp {
  resolutionMs: number
  afterMs: number
}
const ROLL_UPS: readonly RollUp[] = [
  { resolutionMs: MINUTE_MS, afterMs: DAY_MS },
  { resolutionMs: 10 * MINUTE_MS, afterMs: 30 * DAY_MS },
]
/** A multiple of all resolutions. */
const SLICE_MS = HOUR_MS
/** Slices of one run: more than a month. */
const MAX_SLICES = 1000
/** Series of one statement. Each has 720 samples in a slice. */
const BATCH = 25

/** Merges old samples, an hour at a time and some series at a time. What is left is for the next run. */
export async function rollUpSamples(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  for (const { resolutionMs, afterMs } of ROLL_UPS) {
    const end = Math.floor((now.getTime() - afterMs) / SLICE_MS) * SLICE_MS
    let from = await start(db, resolutionMs, end)
    for (let slices = 0; from < end && slices < MAX_SLICES; slices++) {
      await rollUpSlice(db, { resolutionMs, from, to: from + SLICE_MS }, signal)
      from += SLICE_MS
      await sql`
        insert into sample_roll_ups (resolution_ms, done_until) values (${resolutionMs}, ${from})
        on conflict (resolution_ms) do update set done_until = excluded.done_until`.execute(db)
    }
  }
}

/** The end of the last run, or later if there are no samples in between. */
async function start(db: Db, resolutionMs: number, end: number): Promise<number> {
  const known = await db
    .selectFrom('sample_roll_ups')
    .select('done_until')
    .where('resolution_ms', '=', resolutionMs)
    .executeTakeFirst()
  const done = Number(known?.done_until ?? 0)
  let next = end
  for await (const ids of seriesSince(db, done)) {
    const { rows } = await sql<{ time: number | null }>`
      select min(next.time) as time from unnest(${ids}::int[]) as id cross join lateral (
        select time from samples where series_id = id and time > ${done}::bigint order by time limit 1
      ) as next`.execute(db)
    next = Math.min(next, Number(rows[0]?.time ?? end))
  }
  return Math.max(done, Math.floor((next - 1) / SLICE_MS) * SLICE_MS)
}

/** The ids of series that have samples after a time, in batches. */
async function* seriesSince(db: Db, time: number): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const series = await db
      .selectFrom('timeseries')
      .select('id')
      .where('id', '>', after)
      .where('last_time', '>', time)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (!series.length) return
    yield series.map(({ id }) => id)
    after = series.at(-1)!.id
  }
}

/** A time range of samples: later than `from`, at the latest `to`. */
interface Slice {
  resolutionMs: number
  from: number
  to: number
}

async function rollUpSlice(db: Db, slice: Slice, signal: AbortSignal): Promise<void> {
  for await (const ids of seriesSince(db, slice.from)) {
    signal.throwIfAborted()
    await mergeSamples(db, ids, slice)
  }
}

/**
 * Merges adjacent samples of a series within a window: the last one gets the start of the first, and the sum of all, or
 * the mean for a gauge. Merging again changes nothing.
 */
async function mergeSamples(db: Db, ids: readonly number[], { resolutionMs, from, to }: Slice): Promise<void> {
  const period = sql`${resolutionMs}::bigint`
  await sql`
    with read as (
      select *, (time + ${period} - 1) / ${period} as place,
        lag(time) over earlier as time_before, lag(other->'bins') over earlier as bins_before
      from samples
      where series_id = any(${ids}::int[]) and time > ${from}::bigint and time <= ${to}::bigint
      window earlier as (partition by series_id order by time)
    ), divided as (
      select *, count(*) filter (
        where start_time is not null
          and (start_time is distinct from time_before or other->'bins' is distinct from bins_before)
      ) over (partition by series_id order by time) as segment
      from read
    ), merged as materialized (
      select series_id, place, segment, max(time) as time, min(start_time) as start_time,
        case when bool_and(start_time is null) then (array_agg(whole order by time desc))[1]
          else sum(whole)::bigint end as whole,
        case when bool_and(start_time is null) then sum(real * merged) / sum(merged) else sum(real) end as real,
        sum(merged)::smallint as merged,
        (array_agg(other order by time desc))[1] as other,
        sum((other->>'sum')::numeric) filter (where start_time is not null) as total
      from divided
      group by series_id, place, segment
      having count(*) > 1
    ), counts as (
      select series_id, place, segment, ordinality, sum(count::numeric) as count
      from divided join merged using (series_id, place, segment)
      cross join lateral jsonb_array_elements_text(divided.other->'counts') with ordinality as bin (count, ordinality)
      where total is not null
      group by series_id, place, segment, ordinality
    ), histograms as (
      select series_id, place, segment, jsonb_agg(count::text order by ordinality) as counts
      from counts group by series_id, place, segment
    ), updated as (
      update samples set start_time = merged.start_time, whole = merged.whole, real = merged.real, merged = merged.merged,
        other = case when total is null then merged.other
          else jsonb_build_object('bins', merged.other->'bins', 'counts', histograms.counts, 'sum', total::text) end
      from merged left join histograms using (series_id, place, segment)
      where samples.series_id = merged.series_id and samples.time = merged.time
    )
    delete from samples using divided join merged using (series_id, place, segment)
    where samples.series_id = divided.series_id and samples.time = divided.time and divided.time < merged.time`.execute(
    db,
  )
}
