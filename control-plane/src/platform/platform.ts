import type { Hardware } from './hardware.ts'
import type { Instances, InstanceSpec } from './instances.ts'
import type { Networks, VpcDocument } from './networks.ts'
import type { Samples } from './samples.ts'
import type { ImageSpec, SnapshotSpec, Volumes, VolumeSpec } from './volumes.ts'

/**
 * What makes instances, volumes and networks real. The control plane writes down what should be and drives a platform
 * there; a platform knows neither HTTP nor SQL. Ids are the control plane's.
 *
 * All calls are idempotent, resolve once things are as asked, and reject with a PlatformError. An aborted signal ends
 * the wait, not the work: what was begun may still come about, and asking again or asking for the opposite settles it.
 */
export interface Platform {
  readonly hardware: Hardware
  readonly volumes: Volumes
  readonly instances: Instances
  readonly networks: Networks
  readonly samples: Samples
  /** Calls `listener` for what happens without having been asked for. Answers a function that ends it. */
  subscribe(listener: (event: PlatformEvent) => void): () => void
  /**
   * Called once at start, before anything else: what exists by the control plane's books. Machines that still run are
   * taken over as they are; what the platform misses arrives as events. What it has beyond the books stays: the sagas
   * that were taking it away are resumed and will.
   */
  reconcile(desired: DesiredState, signal?: AbortSignal): Promise<void>
  /** Resolves when the platform can do its work; rejects with the reason when not. */
  check(signal?: AbortSignal): Promise<void>
  /** Lets go of this process's hold. Machines go on where they can outlive the process. */
  close(): Promise<void>
}

/** What happened by itself. `reason` is for the log and alerts. */
export type PlatformEvent =
  | { kind: 'instance-failed'; instanceId: string; reason: string }
  | { kind: 'instance-stopped'; instanceId: string; reason: string }
  | { kind: 'instance-migrating'; instanceId: string }
  | { kind: 'instance-repairing'; instanceId: string }
  /** The end of a migration or repair; after a migration the sled is another. */
  | { kind: 'instance-running'; instanceId: string; sledId: string }
  | { kind: 'volume-faulted'; volumeId: string; reason: string }
  | { kind: 'sled-added'; sledId: string }
  | { kind: 'sled-unreachable'; sledId: string }
  | { kind: 'sled-reachable'; sledId: string }
  | { kind: 'physical-disk-failed'; physicalDiskId: string; sledId: string }

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
  /** When its present run began; null when it is not to run, or is only about to start. */
  bootedAt: Date | null
}

export interface DesiredState {
  /** Sleds that were added by request, under the ids they were given. */
  addedSleds: readonly { id: string; part: string; serial: string }[]
  volumes: readonly DesiredVolume[]
  snapshots: readonly DesiredSnapshot[]
  images: readonly ImageSpec[]
  instances: readonly DesiredInstance[]
  vpcs: readonly VpcDocument[]
}
