import type { Sled, SledInstance, SledProvisionPolicy, UninitializedSled } from '@skerry/contract/fleet/sleds.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { UninitializedSledHardware } from '../../platform/interface/hardware.ts'
import { missingSince } from '../inventory/unlisted-hardware.repo.ts'

export const policyOf = (row: Pick<Row<'sleds'>, 'provisionable'>): SledProvisionPolicy =>
  row.provisionable ? 'provisionable' : 'non_provisionable'

export const sledView = (row: Row<'sleds'>): Sled => ({
  id: row.id,
  baseboard: { part: row.part, serial: row.serial, revision: row.revision },
  policy: row.policy === 'expunged' ? { kind: 'expunged' } : { kind: 'in_service', provision_policy: policyOf(row) },
  rack_id: row.rack_id,
  state: row.state,
  usable_hardware_threads: row.threads,
  usable_physical_ram: row.memory,
  cubby: row.cubby,
  reachable: row.reachable,
  time_missing: missingSince(row),
  provisionable_vcpus: row.provisionable_vcpus,
  provisionable_storage: row.provisionable_storage,
  provisioned_hardware_threads: row.threads_provisioned,
  provisioned_physical_ram: row.memory_provisioned,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})

/** An instance as operators of its sled see it. The id of a migration is that of its saga. */
export const sledInstanceView = (
  row: Row<'instances'> & { project_name: string; silo_name: string },
): SledInstance => ({
  id: row.id,
  name: row.name,
  active_sled_id: row.sled_id!,
  memory: row.memory,
  migration_id: row.migration_sled_id === null ? null : row.saga_id,
  ncpus: row.ncpus,
  project_name: row.project_name,
  silo_name: row.silo_name,
  state: row.run_state,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})

/** @param timeAdding since when it is being added */
export const uninitializedSledView = (
  { rackId, cubby, baseboard }: UninitializedSledHardware,
  timeAdding: Date | undefined,
): UninitializedSled => ({
  rack_id: rackId,
  cubby,
  baseboard: { part: baseboard.part, serial: baseboard.serial, revision: baseboard.revision },
  time_adding: timeAdding ? timestamp(timeAdding) : null,
})
