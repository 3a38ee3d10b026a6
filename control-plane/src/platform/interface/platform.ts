import type { Diagnostics } from './diagnostics.ts'
import type { Faults } from './faults.ts'
import type { Hardware, SledHardware } from './hardware.ts'
import type { Instances, InstanceSpec, MachineCondition, MachineRun } from './instances.ts'
import type { Networks, VpcDocument } from './networks.ts'
import type { Samples } from './samples.ts'
import type { SwitchLocation, SystemNetwork, SystemNetworkDocument } from './system-network.ts'
import type { DesiredImage, SnapshotSpec, Volumes, VolumeSpec } from './volumes.ts'

/** Features that not every platform has. Without one the operations that need it are refused. */
export interface PlatformCapabilities {
  /** Its machines execute nothing. */
  readonly simulated: boolean
  /** Architecture of all its machines; absent if they execute nothing. */
  readonly architecture?: 'amd64' | 'arm64'
  /** Addresses lead to its machines. */
  readonly guestNetwork: boolean
  /** `Instances.displays`. Without it they are refused for good. */
  readonly graphicalConsole: boolean
  /** `Instances.portForwards`. Without it there are none. */
  readonly portForwards: boolean
  /** An agent in a guest can report what it knows. */
  readonly guestAgent: boolean
  /** Machines can have a BIOS. */
  readonly bios: boolean
  /** Machines can have EFI firmware. */
  readonly efi: boolean
  /** Switches with ports, BGP and BFD sessions. Without them `SystemNetwork` answers empty lists. */
  readonly switches: boolean
  /** `Hardware.ensureSled`. */
  readonly sledAddition: boolean
  /** `Hardware.ensureRelease`. */
  readonly updates: boolean
  /** Uploaded disk images in the formats qcow2, VMDK and VHD are converted. Without it, only raw ones are disks. */
  readonly imageConversion: boolean
  /** Its machines boot from images without content. Without it, a new silo has no images. */
  readonly bootsEmptyImages: boolean
}

/**
 * Runs the instances, volumes and networks that the control plane declares, under its ids. Independent of HTTP and SQL.
 * Calls are idempotent and reject with a PlatformError. An aborted signal ends only the wait: the work may still
 * complete, unless a later call replaces it. Calls that end or delete something resolve when it does not exist.
 *
 * A change has an `order`: the platform stores the highest of each resource before it acts, and rejects a lower one with
 * `outdated`. Without one it is lower than all (ADR 62).
 */
export interface Platform {
  readonly hardware: Hardware
  readonly volumes: Volumes
  readonly instances: Instances
  readonly networks: Networks
  readonly systemNetwork: SystemNetwork
  readonly samples: Samples
  readonly diagnostics: Diagnostics
  readonly capabilities: PlatformCapabilities
  /** Faults on demand, if the platform offers them. */
  readonly faults?: Faults | undefined
  /**
   * Calls `listener` for each unrequested event; it resolves once the event is stored. The next event of the same
   * `eventSubject` is passed afterwards. Events that no listener has stored are passed to later subscribers. Returns
   * a function that unsubscribes.
   */
  subscribe(listener: EventListener): () => void
  /**
   * Called first, until it resolves, with what exists according to the database. Running machines are adopted. What the
   * platform lacks is reported as events; what it has in addition is left alone. A machine that runs, but not in the
   * desired run, is reported as rebooted into its present one: the database may be from a backup.
   */
  restore(desired: DesiredState, signal?: AbortSignal): Promise<void>
  /** Resolves when the platform works; rejects with the reason otherwise. */
  check(signal?: AbortSignal): Promise<void>
  /** Refuses calls about a resource with a lower order from now on, and changes nothing. */
  settle(id: string, signal?: AbortSignal, order?: number): Promise<void>
  /** Ends this process's work on the platform; calls reject with `transient`. Machines that can outlive it run on. */
  close(): Promise<void>
}

/**
 * An unrequested change; a platform reports all of them. An event is stored once per `id`, even if several processes
 * receive it.
 */
export type PlatformEvent = PlatformChange & { readonly id: string }

export type EventListener = (event: PlatformEvent) => Promise<void>

/** Unrequested changes of a machine, in the run `runId`. A run that failed or stopped is surely over. */
export type InstanceChange = { instanceId: string; runId: string } & (
  | { kind: 'instance-failed'; reason: string }
  | { kind: 'instance-stopped'; reason: string }
  /** It must leave its sled: the control plane chooses another one and requests the migration. */
  | { kind: 'instance-must-move'; reason: string }
  | { kind: 'instance-repairing' }
  | { kind: 'instance-repaired' }
  /** Its condition began, or ended with null. The end of its run ends it without an event. */
  | { kind: 'instance-condition'; condition: MachineCondition | null }
  /** It runs on, and reaches nothing until it is stopped and started. */
  | { kind: 'instance-network-lost'; reason: string }
  /** The guest rebooted the machine: the run ended and `next` began. */
  | { kind: 'instance-rebooted'; next: MachineRun }
)

/** `reason` is for logs and alerts. */
export type PlatformChange =
  | InstanceChange
  /** Its content is lost or cannot be used; the same for snapshots and images. */
  | ({ kind: 'volume-faulted'; volumeId: string } & StorageLoss)
  | ({ kind: 'snapshot-faulted'; snapshotId: string } & StorageLoss)
  | ({ kind: 'image-faulted'; imageId: string } & StorageLoss)
  /** The VPC is no longer in effect: the control plane declares it again. */
  | { kind: 'vpc-lost'; vpcId: string; reason: string }
  | { kind: 'sled-added'; sled: SledHardware }
  /** Reported at once. Its machines may run on: each that ends has an event of its own, when its lease is over. */
  | { kind: 'sled-unreachable'; sledId: string }
  | { kind: 'sled-reachable'; sledId: string }
  /** Whether only the system's reserve is left of its storage. Running machines continue. */
  | { kind: 'sled-storage'; sledId: string; full: boolean }
  /** It left for good, with its physical disks. Its machines end as those of an unreachable sled. */
  | { kind: 'sled-removed'; sledId: string }
  | { kind: 'physical-disk-failed' | 'physical-disk-removed'; physicalDiskId: string; sledId: string }
  | { kind: 'bgp-session-down' | 'bfd-session-down'; location: SwitchLocation; peer: string }
  | { kind: 'switch-link-down'; portId: string }

interface StorageLoss {
  reason: string
  /** It may come back: `Volumes.list` has it then. */
  missing?: true
}

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
  /** The storage of this database. `used` once something was restored from it. */
  storage?: { id: string; used: boolean }
  /** Sleds that were added by request, with their ids. */
  addedSleds: readonly { id: string; part: string; serial: string }[]
  volumes: readonly DesiredVolume[]
  snapshots: readonly DesiredSnapshot[]
  images: readonly DesiredImage[]
  instances: readonly DesiredInstance[]
  vpcs: readonly VpcDocument[]
  systemNetwork: SystemNetworkDocument
}
