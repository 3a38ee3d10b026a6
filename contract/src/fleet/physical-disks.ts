import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, page, resultsPage } from '../paging.ts'
import { ByteCount, dateTime, uuid } from '../values.ts'

export const PhysicalDiskKind = z.enum(['m2', 'u2']).meta({ id: 'PhysicalDiskKind' })
export type PhysicalDiskKind = z.infer<typeof PhysicalDiskKind>

export const PhysicalDiskPolicy = z
  .discriminatedUnion('kind', [z.object({ kind: z.literal('in_service') }), z.object({ kind: z.literal('expunged') })])
  .meta({ id: 'PhysicalDiskPolicy' })
export type PhysicalDiskPolicy = z.infer<typeof PhysicalDiskPolicy>

export const PhysicalDiskState = z.enum(['active', 'decommissioned']).meta({ id: 'PhysicalDiskState' })
export type PhysicalDiskState = z.infer<typeof PhysicalDiskState>

export const PhysicalDisk = z
  .object({
    id: uuid,
    form_factor: PhysicalDiskKind,
    model: z.string(),
    policy: PhysicalDiskPolicy,
    serial: z.string(),
    size: ByteCount.optional(),
    sled_id: uuid.nullish(),
    state: PhysicalDiskState,
    vendor: z.string(),
    /** When the platform stopped listing it; null while it lists it. */
    time_missing: dateTime.nullish(),
    time_created: dateTime,
    time_modified: dateTime,
  })
  .meta({ id: 'PhysicalDisk' })
export type PhysicalDisk = z.infer<typeof PhysicalDisk>

export const physicalDisks = defineOperations({
  physical_disk_list: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/disks',
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(PhysicalDisk)],
  },
  physical_disk_view: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/disks/{disk_id}',
    params: z.object({ disk_id: uuid }),
    answer: [200, PhysicalDisk],
  },
})
