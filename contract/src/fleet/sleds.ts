import { z } from 'zod'
import { InstanceState } from '../compute/instances.ts'
import { defineOperations } from '../operation.ts'
import { IdSortMode, page, resultsPage, unsortedPage } from '../paging.ts'
import { ByteCount, dateTime, int64, Name, uint16, uint32, uuid } from '../values.ts'
import { PhysicalDisk } from './physical-disks.ts'

export const Baseboard = z.object({ part: z.string(), revision: uint32, serial: z.string() }).meta({ id: 'Baseboard' })
export type Baseboard = z.infer<typeof Baseboard>

export const SledProvisionPolicy = z.enum(['provisionable', 'non_provisionable']).meta({ id: 'SledProvisionPolicy' })
export type SledProvisionPolicy = z.infer<typeof SledProvisionPolicy>

export const SledPolicy = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('in_service'), provision_policy: SledProvisionPolicy }),
    z.object({ kind: z.literal('expunged') }),
  ])
  .meta({ id: 'SledPolicy' })
export type SledPolicy = z.infer<typeof SledPolicy>

export const SledState = z.enum(['active', 'decommissioned']).meta({ id: 'SledState' })
export type SledState = z.infer<typeof SledState>

export const Sled = z
  .object({
    id: uuid,
    baseboard: Baseboard,
    policy: SledPolicy,
    rack_id: uuid,
    state: SledState,
    usable_hardware_threads: uint32,
    usable_physical_ram: ByteCount,
    /** Slot in the rack, from 0. */
    cubby: uint16.optional(),
    /** Whether it is reachable now. */
    reachable: z.boolean().optional(),
    /** When the platform stopped listing it; null while it lists it. */
    time_missing: dateTime.nullish(),
    /** Resources of the instances that run there. Saves a request per sled. */
    provisioned_hardware_threads: uint32.optional(),
    /** What instances there may be promised, with the factor of overcommitment. */
    provisionable_vcpus: uint32.optional(),
    /** The same of disks, snapshots and images; null where the platform reports no storage. */
    provisionable_storage: ByteCount.nullish(),
    provisioned_physical_ram: ByteCount.optional(),
    time_created: dateTime,
    time_modified: dateTime,
  })
  .meta({ id: 'Sled' })
export type Sled = z.infer<typeof Sled>

export const SledId = z.object({ id: uuid }).meta({ id: 'SledId' })
export type SledId = z.infer<typeof SledId>

export const SledInstance = z
  .object({
    id: uuid,
    name: Name,
    active_sled_id: uuid,
    memory: int64,
    migration_id: uuid.nullish(),
    ncpus: int64,
    project_name: Name,
    silo_name: Name,
    state: InstanceState,
    time_created: dateTime,
    time_modified: dateTime,
  })
  .meta({ id: 'SledInstance' })
export type SledInstance = z.infer<typeof SledInstance>

export const SledProvisionPolicyParams = z
  .object({ state: SledProvisionPolicy })
  .meta({ id: 'SledProvisionPolicyParams' })
export type SledProvisionPolicyParams = z.infer<typeof SledProvisionPolicyParams>

export const SledProvisionPolicyResponse = z
  .object({ new_state: SledProvisionPolicy, old_state: SledProvisionPolicy })
  .meta({ id: 'SledProvisionPolicyResponse' })
export type SledProvisionPolicyResponse = z.infer<typeof SledProvisionPolicyResponse>

export const UninitializedSled = z
  .object({
    baseboard: Baseboard,
    cubby: uint16,
    rack_id: uuid,
    /** Since when it is being added, if it is. Beyond the wire contract. */
    time_adding: dateTime.nullish(),
  })
  .meta({ id: 'UninitializedSled' })
export type UninitializedSled = z.infer<typeof UninitializedSled>

export const UninitializedSledId = z
  .object({ part: z.string(), serial: z.string() })
  .meta({ id: 'UninitializedSledId' })
export type UninitializedSledId = z.infer<typeof UninitializedSledId>

export const sleds = defineOperations({
  sled_list: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/sleds',
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(Sled)],
  },
  sled_add: {
    tag: 'system/hardware',
    method: 'post',
    path: '/v1/system/hardware/sleds',
    body: UninitializedSledId,
    answer: [201, SledId],
  },
  sled_view: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/sleds/{sled_id}',
    params: z.object({ sled_id: uuid }),
    answer: [200, Sled],
  },
  sled_physical_disk_list: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/sleds/{sled_id}/disks',
    params: z.object({ sled_id: uuid }),
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(PhysicalDisk)],
  },
  sled_instance_list: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/sleds/{sled_id}/instances',
    params: z.object({ sled_id: uuid }),
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(SledInstance)],
  },
  sled_set_provision_policy: {
    tag: 'system/hardware',
    method: 'put',
    path: '/v1/system/hardware/sleds/{sled_id}/provision-policy',
    params: z.object({ sled_id: uuid }),
    body: SledProvisionPolicyParams,
    answer: [200, SledProvisionPolicyResponse],
  },
  sled_list_uninitialized: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/sleds-uninitialized',
    query: unsortedPage(),
    paginated: true,
    answer: [200, resultsPage(UninitializedSled)],
  },
})
