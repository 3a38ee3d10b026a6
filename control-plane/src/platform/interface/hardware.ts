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
  /** Rack slot, counted from 0. */
  cubby: number
  hardwareThreads: number
  memoryBytes: number
  /** Storage for disks, snapshots and images there; undefined if it is unknown. */
  storageBytes?: number
  /** The part of it that is free now. */
  freeStorageBytes?: number
  /** Problems of its storage that an operator has to solve, as sentences. */
  storageProblem?: string
  expunged: boolean
  /** Whether it answers now. */
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
  /** Port names, in order: `qsfp0` … */
  ports: readonly string[]
}

/** A sled that is plugged in and detected, but not added to the system. */
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

/** A file of a release. */
export interface ReleaseArtifact {
  name: string
  version: string
  /** Such as `sled_os`; the publisher of releases and the platform agree on the kinds. */
  kind: string
  /** In hexadecimal. */
  sha256: string
  sizeBytes: number
}

/** A release that was verified when it was uploaded. */
export interface Release {
  version: string
  artifacts: readonly ReleaseArtifact[]
  /**
   * Reads one of its artifacts from the start. Fails after the last byte when these are not the verified ones, and with
   * `transient` when the release is not on this server.
   */
  open(artifact: ReleaseArtifact): AsyncIterable<Uint8Array>
}

export interface Hardware {
  /** The present hardware. */
  inventory(signal?: AbortSignal): Promise<Inventory>
  /**
   * Adds the uninitialized sled with that part and serial number to the system under `id`. Resolves once it is in
   * service. Rejects with `gone` when no such sled exists.
   */
  ensureSled(id: string, sled: Pick<Baseboard, 'part' | 'serial'>, signal?: AbortSignal): Promise<SledHardware>
  /**
   * Installs a system release on a sled or switch. Resolves once it runs that release; its workloads keep running.
   * Passes on the failure of `open`. Rejects with `transient` while it is unreachable, with `gone` when it does not exist.
   */
  ensureRelease(componentId: string, release: Release, signal?: AbortSignal, order?: number): Promise<void>
}
