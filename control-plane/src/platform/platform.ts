import type { Diagnostics } from './diagnostics.ts'
import type { Hardware, SledHardware } from './hardware.ts'
import type { Instances, InstanceSpec, MachineRun } from './instances.ts'
import type { Networks, VpcDocument } from './networks.ts'
import type { Samples } from './samples.ts'
import type { SwitchLocation, SystemNetwork, SystemNetworkDocument } from './system-network.ts'
import type { ImageSpec, SnapshotSpec, Volumes, VolumeSpec } from './volumes.ts'

/**
 * Runs the instances, volumes and networks that the control plane declares, under its ids. Independent of HTTP and SQL.
 * Calls are idempotent and reject with a PlatformError. An aborted signal ends only the wait: the work may still
 * complete, unless a later call replaces it.
 */
export interface Platform {
  readonly hardware: Hardware
  readonly volumes: Volumes
  readonly instances: Instances
  readonly networks: Networks
  readonly systemNetwork: SystemNetwork
  readonly samples: Samples
  readonly diagnostics: Diagnostics
  /** Its machines are played, not run: no address leads to one. */
  readonly isSimulated: boolean
  /**
   * Calls `listener` for each unrequested event; it resolves once the event is stored. An event that no listener has
   * stored is passed to later subscribers. Returns a function that unsubscribes.
   */
  subscribe(listener: EventListener): () => void
  /**
   * Called once, first, with what exists according to the database. Running machines are adopted. What the platform
   * lacks is reported as events; what it has in addition is left alone.
   */
  restore(desired: DesiredState, signal?: AbortSignal): Promise<void>
  /** Resolves when the platform works; rejects with the reason otherwise. */
  check(signal?: AbortSignal): Promise<void>
  /** Ends this process's work on the platform. Machines that can outlive the process keep running. */
  close(): Promise<void>
}

/**
 * An unrequested change; a platform reports all of them. An event is stored once per `id`, even if several processes
 * receive it.
 */
export type PlatformEvent = PlatformChange & { readonly id: string }

export type EventListener = (event: PlatformEvent) => Promise<void>

/** Unrequested changes of a machine, in the run `runId`. */
export type InstanceChange = { instanceId: string; runId: string } & (
  | { kind: 'instance-failed'; reason: string }
  | { kind: 'instance-stopped'; reason: string }
  /** It must leave its sled: the control plane chooses another one and requests the migration. */
  | { kind: 'instance-must-move'; reason: string }
  | { kind: 'instance-repairing' }
  | { kind: 'instance-repaired' }
  /** The guest rebooted the machine: the run ended and `next` began. */
  | { kind: 'instance-rebooted'; next: MachineRun }
)

/** `reason` is for logs and alerts. */
export type PlatformChange =
  | InstanceChange
  | { kind: 'volume-faulted'; volumeId: string; reason: string }
  | { kind: 'sled-added'; sled: SledHardware }
  /** Each of its lost machines has an event of its own. */
  | { kind: 'sled-unreachable'; sledId: string }
  | { kind: 'sled-reachable'; sledId: string }
  | { kind: 'physical-disk-failed'; physicalDiskId: string; sledId: string }
  | { kind: 'bgp-session-down' | 'bfd-session-down'; location: SwitchLocation; peer: string }
  | { kind: 'switch-link-down'; portId: string }

export interface DesiredVolume extends VolumeSpec {
  /** False for an import that is not finalized. */
  finalized: boolean
  attachedTo: string | null
}

export interface DesiredSnapshot extends SnapshotSpec {
  sizeBytes: number
}

export interface DesiredInstance {
  spec: InstanceSpec
  /** Null when it should not run or has not started yet. */
  run: MachineRun | null
}

export interface DesiredState {
  /** Sleds that were added by request, with their ids. */
  addedSleds: readonly { id: string; part: string; serial: string }[]
  volumes: readonly DesiredVolume[]
  snapshots: readonly DesiredSnapshot[]
  images: readonly ImageSpec[]
  instances: readonly DesiredInstance[]
  vpcs: readonly VpcDocument[]
  systemNetwork: SystemNetworkDocument
}
