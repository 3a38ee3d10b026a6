import { takeStorage } from '../../identity/quotas/quotas.repo.ts'
import type { Queryable, Tx } from '../../kernel/database.ts'
import { unlessTaken } from '../../kernel/names.ts'
import type { Row } from '../../kernel/tables.ts'
import { randomId } from '../../kernel/uuid.ts'
import { awaitingDeletion } from '../disks/source-retention.repo.ts'
import type { DesiredSnapshot } from '../../platform/platform.ts'
import { snapshotDelete } from './snapshot-delete.saga.ts'

export const snapshotsOfProject = (db: Queryable, projectId: string) =>
  db.selectFrom('snapshots').selectAll().where('project_id', '=', projectId)

/**
 * Writes down a new snapshot of a disk, whose row the caller has locked, and takes its storage from the quota.
 * @throws 400 when the name is taken, 507
 */
export async function insertSnapshot(
  tx: Tx,
  disk: Row<'disks'> & { silo_id: string },
  fields: { name: string; description: string },
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
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .$call(unlessTaken('snapshot', fields.name))
  await takeStorage(tx, disk.silo_id, disk.size)
  return row
}

/** What the platform is told of a snapshot. */
export const desiredSnapshot = (row: Pick<Row<'snapshots'>, 'id' | 'disk_id' | 'size'>): DesiredSnapshot => ({
  id: row.id,
  volumeId: row.disk_id,
  sizeBytes: Number(row.size),
})

/** Every snapshot that is there by the database. */
export async function desiredSnapshots(db: Queryable): Promise<DesiredSnapshot[]> {
  const rows = await db.selectFrom('snapshots').select(['id', 'disk_id', 'size']).where('state', '=', 'ready').execute()
  return [...rows.map(desiredSnapshot), ...(await awaitingDeletion<DesiredSnapshot>(db, snapshotDelete))]
}
