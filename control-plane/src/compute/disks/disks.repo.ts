import type { DiskCreate } from '@skerry/contract/compute/disks.ts'
import { lockQuota, takeStorage } from '../../identity/quotas/quotas.repo.ts'
import { bytesText, GIB } from '../../kernel/bytes.ts'
import type { Call } from '../../kernel/call.ts'
import type { Queryable, Tx } from '../../kernel/database.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { unlessTaken } from '../../kernel/names.ts'
import type { Row } from '../../kernel/tables.ts'
import { randomId } from '../../kernel/uuid.ts'
import type { DesiredVolume } from '../../platform/platform.ts'
import type { BlockSize, VolumeSource, VolumeSpec } from '../../platform/volumes.ts'
import { holdProject } from '../projects/projects.hold.ts'
import { diskDelete } from './disk-delete.saga.ts'
import { imageAsSource, snapshotAsSource } from './disk-sources.ts'
import { awaitingDeletion } from './source-retention.repo.ts'

const MAX_SIZE_GIB = 1023

/**
 * Writes down a new disk, `creating`, and takes its storage from the silo's quota. Begins no saga: the caller's makes
 * its volume, with `makeVolume`.
 * @param attachTo id of an instance that is being created with it
 * @throws 400, 404 for its source, 507
 */
export async function insertDisk(
  tx: Tx,
  call: Call,
  project: { id: string; silo_id: string },
  params: DiskCreate,
  now: Date,
  attachTo?: string,
): Promise<Row<'disks'>> {
  const { name, description, size, disk_source: source } = params
  if (BigInt(size) % BigInt(GIB) !== 0n || size < GIB || size > MAX_SIZE_GIB * GIB)
    throw invalidRequest(`disk size must be a whole number of GiB from 1 to ${MAX_SIZE_GIB}, not ${bytesText(size)}`)
  await lockQuota(tx, project.silo_id)
  await holdProject(tx, project.id)
  const origin = await originOf(tx, call, project, source)
  if (origin.size > size)
    throw invalidRequest(
      `disk size ${bytesText(size)} is below that of the ${source.type} it is made from, ${bytesText(origin.size)}`,
    )
  const row = await tx
    .insertInto('disks')
    .values({
      id: randomId(),
      project_id: project.id,
      name,
      description,
      size,
      block_size: origin.block_size,
      state: 'creating',
      instance_id: attachTo ?? null,
      source: source.type === 'importing_blocks' ? 'import' : source.type,
      image_id: source.type === 'image' ? source.image_id : null,
      snapshot_id: source.type === 'snapshot' ? source.snapshot_id : null,
      finalized: source.type !== 'importing_blocks',
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .$call(unlessTaken('disk', name))
  await takeStorage(tx, project.silo_id, size)
  return row
}

type Origin = Pick<Row<'snapshots'>, 'size' | 'block_size'>

function originOf(
  tx: Tx,
  call: Call,
  project: { id: string; silo_id: string },
  source: DiskCreate['disk_source'],
): Origin | Promise<Origin> {
  switch (source.type) {
    case 'snapshot':
      return snapshotAsSource(tx, call, project, source.snapshot_id)
    case 'image':
      return imageAsSource(tx, call, project, source.image_id)
    default:
      return { size: 0, block_size: source.block_size }
  }
}

type VolumeRow = Pick<Row<'disks'>, 'id' | 'project_id' | 'size' | 'block_size' | 'source' | 'snapshot_id' | 'image_id'>

/** What the platform is asked to make for a disk. */
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

/** The disks that an instance has, or is getting or giving up, by name. */
export const disksOf = (db: Queryable, instanceId: string): Promise<Row<'disks'>[]> =>
  db.selectFrom('disks').selectAll().where('instance_id', '=', instanceId).orderBy('name').execute()

export const disksOfProject = (db: Queryable, projectId: string) =>
  db.selectFrom('disks').selectAll().where('project_id', '=', projectId)

/** What the platform is told of the volume of a disk. */
export const desiredVolume = (row: Row<'disks'> & { silo_id: string }): DesiredVolume => ({
  ...volumeSpec(row, row.silo_id),
  finalized: row.finalized,
  attachedTo: row.state === 'attached' || row.state === 'detaching' ? row.instance_id : null,
})

/** Every volume that is there by the database; what is still being made is made again where it was cut short. */
export async function desiredVolumes(db: Queryable): Promise<DesiredVolume[]> {
  const rows = await db
    .selectFrom('disks')
    .innerJoin('projects', 'projects.id', 'disks.project_id')
    .selectAll('disks')
    .select('projects.silo_id')
    .where('has_volume', '=', true)
    .execute()
  return [...rows.map(desiredVolume), ...(await awaitingDeletion<DesiredVolume>(db, diskDelete))]
}
