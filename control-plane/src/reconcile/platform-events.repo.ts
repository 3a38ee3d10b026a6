import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '../kernel/database/database.ts'
import { deleteUntil } from '../kernel/database/delete-in-batches.ts'
import { withEventDates } from '../platform/interface/event-dates.ts'
import { eventSubject } from '../platform/interface/event-subject.ts'
import type { PlatformEvent } from '../platform/interface/platform.ts'

export interface RecordedEvent {
  event: PlatformEvent
  attempts: number
}

/** Stores events in the order in which they happened. Skips events that another process has stored. */
export async function recordEvents(db: Queryable, events: readonly PlatformEvent[], now: Date): Promise<void> {
  await db
    .insertInto('platform_events')
    .values(
      events.map((event) => ({
        id: event.id,
        subject: eventSubject(event),
        event: JSON.stringify(event),
        error: null,
        due: now,
        time_recorded: now,
        time_applied: null,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Locks and returns the oldest event that is due and first of its subject. Skips events locked by another process. */
export async function nextEvent(tx: Tx, now: Date): Promise<RecordedEvent | undefined> {
  const row = await tx
    .selectFrom('platform_events as next')
    .select(['event', 'attempts'])
    .where('time_applied', 'is', null)
    .where('due', '<=', now)
    .where(
      sql<boolean>`not exists (
        select 1 from platform_events earlier
        where earlier.subject = next.subject and earlier.sequence < next.sequence and earlier.time_applied is null)`,
    )
    .orderBy('sequence')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && { event: withEventDates(row.event), attempts: row.attempts }
}

export const markApplied = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('platform_events').set({ time_applied: now, error: null }).where('id', '=', id).execute()

/** Delays an event, and with it the later events of its subject. */
export const postpone = (db: Queryable, id: string, change: { due: Date; attempts?: number; error?: string }) =>
  db.updateTable('platform_events').set(change).where('id', '=', id).where('time_applied', 'is', null).execute()

/** Deletes events that were applied before a time. */
export const pruneEvents = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteUntil(db, 'platform_events', 'time_applied', before, signal)
