import type { Networks, VpcDocument } from '../networks.ts'
import type { NicBackend } from './machines/command-line.ts'
import type { OrderedNic } from './machines/machine-order.ts'
import type { MachineUser } from './machines/machine-user.ts'

/** How the network interfaces of a machine reach their networks. */
export interface MachineConnections {
  /** QEMU's ends by the interface's id. An interface without one is not plugged in. */
  backends: ReadonlyMap<string, NicBackend>
  /** Name of the network namespace in which QEMU has to run; absent for the one of this process. */
  namespace?: string
}

/**
 * Connects a machine that is about to start as that user. Rejects with `transient` while an interface is in no network
 * that is in force.
 */
export type ConnectMachine = (nics: readonly OrderedNic[], user: MachineUser | null) => Promise<MachineConnections>

/** Networks of this host, to which its machines are connected. */
export interface MachineNetworks extends Networks {
  /** Called first, with the VPCs that exist. What cannot be put in force is reported as an event. */
  restore(documents: readonly VpcDocument[], signal?: AbortSignal): Promise<void>
  close(): void
}
