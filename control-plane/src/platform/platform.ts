import type { Diagnostics } from './diagnostics.ts'
import type { Hardware, SledHardware } from './hardware.ts'
import type { Instances, InstanceSpec, MachineRun } from './instances.ts'
import type { Networks, VpcDocument } from './networks.ts'
import type { Samples } from './samples.ts'
import type { SwitchLocation, SystemNetwork, SystemNetworkDocument } from './system-network.ts'
import type { ImageSpec, SnapshotSpec, Volumes, VolumeSpec } from './volumes.ts'

/**
 * What makes instances, volumes and networks real. The control plane writes down what should be and drives a platform
 * there; a platform knows neither HTTP nor SQL. Ids are the control plane's.
 *
 * All calls are idempotent, resolve once things are as asked, and reject with a PlatformError. An aborted signal ends
 * the wait, not the work: what was started may still come about; asking again, or for the opposite, decides.
 */
export interface Platform {
  readonly hardware: Hardware
  readonly volumes: Volumes
  readonly instances: Instances
  readonly networks: Networks
  readonly systemNetwork: SystemNetwork
  readonly samples: Samples
  readonly diagnostics: Diagnostics
  /**
   * Calls `listener` for what happens without having been asked for; it resolves once the event is written down. An
   * event that no listener has written down is passed to those that come later. Answers a function that ends it.
   */
  subscribe(listener: EventListener): () => void
  /**
   * Called once at start, before anything else: what exists by the control plane's database. Machines that still run
   * are taken over as they are; what the platform misses arrives as events. What it has beyond that stays as it is.
   */
  restore(desired: DesiredState, signal?: AbortSignal): Promise<void>
  /** Resolves when the platform can do its work; rejects with the reason when not. */
  check(signal?: AbortSignal): Promise<void>
  /** Ends what this process does on the platform. Machines go on where they can outlive the process. */
  close(): Promise<void>
}

/**
 * What happened by itself. Nothing that a platform does unasked goes without one. `id` tells one event from another, so
 * that an event is written down once, however many processes receive it.
 */
export type PlatformEvent = PlatformChange & { readonly id: string }

export type EventListener = (event: PlatformEvent) => Promise<void>

/** What machines do by themselves, in that run of theirs. */
export type InstanceChange = { instanceId: string; runId: string } & (
  | { kind: 'instance-failed'; reason: string }
  | { kind: 'instance-stopped'; reason: string }
  /** It has to leave its sled: the control plane chooses where to, and asks for its migration. */
  | { kind: 'instance-must-move'; reason: string }
  | { kind: 'instance-repairing' }
  | { kind: 'instance-repaired' }
  /** The guest rebooted the machine: the run ended, and the next one goes on. */
  | { kind: 'instance-rebooted'; next: MachineRun }
)

/** `reason` is for the log and alerts. */
export type PlatformChange =
  | InstanceChange
  | { kind: 'volume-faulted'; volumeId: string; reason: string }
  | { kind: 'sled-added'; sled: SledHardware }
  /** The machines that were lost with it are told of one by one. */
  | { kind: 'sled-unreachable'; sledId: string }
  | { kind: 'sled-reachable'; sledId: string }
  | { kind: 'physical-disk-failed'; physicalDiskId: string; sledId: string }
  | { kind: 'bgp-session-down' | 'bfd-session-down'; location: SwitchLocation; peer: string }
  | { kind: 'switch-link-down'; portId: string }

export interface DesiredVolume extends VolumeSpec {
  /** Not for an import that was not finalized. */
  finalized: boolean
  attachedTo: string | null
}

export interface DesiredSnapshot extends SnapshotSpec {
  sizeBytes: number
}

export interface DesiredInstance {
  spec: InstanceSpec
  /** Null when it is not to run, or is only about to start. */
  run: MachineRun | null
}

export interface DesiredState {
  /** Sleds that were added by request, under the ids they were given. */
  addedSleds: readonly { id: string; part: string; serial: string }[]
  volumes: readonly DesiredVolume[]
  snapshots: readonly DesiredSnapshot[]
  images: readonly ImageSpec[]
  instances: readonly DesiredInstance[]
  vpcs: readonly VpcDocument[]
  systemNetwork: SystemNetworkDocument
}
