import type { Networks, VpcDocument } from '../../interface/networks.ts'
import type { MachineOrder } from '../machines/order/machine-order.ts'
import type { MachineFolder } from '../machines/record/machine-folder.ts'

/** A network backend: QEMU's `netdev` object without its id. */
export type NicBackend = Readonly<Record<string, unknown>>

/** The connections of a machine's network interfaces. */
export interface MachineConnections {
  /** QEMU's ends by the interface's id. An interface without one is not plugged in. */
  backends: ReadonlyMap<string, NicBackend>
  /** Name of the network namespace in which QEMU has to run; absent if no interface needs one. */
  namespace?: string
}

/** Connects machines to networks. */
export interface MachineConnector {
  /**
   * Connects a machine that is about to start. Rejects with `transient` while the network of an interface is not in
   * effect.
   */
  connect(order: MachineOrder, machine: MachineFolder): Promise<MachineConnections>
  /** Ends the programs of a connection after the machine's end, also those that an earlier process left. */
  disconnect(machine: MachineFolder): Promise<void>
}

/** Networks of this host, to which its machines are connected. */
export interface MachineNetworks extends Networks {
  /** Called first, with the VPCs that exist. A failure of one is reported as an event. */
  restore(documents: readonly VpcDocument[], signal?: AbortSignal): Promise<void>
  close(): void
}
