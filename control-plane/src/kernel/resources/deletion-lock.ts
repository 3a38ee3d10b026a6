import type { DeletionLockUpdate } from '@skerry/contract/deletion-lock.ts'
import { deletionLockRefusal } from '@skerry/contract/rules/deletion-lock.ts'
import type { Tx } from '../database/database.ts'
import type { Row, TableWith } from '../database/tables.ts'
import type { AnyCall } from '../http/call.ts'
import { differenceOf } from '../http/difference.ts'
import { invalidRequest } from '../http/errors.ts'
import { requireMatch, tagged } from '../http/etag.ts'
import { TryAfterSaga } from '../http/make-change.ts'

/** Tables whose rows have a `deletion_locked`. */
type LockableTable = TableWith<{ deletion_locked: boolean; time_modified: Date }>

interface Target<T extends LockableTable, View extends object> {
  table: T
  /** Locked in this transaction. */
  row: Row<T>
  view: (row: Row<T>) => View
  /** The saga that creates the thing, and deletes it if that fails; null once it is created. */
  creation?: string | null
}

/**
 * Locks or unlocks the deletion of a thing, and returns its view with its ETag.
 * @throws 412 if `If-Match` does not hold, 400 if the creation of the thing does not end in time
 */
export async function updateDeletionLock<T extends LockableTable, View extends object>(
  call: AnyCall & { body: DeletionLockUpdate },
  tx: Tx,
  { table, row, view, creation = null }: Target<T, View>,
): Promise<View> {
  const { id, deletion_locked } = row as Row<LockableTable>
  call.target(id)
  if (creation !== null)
    throw new TryAfterSaga(
      creation,
      invalidRequest('it is being created by another request: try again when that is done'),
    )
  requireMatch(call, view(row))
  if (call.body.locked === deletion_locked) return tagged(call, view(row))
  // All of these tables have the columns of a lockable resource.
  const locked = await tx
    .updateTable(table as 'disks')
    .set({ deletion_locked: call.body.locked, time_modified: call.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const answer = view({ ...row, ...locked } as Row<T>)
  call.target(id, differenceOf(view(row), answer))
  return tagged(call, answer)
}

/** Call it with the locked row, in the transaction that deletes it. @throws 400 if its deletion is locked */
export function refuseIfDeletionLocked(row: { deletion_locked: boolean }): void {
  const refusal = deletionLockRefusal(row)
  if (refusal) throw invalidRequest(refusal)
}
