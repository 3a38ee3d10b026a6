import { z } from 'zod'
import { DeletionLockUpdate, deletionLock } from '../deletion-lock.ts'
import { measurementPage, MeasurementResultsPage } from '../fleet/measurements.ts'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { ByteCount, identity, Name, NameOrId, newIdentity, uint64, uuid } from '../values.ts'
import { ImageChecksum } from './image-fetches.ts'

export const BlockSize = z.literal([512, 2048, 4096]).meta({ id: 'BlockSize', type: 'integer' })
export type BlockSize = z.infer<typeof BlockSize>

export const DiskState = z
  .discriminatedUnion('state', [
    z.object({ state: z.literal('creating') }),
    z.object({ state: z.literal('detached') }),
    z.object({ state: z.literal('import_ready') }),
    z.object({ state: z.literal('importing_from_url') }),
    z.object({ state: z.literal('importing_from_bulk_writes') }),
    z.object({ state: z.literal('finalizing') }),
    z.object({ state: z.literal('maintenance') }),
    z.object({ state: z.literal('attaching'), instance: uuid }),
    z.object({ state: z.literal('attached'), instance: uuid }),
    z.object({ state: z.literal('detaching'), instance: uuid }),
    z.object({ state: z.literal('destroyed') }),
    z.object({ state: z.literal('faulted') }),
  ])
  .meta({ id: 'DiskState' })
export type DiskState = z.infer<typeof DiskState>

export const Disk = z
  .object({
    ...identity,
    block_size: ByteCount,
    ...deletionLock,
    device_path: z.string(),
    image_id: uuid.nullish(),
    project_id: uuid,
    size: ByteCount,
    snapshot_id: uuid.nullish(),
    state: DiskState,
  })
  .meta({ id: 'Disk' })
export type Disk = z.infer<typeof Disk>

export const DiskSource = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('blank'), block_size: BlockSize }),
    z.object({ type: z.literal('snapshot'), snapshot_id: uuid }),
    z.object({ type: z.literal('image'), image_id: uuid }),
    z.object({ type: z.literal('importing_blocks'), block_size: BlockSize }),
  ])
  .meta({ id: 'DiskSource' })
export type DiskSource = z.infer<typeof DiskSource>

export const DiskCreate = z
  .object({ ...newIdentity, disk_source: DiskSource, size: ByteCount })
  .meta({ id: 'DiskCreate' })
export type DiskCreate = z.infer<typeof DiskCreate>

/**
 * The file that was written to a disk from its start: to the last block that was written, filled up with zeros. With a
 * checksum that differs the import is not finalized.
 */
export const ImportedFile = z
  .object({ bytes: ByteCount, checksum: ImageChecksum.nullish() })
  .meta({ id: 'ImportedFile' })
export type ImportedFile = z.infer<typeof ImportedFile>

/**
 * `file` is beyond the wire contract: with it the snapshot remembers the SHA-256 of the file, which is then the `digest` of
 * images that are made from the snapshot.
 */
export const FinalizeDisk = z
  .object({ snapshot_name: Name.nullish(), file: ImportedFile.nullish() })
  .meta({ id: 'FinalizeDisk' })
export type FinalizeDisk = z.infer<typeof FinalizeDisk>

export const ImportBlocksBulkWrite = z
  .object({ base64_encoded_data: z.string(), offset: uint64 })
  .meta({ id: 'ImportBlocksBulkWrite' })
export type ImportBlocksBulkWrite = z.infer<typeof ImportBlocksBulkWrite>

export const DiskMetricName = z
  .enum(['activated', 'flush', 'read', 'read_bytes', 'write', 'write_bytes'])
  .meta({ id: 'DiskMetricName' })
export type DiskMetricName = z.infer<typeof DiskMetricName>

export const disks = defineOperations({
  disk_list: {
    tag: 'disks',
    method: 'get',
    path: '/v1/disks',
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    firstPage: ['project'],
    paginated: true,
    answer: [200, resultsPage(Disk)],
  },
  disk_create: {
    tag: 'disks',
    method: 'post',
    path: '/v1/disks',
    query: z.object({ project: NameOrId }),
    body: DiskCreate,
    answer: [201, Disk],
  },
  disk_view: {
    tag: 'disks',
    method: 'get',
    path: '/v1/disks/{disk}',
    params: z.object({ disk: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, Disk],
  },
  disk_delete: {
    tag: 'disks',
    method: 'delete',
    path: '/v1/disks/{disk}',
    params: z.object({ disk: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
  disk_deletion_lock_update: {
    tag: 'disks',
    method: 'put',
    path: '/v1/disks/{disk}/deletion-lock',
    params: z.object({ disk: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: DeletionLockUpdate,
    answer: [200, Disk],
  },
  disk_bulk_write_import: {
    tag: 'disks',
    method: 'post',
    path: '/v1/disks/{disk}/bulk-write',
    params: z.object({ disk: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: ImportBlocksBulkWrite,
    maxBodyBytes: 8 * 2 ** 20,
    cost: 'body',
    answer: [204],
  },
  disk_bulk_write_import_start: {
    tag: 'disks',
    method: 'post',
    path: '/v1/disks/{disk}/bulk-write-start',
    params: z.object({ disk: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
  disk_bulk_write_import_stop: {
    tag: 'disks',
    method: 'post',
    path: '/v1/disks/{disk}/bulk-write-stop',
    params: z.object({ disk: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
  disk_finalize_import: {
    tag: 'disks',
    method: 'post',
    path: '/v1/disks/{disk}/finalize',
    params: z.object({ disk: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: FinalizeDisk,
    answer: [204],
  },
  /** Ends an import in any of its states, also while it is finalized, and deletes the disk. Beyond the wire contract. */
  disk_cancel_import: {
    tag: 'disks',
    method: 'post',
    path: '/v1/disks/{disk}/cancel-import',
    params: z.object({ disk: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
  disk_metrics_list: {
    tag: 'disks',
    method: 'get',
    path: '/v1/disks/{disk}/metrics/{metric}',
    params: z.object({ disk: NameOrId, metric: DiskMetricName }),
    query: measurementPage({ project: NameOrId.optional() }),
    firstPage: ['end_time', 'start_time'],
    paginated: true,
    maxLimit: 10_000,
    cost: 'query',
    answer: [200, MeasurementResultsPage],
  },
})
