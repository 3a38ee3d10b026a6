import { z } from 'zod'
import { InstancesInState } from '../compute/project-overview.ts'
import { UsageSample, Utilization } from '../identity/utilization.ts'
import { defineOperations } from '../operation.ts'
import { ByteCount, uint } from '../values.ts'

export const SystemOverview = z
  .object({
    silos: uint,
    instances: z.array(InstancesInState),
    sleds: z.object({
      in_service: uint,
      /** Those in service that do not answer. */
      unreachable: uint,
      expunged: uint,
      /** Of those in service. */
      hardware_threads: uint,
      physical_ram: ByteCount,
      provisionable_vcpus: uint.optional(),
      /** Null where the platform reports no storage. */
      provisionable_storage: ByteCount.nullish(),
    }),
    /** The quotas of all silos, and what is provisioned of them. */
    utilization: Utilization,
    /** What was provisioned in the last seven days, oldest first. */
    trend: z.array(UsageSample),
  })
  .meta({ id: 'SystemOverview' })
export type SystemOverview = z.infer<typeof SystemOverview>

export const systemOverview = defineOperations({
  /** What the whole system runs and uses; `system_issues_view` lists what needs attention. Beyond the wire contract. */
  system_overview: {
    tag: 'system/status',
    method: 'get',
    path: '/v1/system/overview',
    answer: [200, SystemOverview],
  },
})
