import { takeStorage } from '../../identity/quotas/quotas.repo.ts'
import type { Queryable, Tx } from '../../kernel/database.ts'
import type { Row } from '../../kernel/tables.ts'
import { randomId } from '../../kernel/uuid.ts'
import type { DesiredState } from '../../platform/platform.ts'

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
    .executeTakeFirstOrThrow()
  await takeStorage(tx, disk.silo_id, disk.size)
  return row
}

/** Every snapshot that should be there. */
export async function desiredSnapshots(db: Queryable): Promise<DesiredState['snapshots']> {
  const rows = await db.selectFrom('snapshots').select(['id', 'disk_id', 'size']).where('state', '=', 'ready').execute()
  return rows.map(({ id, disk_id, size }) => ({ id, volumeId: disk_id, sizeBytes: Number(size) }))
}
