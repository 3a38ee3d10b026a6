import type { Queryable } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { DesiredVolume } from '../../platform/interface/platform.ts'
import type { BlockSize, VolumeSource, VolumeSpec } from '../../platform/interface/volumes.ts'
import { diskDeleteSaga } from './disk-delete.saga.ts'
import { awaitingDeletion } from './source-retention.repo.ts'

type VolumeRow = Pick<Row<'disks'>, 'id' | 'project_id' | 'size' | 'block_size' | 'source' | 'snapshot_id' | 'image_id'>

/** The platform's specification of a disk's volume. */
export const volumeSpec = (row: VolumeRow, siloId: string): VolumeSpec => ({
  id: row.id,
  projectId: row.project_id,
  siloId,
  // At most 1023 GiB, far below 2^53.
  sizeBytes: Number(row.size),
  blockSize: row.block_size as BlockSize,
  source: volumeSource(row),
})

function volumeSource({ source, snapshot_id, image_id }: VolumeRow): VolumeSource {
  if (source === 'snapshot' && snapshot_id) return { kind: 'snapshot', id: snapshot_id }
  if (source === 'image' && image_id) return { kind: 'image', id: image_id }
  return { kind: source === 'import' ? 'import' : 'blank' }
}

/** The disks of an instance, also those being attached or detached, by name. */
export const disksOf = (db: Queryable, instanceId: string): Promise<Row<'disks'>[]> =>
  db.selectFrom('disks').selectAll().where('instance_id', '=', instanceId).orderBy('name').execute()

/** The state of a disk's volume that the platform should have. */
export const desiredVolume = (row: Row<'disks'> & { silo_id: string }): DesiredVolume => ({
  ...volumeSpec(row, row.silo_id),
  finalized: row.finalized,
  attachedTo: row.instance_id,
})

/** Every volume that should exist. One that was not complete is created again. */
export async function desiredVolumes(db: Queryable): Promise<DesiredVolume[]> {
  const rows = await db
    .selectFrom('disks')
    .innerJoin('projects', 'projects.id', 'disks.project_id')
    .selectAll('disks')
    .select('projects.silo_id')
    .where('has_volume', '=', true)
    .execute()
  return [...rows.map(desiredVolume), ...(await awaitingDeletion<DesiredVolume>(db, diskDeleteSaga))]
}
