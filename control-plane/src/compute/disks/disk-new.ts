import type { DiskCreate } from '@skerry/contract/compute/disks.ts'
import type { AddedStorage } from '../../fleet/overcommitment/provisionable.repo.ts'
import { lockQuota, takeStorage } from '../../identity/quotas/quotas.repo.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { lockProjectShared } from '../../kernel/database/lock-project.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Call } from '../../kernel/http/call.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import { bytesText, GIB } from '../../kernel/values/bytes.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { imageAsSource, snapshotAsSource } from './disk-sources.ts'

const MAX_SIZE_GIB = 1023

/**
 * Checks and inserts a new disk, `creating`, and takes its storage from the silo's quota.
 * @param owner the saga that creates its volume, and the instance that is created with it
 * @throws 400, 404 for its source, 507
 */
export async function createDisk(
  tx: Tx,
  call: Call,
  project: { id: string; silo_id: string },
  params: DiskCreate,
  owner: { saga_id: string; instance_id: string | null },
  added: AddedStorage,
): Promise<Row<'disks'>> {
  const { name, description, size, disk_source: source } = params
  if (BigInt(size) % BigInt(GIB) !== 0n || size < GIB || size > MAX_SIZE_GIB * GIB)
    throw invalidRequest(`disk size must be a whole number of GiB from 1 to ${MAX_SIZE_GIB}, not ${bytesText(size)}`)
  await lockQuota(tx, project.silo_id)
  await lockProjectShared(tx, project.id)
  const origin = await sourceSizeOf(tx, call, project, source)
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
      ...owner,
      source: source.type === 'importing_blocks' ? 'import' : source.type,
      image_id: source.type === 'image' ? source.image_id : null,
      snapshot_id: source.type === 'snapshot' ? source.snapshot_id : null,
      finalized: source.type !== 'importing_blocks',
      time_created: call.now,
      time_modified: call.now,
    })
    .returningAll()
    .$call(throwIfTaken('disk', name))
  added.add(size)
  await takeStorage(tx, { silo_id: project.silo_id, project_id: project.id }, size, call.now)
  return row
}

type SourceSize = Pick<Row<'snapshots'>, 'size' | 'block_size'>

function sourceSizeOf(
  tx: Tx,
  call: Call,
  project: { id: string; silo_id: string },
  source: DiskCreate['disk_source'],
): SourceSize | Promise<SourceSize> {
  switch (source.type) {
    case 'snapshot':
      return snapshotAsSource(tx, call, project, source.snapshot_id, 'createDisk')
    case 'image':
      return imageAsSource(tx, call, project, source.image_id)
    default:
      return { size: 0, block_size: source.block_size }
  }
}
