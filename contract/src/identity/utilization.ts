import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { ByteCount, dateTime, int64, Name, NameOrId, uuid } from '../values.ts'

export const VirtualResourceCounts = z
  .object({ cpus: int64, memory: ByteCount, storage: ByteCount })
  .meta({ id: 'VirtualResourceCounts' })
export type VirtualResourceCounts = z.infer<typeof VirtualResourceCounts>

export const SiloUtilization = z
  .object({ allocated: VirtualResourceCounts, provisioned: VirtualResourceCounts, silo_id: uuid, silo_name: Name })
  .meta({ id: 'SiloUtilization' })
export type SiloUtilization = z.infer<typeof SiloUtilization>

export const Utilization = z
  .object({
    capacity: VirtualResourceCounts,
    provisioned: VirtualResourceCounts,
    /**
     * What the hardware has for one more instance and its disks, whatever the quota: absent where storage is not reported.
     * CPUs and memory are those free on one sled: of those that take instances, where the product of both is largest. So
     * an instance of that size fits. Others may have more of one. Storage is what no silo has been promised.
     */
    hardware_left: VirtualResourceCounts.optional(),
  })
  .meta({ id: 'Utilization' })
export type Utilization = z.infer<typeof Utilization>

/** What was provisioned at a time. */
export const UsageSample = VirtualResourceCounts.extend({ timestamp: dateTime }).meta({ id: 'UsageSample' })
export type UsageSample = z.infer<typeof UsageSample>

export const utilization = defineOperations({
  silo_utilization_list: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/utilization/silos',
    query: page(NameOrIdSortMode),
    paginated: true,
    answer: [200, resultsPage(SiloUtilization)],
  },
  silo_utilization_view: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/utilization/silos/{silo}',
    params: z.object({ silo: NameOrId }),
    answer: [200, SiloUtilization],
  },
  utilization_view: {
    tag: 'silos',
    method: 'get',
    path: '/v1/utilization',
    answer: [200, Utilization],
  },
})
