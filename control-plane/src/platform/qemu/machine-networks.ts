import type { Networks, VpcDocument } from '../networks.ts'
import type { NicBackend } from './machines/command-line.ts'
import type { MachineOrder } from './machines/machine-order.ts'
import type { MachineFolder } from './machines/machine-state.ts'

/** How the network interfaces of a machine reach their networks. */
export interface MachineConnections {
  /** QEMU's ends by the interface's id. An interface without one is not plugged in. */
  backends: ReadonlyMap<string, NicBackend>
  /** Name of the network namespace in which QEMU has to run; absent if no interface needs one. */
  namespace?: string
}

/** Connects machines to networks. */
export interface MachineConnector {
  /** For a machine that is about to start. Rejects with `transient` while an interface is in no network in force. */
  connect(order: MachineOrder, machine: MachineFolder): Promise<MachineConnections>
  /** Ends what a connection has started, after the machine's end. Also what a process that ended in between left. */
  disconnect(machine: MachineFolder): Promise<void>
}

/** Networks of this host, to which its machines are connected. */
export interface MachineNetworks extends Networks {
  /** Called first, with the VPCs that exist. What cannot be put in force is reported as an event. */
  restore(documents: readonly VpcDocument[], signal?: AbortSignal): Promise<void>
  close(): void
}
