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
  /** Bits of the subnet that `ip` is in. */
  prefixLength: number
  primary: boolean
}

/** All that a machine is made of. */
export interface InstanceSpec {
  id: string
  /** Labels of the series that the machine gives. */
  projectId: string
  siloId: string
  /** Where it is to run; chosen by the control plane, which keeps count of what each sled has left. */
  sledId: string
  hostname: string
  ncpus: number
  memoryBytes: number
  /** In the order in which the machine sees them. */
  volumes: readonly InstanceVolume[]
  nics: readonly InstanceNic[]
  userData: Uint8Array
  sshPublicKeys: readonly string[]
}

/** A machine from a start or reboot to its end or next reboot. */
export interface MachineRun {
  /** Chosen by the platform and opaque to all others; no two runs share one. */
  runId: string
  /** When its counters began at zero. */
  bootedAt: Date
}

/** A machine that runs. */
export interface RunningInstance extends MachineRun {
  sledId: string
}

export interface ListedInstance extends RunningInstance {
  instanceId: string
  repairing: boolean
}

export interface InstanceList {
  /** Sleds that answered: every machine that runs on them is listed. Nothing is known of the others. */
  sledIds: readonly string[]
  instances: readonly ListedInstance[]
}

/**
 * Machines. Calls may be repeated and meet: a second call while the first is under way resolves together with it.
 * What a machine does by itself arrives as an event.
 */
export interface Instances {
  /** Gets ready what a machine needs before its first start. */
  prepare(instanceId: string, signal?: AbortSignal): Promise<void>
  /**
   * Resolves once the machine runs. A machine that runs already is left as it is. Rejects with `permanent` when it
   * cannot start; nothing of it is left running then.
   */
  start(spec: InstanceSpec, signal?: AbortSignal): Promise<RunningInstance>
  /** Resolves once no such machine runs. */
  stop(instanceId: string, signal?: AbortSignal): Promise<void>
  /** Ends that run of a machine if it is still the present one; one that began later goes on. */
  stopRun(instanceId: string, runId: string, signal?: AbortSignal): Promise<void>
  /** The machines that run at this moment, as far as their sleds answer. */
  list(signal?: AbortSignal): Promise<InstanceList>
  /**
   * Restarts a machine. `request` tells one reboot from another: however often one is repeated, it is done once.
   * Rejects with `gone` when the machine does not run.
   */
  reboot(instanceId: string, request: string, signal?: AbortSignal): Promise<RunningInstance>
  /** Resolves once the machine runs on that sled; its run goes on. Rejects with `gone` when it does not run. */
  migrate(instanceId: string, sledId: string, signal?: AbortSignal): Promise<void>
  /** Ends the machine at once if it runs, and forgets all about it. */
  release(instanceId: string, signal?: AbortSignal): Promise<void>
  readonly serial: SerialConsoles
}

export interface SerialHistory {
  bytes: Uint8Array
  /** Offset after the last of `bytes`, counted from the machine's first byte. */
  endOffset: number
}

/** `fromStart`: from that offset on. `mostRecent`: the last so many bytes. */
export type SerialPosition = { fromStart: number } | { mostRecent: number }

export interface SerialChunk {
  /** Offset of the first of `bytes`. */
  offset: number
  bytes: Uint8Array
}

/** One client at a machine's serial port. */
export interface SerialStream {
  /**
   * What the machine writes, without a gap. Ends when the machine stops, survives a reboot; errs with `gone` when the
   * machine vanishes and with `transient` when the reader has fallen too far behind.
   */
  readonly output: ReadableStream<SerialChunk>
  /** Types into the machine. */
  write(bytes: Uint8Array): Promise<void>
  close(): void
}

/** The last 1 MiB that each machine wrote is kept while it exists on the platform, over stops too. */
export interface SerialConsoles {
  /** At most `maxBytes` from a position on; an older offset starts at the oldest byte held. */
  history(instanceId: string, position: SerialPosition, maxBytes?: number): Promise<SerialHistory>
  /** Rejects with `gone` when the machine does not run. The stream begins with what is held from `position` on. */
  open(instanceId: string, position: SerialPosition): Promise<SerialStream>
}
