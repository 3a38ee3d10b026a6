import type { Networks, VpcDocument } from '../../interface/networks.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { MachineOrder } from '../machines/order/machine-order.ts'
import type { MachineFolder } from '../machines/record/machine-folder.ts'
import type { HostLinks } from './host-networks.ts'

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

/** Connects machines with the links of a host's networks. */
export const connectTaps = (host: HostLinks): MachineConnector => ({
  connect: async ({ nics, user }) => {
    const backends = new Map<string, NicBackend>()
    const namespaces = new Set<string>()
    for (const { id } of nics) {
      const given = await giveLink(host, id, user ?? 0)
      if (!given) throw new PlatformError('transient', `The network of interface ${id} is not in force yet`)
      namespaces.add(given.namespace)
      backends.set(id, { type: 'tap', ifname: given.link, script: 'no', downscript: 'no' })
    }
    if (namespaces.size > 1) throw new PlatformError('permanent', 'The interfaces of a machine are in different VPCs')
    const [namespace] = namespaces
    return { backends, ...(namespace !== undefined && { namespace }) }
  },
  // Nothing to do: links belong to the network.
  disconnect: async () => {},
})

async function giveLink(host: HostLinks, nicId: string, uid: number): ReturnType<HostLinks['giveLink']> {
  try {
    return await host.giveLink(nicId, uid)
  } catch (error) {
    throw new PlatformError('transient', `The host's network failed: ${(error as Error).message}`, error)
  }
}
