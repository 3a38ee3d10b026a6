import type { SwitchLocation } from './system-network.ts'

export interface Baseboard {
  part: string
  serial: string
  revision: number
}

export interface RackHardware {
  id: string
}

export interface SledHardware {
  id: string
  rackId: string
  baseboard: Baseboard
  /** Slot of the rack, counted from 0. */
  cubby: number
  hardwareThreads: number
  memoryBytes: number
  expunged: boolean
  /** Whether it answers at this moment. */
  reachable: boolean
}

export interface PhysicalDiskHardware {
  id: string
  sledId: string
  vendor: string
  model: string
  serial: string
  formFactor: 'm2' | 'u2'
  sizeBytes: number
  expunged: boolean
}

export interface SwitchHardware {
  id: string
  rackId: string
  baseboard: Baseboard
  location: SwitchLocation
  /** Names of its ports, in order: `qsfp0` … */
  ports: readonly string[]
}

/** A sled that is plugged in and seen, but not part of the system. */
export interface UninitializedSledHardware {
  rackId: string
  cubby: number
  baseboard: Baseboard
}

export interface Inventory {
  racks: readonly RackHardware[]
  sleds: readonly SledHardware[]
  physicalDisks: readonly PhysicalDiskHardware[]
  switches: readonly SwitchHardware[]
  uninitializedSleds: readonly UninitializedSledHardware[]
}

export interface Hardware {
  /** What is there at this moment. */
  inventory(signal?: AbortSignal): Promise<Inventory>
  /**
   * Makes the uninitialized sled with that part and serial number a part of the system, known by `id` from then on.
   * Resolves once it is in service. Rejects with `gone` when there is no such sled.
   */
  ensureSled(id: string, sled: Pick<Baseboard, 'part' | 'serial'>, signal?: AbortSignal): Promise<SledHardware>
  /**
   * Brings a sled or a switch to a release of the system. Resolves once it runs it; what runs on it goes on meanwhile.
   * Rejects with `transient` while it is out of reach, with `gone` when there is no such thing.
   */
  ensureRelease(componentId: string, systemVersion: string, signal?: AbortSignal): Promise<void>
}
