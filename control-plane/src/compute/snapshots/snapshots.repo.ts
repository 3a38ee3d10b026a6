import type { AddedStorage } from '../../fleet/overcommitment/provisionable.repo.ts'
import { giveStorage, takeStorage } from '../../identity/quotas/quotas.repo.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { deleteOwned } from '../../kernel/sagas/saga-owner.ts'
import type { WriteContext } from '../../kernel/sagas/saga.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { DesiredSnapshot } from '../../platform/interface/platform.ts'
import { awaitingDeletion } from '../disks/source-retention.repo.ts'
import { snapshotDeleteSaga } from './snapshot-delete.saga.ts'

/**
 * Inserts a new snapshot of a disk, whose row the caller has locked, and takes its storage from the quota.
 * @param sagaId the saga that creates it
 * @throws 400 when the name is taken, 507
 */
export async function insertSnapshot(
  tx: Tx,
  disk: Row<'disks'> & { silo_id: string },
  fields: { name: string; description: string },
  sagaId: string,
  added: AddedStorage,
  now: Date,
): Promise<Row<'snapshots'>> {
  const row = await tx
    .insertInto('snapshots')
    .values({
      id: randomId(),
      project_id: disk.project_id,
      disk_id: disk.id,
      ...fields,
      size: disk.size,
      block_size: disk.block_size,
      state: 'creating',
      saga_id: sagaId,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .$call(throwIfTaken('snapshot', fields.name))
  added.add(disk.size)
  await takeStorage(tx, disk, disk.size, now)
  return row
}

/** Deletes a snapshot that could not be taken and returns its quota, if that saga owns it. */
export async function deleteUnfinished(
  tx: Tx,
  id: string,
  silo_id: string,
  saga: Pick<WriteContext, 'id' | 'now'>,
): Promise<void> {
  const row = await deleteOwned(tx, 'snapshots', id, saga.id)
  if (row) await giveStorage(tx, { silo_id, project_id: row.project_id }, row.size, saga.now)
}

/** The platform's specification of a snapshot. */
export const desiredSnapshot = (row: Pick<Row<'snapshots'>, 'id' | 'disk_id' | 'size'>): DesiredSnapshot => ({
  id: row.id,
  volumeId: row.disk_id,
  sizeBytes: Number(row.size),
})

/** Every snapshot that should exist. */
export async function desiredSnapshots(db: Queryable): Promise<DesiredSnapshot[]> {
  const rows = await db.selectFrom('snapshots').select(['id', 'disk_id', 'size']).where('state', '=', 'ready').execute()
  return [...rows.map(desiredSnapshot), ...(await awaitingDeletion<DesiredSnapshot>(db, snapshotDeleteSaga))]
}
