import type { Faults } from '../interface/faults.ts'
import type { GuestReport, InstanceSpec, RunningInstance } from '../interface/instances.ts'
import type { VpcDocument } from '../interface/networks.ts'
import type { PlatformErrorKind } from '../interface/platform-error.ts'
import type { Platform } from '../interface/platform.ts'

export interface TestMachine {
  spec: InstanceSpec
  /** Null while it does not run. */
  run: Omit<RunningInstance, 'leaseExpires'> | null
}

/** A platform that tests can look into. Faults make its machines, storage and hardware fail. */
export interface TestPlatform extends Platform {
  readonly faults: Faults
  readonly inspect: Inspection
  readonly lose: Losses
}

/** Contents of a platform, whether or not the control plane could reach it. */
export interface Inspection {
  machine(instanceId: string): TestMachine | undefined
  machines(): TestMachine[]
  /** Adds bytes to the output of a machine's serial port. */
  print(instanceId: string, bytes: Uint8Array): void
  /** Makes the agent in a guest report that, or fail so; none runs before. */
  report(instanceId: string, report: GuestReport | PlatformErrorKind): void
  /** The document of a VPC that is in force. */
  vpc(id: string): VpcDocument | undefined
  /** The instance that a volume is attached to. */
  attachedTo(volumeId: string): string | null
  /** Ids of the volumes, snapshots and images that have storage. */
  storedIds(): string[]
}

/** Makes hardware, storage and networks disappear, with an event each. */
export interface Losses {
  sled(id: string): void
  physicalDisk(id: string): void
  /** A volume, snapshot or image. */
  storage(id: string): Promise<void>
  vpc(id: string): void
}
