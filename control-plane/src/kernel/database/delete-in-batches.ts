import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

const FIRST_BATCH = 2_000
const MAX_BATCH = 10_000
/** After a batch that takes longer the next is smaller, since a batch locks its rows for that time. */
const AIM_MS = 500
const QUERY_CANCELED = '57014'

/** Rows to delete. `order` is the first column of an index, so a batch skips rows that are already deleted. */
export interface Expired {
  table: keyof Tables
  where: RawBuilder<unknown>
  order: string
}

/** Deletes rows whose time is at or before `end`, by an index that starts with that column. */
export const deleteUntil = (
  db: Db,
  table: keyof Tables,
  time: string,
  end: Date,
  signal: AbortSignal,
): Promise<number> => deleteInBatches(db, { table, where: sql`${sql.ref(time)} <= ${end}`, order: time }, signal)

/**
 * Deletes rows in batches, each in its own transaction, until none is left or `signal` aborts. A batch that exceeds the
 * statement timeout is retried with fewer rows.
 * @returns the number of deleted rows
 */
export async function deleteInBatches(db: Db, { table, where, order }: Expired, signal: AbortSignal): Promise<number> {
  let deleted = 0
  for (let batch = FIRST_BATCH; ;) {
    signal.throwIfAborted()
    const began = performance.now()
    const found = await deleteBatch(db, { table, where, order }, batch).catch((error: { code?: unknown }) => {
      if (error.code !== QUERY_CANCELED || batch === 1) throw error
    })
    if (found === undefined) {
      batch = Math.ceil(batch / 4)
      continue
    }
    deleted += found
    if (found < batch) return deleted
    const isSlow = performance.now() - began > AIM_MS
    batch = isSlow ? Math.ceil(batch / 2) : Math.min(MAX_BATCH, batch * 2)
  }
}

/** Checks the condition twice: a row may have changed since it was selected. */
async function deleteBatch(db: Db, { table, where, order }: Expired, batch: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${where}
      order by ${sql.ref(order)} limit ${batch})) and ${where}`.execute(db)
  return Number(numAffectedRows)
}
