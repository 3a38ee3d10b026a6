import { sql } from 'kysely'
import type { Db, Tx } from '../../../kernel/database/database.ts'
import { PlatformError } from '../../../platform/platform-error.ts'
import type { SampleSeries } from '../../../platform/samples.ts'
import { keyOf } from '../oxql/tables.ts'
import { schemaOf } from '../schemas.ts'
import { type Last, type NewSample, newSamples } from './growth.ts'

/** Rows a statement. */
const BATCH = 20_000

/**
 * Keeps what a platform reports of one timeseries. Of each series only what is later than all that is kept of it, so
 * that a report that is heard twice counts once.
 * @returns how many samples were new
 */
export async function ingestSamples(db: Db, name: string, reported: readonly SampleSeries[]): Promise<number> {
  const schema = schemaOf(name)
  if (!schema) throw new PlatformError('permanent', `There is no timeseries ${name}`)
  const byKey = new Map(reported.map((series) => [keyOf(series.fields), series]))
  if (!byKey.size) return 0
  return db.transaction().execute(async (tx) => {
    const known = await lockedSeries(tx, name, byKey)
    const samples: NewSample[] = []
    const lasts: (Last & { id: number })[] = []
    for (const { id, key, last } of known) {
      const found = newSamples(byKey.get(key)!, last)
      if (!found.samples.length) continue
      for (const sample of found.samples) samples.push({ ...sample, series_id: id })
      lasts.push({ id, ...found.last })
    }
    for (let at = 0; at < samples.length; at += BATCH) await insertSamples(tx, samples.slice(at, at + BATCH))
    await keepLasts(tx, lasts)
    return samples.length
  })
}

interface KnownSeries {
  id: number
  key: string
  last: Last | undefined
}

/** The rows of series, made where they are missing, locked in the order of their keys. */
async function lockedSeries(tx: Tx, name: string, byKey: Map<string, SampleSeries>): Promise<KnownSeries[]> {
  const keys = [...byKey.keys()].toSorted()
  const fields = keys.map((key) => JSON.stringify(byKey.get(key)!.fields))
  await sql`
    insert into timeseries (name, key, fields, last_time)
    select ${name}, key, fields::jsonb, ${NEVER}
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
      Number(last_time) === NEVER
        ? undefined
        : {
            time: Number(last_time),
            startTime: last_start_time === null ? null : Number(last_start_time),
            value: last_value,
          },
  }))
}

/** The time of the last sample of a series that has none. */
const NEVER = 0

async function insertSamples(tx: Tx, rows: readonly NewSample[]): Promise<void> {
  const column = <K extends keyof NewSample>(name: K) => rows.map((row) => row[name])
  await sql`
    insert into samples (series_id, time, start_time, whole, real, other)
    select * from unnest(${column('series_id')}::int[], ${column('time')}::bigint[], ${column('start_time')}::bigint[],
      ${column('whole')}::bigint[], ${column('real')}::float8[], ${column('other')}::jsonb[])`.execute(tx)
}

async function keepLasts(tx: Tx, lasts: readonly (Last & { id: number })[]): Promise<void> {
  await sql`
    update timeseries set last_time = given.time, last_start_time = given.start_time, last_value = given.value
    from unnest(${lasts.map(({ id }) => id)}::int[], ${lasts.map(({ time }) => time)}::bigint[],
      ${lasts.map(({ startTime }) => startTime)}::bigint[], ${lasts.map(({ value }) => JSON.stringify(value))}::jsonb[])
      as given (id, time, start_time, value)
    where timeseries.id = given.id`.execute(tx)
}
