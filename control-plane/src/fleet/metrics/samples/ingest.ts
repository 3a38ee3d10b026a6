import { sql } from 'kysely'
import type { Db, Tx } from '../../../kernel/database/database.ts'
import { PlatformError } from '../../../platform/interface/platform-error.ts'
import type { SampleSeries } from '../../../platform/interface/samples.ts'
import { keyOf } from '../oxql/tables.ts'
import { schemaOf } from '../schemas.ts'
import { type LastSample, type NewSample, newSamples } from './deltas.ts'

/** Rows per statement. */
const BATCH = 20_000

/**
 * Stores reported samples of one timeseries. Of each series it stores only later samples than the last one, so that a
 * repeated report counts once.
 * @returns the number of new samples
 */
export async function ingestSamples(db: Db, name: string, reported: readonly SampleSeries[]): Promise<number> {
  const schema = schemaOf(name)
  if (!schema) throw new PlatformError('permanent', `There is no timeseries ${name}`)
  const byKey = new Map(reported.map((series) => [keyOf(series.fields), series]))
  if (!byKey.size) return 0
  return db.transaction().execute(async (tx) => {
    const known = await lockSeries(tx, name, byKey)
    const samples: NewSample[] = []
    const lastSamples: (LastSample & { id: number })[] = []
    for (const { id, key, last } of known) {
      const found = newSamples(byKey.get(key)!, last)
      if (!found.samples.length) continue
      for (const sample of found.samples) samples.push({ ...sample, series_id: id })
      lastSamples.push({ id, ...found.last })
    }
    for (let at = 0; at < samples.length; at += BATCH) await insertSamples(tx, samples.slice(at, at + BATCH))
    await storeLastSamples(tx, lastSamples)
    return samples.length
  })
}

interface KnownSeries {
  id: number
  key: string
  last: LastSample | undefined
}

/** Creates missing series, and locks the rows of all in the order of their keys. */
async function lockSeries(tx: Tx, name: string, byKey: Map<string, SampleSeries>): Promise<KnownSeries[]> {
  const keys = [...byKey.keys()].toSorted()
  const fields = keys.map((key) => JSON.stringify(byKey.get(key)!.fields))
  await sql`
    insert into timeseries (name, key, fields, last_time)
    select ${name}, key, fields::jsonb, ${NO_SAMPLES}
    from unnest(${keys}::text[], ${fields}::text[]) as given (key, fields)
    on conflict (name, key) do nothing`.execute(tx)
  const rows = await tx
    .selectFrom('timeseries')
    .select(['id', 'key', 'last_time', 'last_start_time', 'last_value'])
    .where('name', '=', name)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .orderBy('key')
    .forUpdate()
    .execute()
  return rows.map(({ id, key, last_time, last_start_time, last_value }) => ({
    id,
    key,
    last:
      Number(last_time) === NO_SAMPLES
        ? undefined
        : {
            time: Number(last_time),
            startTime: last_start_time === null ? null : Number(last_start_time),
            value: last_value,
          },
  }))
}

/** `last_time` of a series without samples. */
const NO_SAMPLES = 0

async function insertSamples(tx: Tx, rows: readonly NewSample[]): Promise<void> {
  const column = <K extends keyof NewSample>(name: K) => rows.map((row) => row[name])
  await sql`
    insert into samples (series_id, time, start_time, whole, real, other)
    select * from unnest(${column('series_id')}::int[], ${column('time')}::bigint[], ${column('start_time')}::bigint[],
      ${column('whole')}::bigint[], ${column('real')}::float8[], ${column('other')}::jsonb[])`.execute(tx)
}

async function storeLastSamples(tx: Tx, rows: readonly (LastSample & { id: number })[]): Promise<void> {
  await sql`
    update timeseries set last_time = given.time, last_start_time = given.start_time, last_value = given.value
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ time }) => time)}::bigint[],
      ${rows.map(({ startTime }) => startTime)}::bigint[], ${rows.map(({ value }) => JSON.stringify(value))}::jsonb[])
      as given (id, time, start_time, value)
    where timeseries.id = given.id`.execute(tx)
}
