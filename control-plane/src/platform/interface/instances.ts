export interface InstanceVolume {
  id: string
  name: string
  boot: boolean
}

export interface InstanceNic {
  id: string
  name: string
  /** `A8:40:25:F0:00:01` */
  mac: string
  ip: string
  /** Prefix length of the subnet of `ip`. */
  prefixLength: number
  primary: boolean
}

/** The specification of a machine. */
export interface InstanceSpec {
  id: string
  /** Labels of the machine's metrics. */
  projectId: string
  siloId: string
  /** The sled to run on, chosen by the control plane, which tracks each sled's free capacity. */
  sledId: string
  hostname: string
  ncpus: number
  memoryBytes: number
  /** `auto`: what its disks need. */
  firmware: 'auto' | 'bios' | 'efi'
  /** In the machine's slot order. */
  volumes: readonly InstanceVolume[]
  nics: readonly InstanceNic[]
  userData: Uint8Array
  sshPublicKeys: readonly string[]
}

/** The run of a machine from a start or reboot to its end or next reboot. */
export interface MachineRun {
  /** Chosen by the platform, opaque and unique. */
  runId: string
  /** When it began. Its counters were at zero then, or count on from earlier runs: see `SampleSeries`. */
  bootedAt: Date
}

/**
 * How long a run may outlive the last contact of its host with the platform. A host renews the lease of each run at a
 * third of this time, and ends a machine whose lease it could not renew before the lease is over.
 */
export const LEASE_MS = 60_000

export interface RunningInstance extends MachineRun {
  sledId: string
  /** The run is over at this time, unless its host renews the lease. */
  leaseExpires: Date
}

/** Reason why a machine executes nothing although its run continues. */
export interface MachineCondition {
  /** `storage_full`: it was about to write, and continues by itself once there is room. Nothing is lost. */
  kind: 'storage_full'
  since: Date
  /** Text for users. */
  detail: string
}

export interface ListedInstance extends RunningInstance {
  instanceId: string
  /** Order of the latest call about the machine: `stopRun` with it is refused once a saga has called again. */
  order: number
  repairing: boolean
  /** Null while it executes. */
  condition: MachineCondition | null
}

export interface InstanceList {
  /** Sleds that answered: all their running machines are listed. The machines of other sleds are unknown. */
  sledIds: readonly string[]
  instances: readonly ListedInstance[]
}

/** A TCP port of a host that leads to one of a machine. */
export interface PortForward {
  /** An IPv4 address of the host. */
  hostIp: string
  hostPort: number
  machinePort: number
}

/**
 * Machines. Calls are idempotent: a repeated call while the first is running resolves with it.
 * Unrequested changes of a machine arrive as events.
 *
 * A machine never runs twice at once. While the sled of a run does not answer, the run may continue until its lease is
 * over: until then calls that need its end or change it reject with `transient`, and no event reports its end.
 */
export interface Instances {
  /** Prepares what a machine needs before its first start. */
  prepare(instanceId: string, signal?: AbortSignal, order?: number): Promise<void>
  /**
   * Resolves once the machine runs, in a run that began after every earlier one was over. A running machine is
   * unchanged. Repeated with its order it resolves with the run that it began, also when that has ended by itself.
   * Rejects with `permanent` when it cannot start, with `gone` without one of its volumes, with `transient`
   * while its sled does not answer or another machine has a volume of it open; it does not run then.
   */
  start(spec: InstanceSpec, signal?: AbortSignal, order?: number): Promise<RunningInstance>
  /** Resolves once the machine does not run. Ends the runs that began with its order or a lower one. */
  stop(instanceId: string, signal?: AbortSignal, order?: number): Promise<void>
  /** Powers off at once. It also ends a call that waits for the guest to shut down, so it need not wait for that. */
  powerOff(instanceId: string, signal?: AbortSignal, order?: number): Promise<void>
  /** Ends that run of a machine if it is the current one. A later run is not touched. */
  stopRun(instanceId: string, runId: string, signal?: AbortSignal, order?: number): Promise<void>
  /** The running machines of all sleds that answer. */
  list(signal?: AbortSignal): Promise<InstanceList>
  /**
   * Restarts a machine, once per `request`, which identifies the reboot when the call is repeated.
   * Rejects with `gone` when the machine does not run, with `no-space` when its next run cannot be stored: it then
   * runs on in its run, and its guest has not noticed the call.
   */
  reboot(instanceId: string, request: string, signal?: AbortSignal, order?: number): Promise<RunningInstance>
  /**
   * Resolves once the machine runs on that sled, in the same run. Rejects with `gone` when it does not run, with
   * `permanent` when there is no such sled.
   */
  migrate(instanceId: string, sledId: string, signal?: AbortSignal, order?: number): Promise<void>
  /** Ends the machine at once if it runs, and deletes all its data. */
  release(instanceId: string, signal?: AbortSignal, order?: number): Promise<void>
  /** Addresses and ports by which a machine is reachable from outside of its network; empty while it does not run. */
  portForwards(instanceId: string): Promise<readonly PortForward[]>
  readonly serial: SerialConsoles
  readonly displays: Displays
  readonly guests: Guests
}

/** Length of the serial output that can be read again, as the contract defines it. */
export const SERIAL_HISTORY_BYTES = 2 ** 20

export interface SerialHistory {
  bytes: Uint8Array
  /** Offset after the last of `bytes`, relative to the machine's first output. */
  endOffset: number
}

/** `fromStart`: from that offset. `mostRecent`: the last n bytes. */
export type SerialPosition = { fromStart: number } | { mostRecent: number }

export interface SerialChunk {
  /** Offset of the first of `bytes`. */
  offset: number
  bytes: Uint8Array
}

/** One client's connection to a machine's serial port. */
export interface SerialStream {
  /**
   * The machine's output without gaps. Ends when the machine stops, survives a reboot. Fails with `gone` when the
   * machine disappears, with `transient` when the reader has fallen too far behind.
   */
  readonly output: ReadableStream<SerialChunk>
  /** Sends input to the machine. One that does not run ignores it. */
  write(bytes: Uint8Array): Promise<void>
  close(): void
}

/** The last 1 MiB of output of each machine is kept until it is released, across stops. */
export interface SerialConsoles {
  /**
   * Reads at most `maxBytes` from a position. An offset that is too old means the oldest byte kept, one that is too new
   * the end. Empty for a machine that never ran.
   */
  history(instanceId: string, position: SerialPosition, maxBytes?: number): Promise<SerialHistory>
  /** Rejects with `gone` when the machine does not run. The stream begins with the history from `position`. */
  open(instanceId: string, position: SerialPosition): Promise<SerialStream>
}

/** One viewer's connection to a machine's display. */
export interface DisplayStream {
  /** Output of the display's server: RFB (RFC 6143). Ends when the machine stops or fails, survives a reboot. */
  readonly output: ReadableStream<Uint8Array>
  /** Sends bytes of the viewer. One that is closed ignores them. */
  write(bytes: Uint8Array): Promise<void>
  close(): void
}

/** Viewers share a display: none disconnects another. */
export interface Displays {
  /**
   * Rejects with `gone` when the machine does not run, with `permanent` when its run has no display, with `transient`
   * when it has too many viewers.
   */
  open(instanceId: string): Promise<DisplayStream>
}

export interface GuestInterface {
  name: string
  mac: string | null
  addresses: readonly string[]
}

export interface GuestFileSystem {
  mountPoint: string
  type: string
  totalBytes: number | null
  usedBytes: number | null
}

/**
 * Report of an agent in a guest about its system: text and numbers, bounded, and no more trustworthy than the guest.
 */
export interface GuestReport {
  agentVersion: string | null
  hostname: string | null
  /** Its name and version. */
  system: string | null
  kernel: string | null
  interfaces: readonly GuestInterface[]
  fileSystems: readonly GuestFileSystem[]
}

/** The systems in machines. */
export interface Guests {
  /**
   * Asks the agent in the guest. Null where none runs. Rejects with `gone` when the machine does not run, with
   * `transient` when the agent does not answer.
   */
  report(instanceId: string): Promise<GuestReport | null>
}
