import type { Sled } from '@skerry/contract/fleet/sleds.ts'
import type { Row } from '../../kernel/tables.ts'
import { timestamp } from '../../kernel/time.ts'

export const sledView = (row: Row<'sleds'>): Sled => ({
  id: row.id,
  baseboard: { part: row.part, serial: row.serial, revision: row.revision },
  policy:
    row.policy === 'expunged'
      ? { kind: 'expunged' }
      : { kind: 'in_service', provision_policy: row.provisionable ? 'provisionable' : 'non_provisionable' },
  rack_id: row.rack_id,
  state: row.state,
  usable_hardware_threads: row.threads,
  usable_physical_ram: row.memory,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})
