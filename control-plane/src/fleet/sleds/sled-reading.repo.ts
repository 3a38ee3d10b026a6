import { sql } from 'kysely'
import type { Db, Queryable } from '../../kernel/database/database.ts'
import type { SledHardware } from '../../platform/interface/hardware.ts'
import { recordSleds } from './sleds.repo.ts'

/** Longer than the inventory is waited for. Bounds the events that are looked at. */
const LONGEST_READING_MS = 3_600_000

/** How far the events of each sled are applied, as seen before its hardware is read. */
export interface ReadingStart {
  since: Date
  /** By sled: the sequence of its last event, in which the events of one sled are applied. */
  applied: ReadonlyMap<string, string>
}

export async function startReading(db: Queryable, now: Date): Promise<ReadingStart> {
  const since = new Date(now.getTime() - LONGEST_READING_MS)
  return { since, applied: await lastApplied(db, since) }
}

/**
 * Records the sleds of an inventory. Leaves a sled as it is if an event of it was applied since the reading started:
 * the reading may be older than the event.
 */
export async function recordReading(
  db: Db,
  { since, applied }: ReadingStart,
  sleds: readonly SledHardware[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // An event that is being applied holds the lock of its sled until its transaction ends.
    await tx.selectFrom('sleds').select('id').orderBy('id').forNoKeyUpdate().execute()
    const last = await lastApplied(tx, since)
    await recordSleds(
      tx,
      sleds.filter(({ id }) => last.get(id) === applied.get(id)),
      now,
    )
  })
}

async function lastApplied(db: Queryable, since: Date): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('platform_events')
    .select((event) => ['subject', event.fn.max('sequence').as('sequence')])
    .where('time_applied', '>', since)
    .where('subject', 'in', (from) => from.selectFrom('sleds').select(sql<string>`id::text`.as('subject')))
    .groupBy('subject')
    .execute()
  return new Map(rows.map(({ subject, sequence }) => [subject, String(sequence)]))
}
