import type { Generated } from 'kysely'
import type { Int8, Timed } from './columns.ts'

export interface RackTable extends Timed {
  id: string
}

export interface SledTable extends Timed {
  id: string
  rack_id: string
  part: string
  serial: string
  revision: number
  cubby: number
  threads: number
  memory: Int8
  policy: 'in_service' | 'expunged'
  provisionable: boolean
  reachable: boolean
  state: 'active' | 'decommissioned'
  threads_provisioned: Generated<number>
  memory_provisioned: Generated<number | bigint>
}

export interface SledAdditionTable {
  id: string
  part: string
  serial: string
  time_created: Date
}

export interface PhysicalDiskTable extends Timed {
  id: string
  sled_id: string
  vendor: string
  model: string
  serial: string
  form_factor: 'm2' | 'u2'
  size: Int8
  policy: 'in_service' | 'expunged'
  state: 'active' | 'decommissioned'
}

export interface SwitchTable extends Timed {
  id: string
  rack_id: string
  location: 'switch0' | 'switch1'
  part: string
  serial: string
  revision: number
}

/** Hardware and system networking. */
export interface FleetTables {
  racks: RackTable
  sleds: SledTable
  sled_additions: SledAdditionTable
  physical_disks: PhysicalDiskTable
  switches: SwitchTable
}
