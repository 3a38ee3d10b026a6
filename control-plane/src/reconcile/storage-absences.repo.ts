import { sql } from 'kysely'
import { CONFIRM_AFTER_MS } from '../fleet/inventory/unlisted-hardware.repo.ts'
import type { Db, Queryable, Tx } from '../kernel/database/database.ts'

interface StorageAbsence {
  id: string
  /** Also missing in an earlier round, or confirmed by an operator. */
  certain: boolean
  confirmed: boolean
}

/** Records the disks, snapshots and images that are missing in this round, and deletes the records of all others. */
export async function recordMissingStorage(db: Db, ids: readonly string[], now: Date): Promise<StorageAbsence[]> {
  if (!ids.length) {
    await db.deleteFrom('storage_absences').execute()
    return []
  }
  return db.transaction().execute(async (tx) => {
    await sql`delete from storage_absences where id <> all(${ids}::uuid[])`.execute(tx)
    const { rows } = await sql<StorageAbsence>`
      insert into storage_absences as absence (id, time_first)
      select id, ${now}::timestamptz from unnest(${ids}::uuid[]) given (id)
      on conflict (id) do update set time_first = absence.time_first
      returning id, confirmed,
        confirmed or time_first <= ${new Date(now.getTime() - CONFIRM_AFTER_MS)}::timestamptz as certain`.execute(tx)
    return rows
  })
}

/** Records a resource that the platform reports as missing: the next rounds decide. */
export async function noteMissingStorage(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .insertInto('storage_absences')
    .values({ id, time_first: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Confirms that the storage missing now is lost, even if it is much. Returns the number of records. */
export async function confirmMissingStorage(db: Queryable): Promise<number> {
  const { numUpdatedRows } = await db.updateTable('storage_absences').set({ confirmed: true }).executeTakeFirst()
  return Number(numUpdatedRows)
}
