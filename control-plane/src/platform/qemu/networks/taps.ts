import { PlatformError } from '../../interface/platform-error.ts'
import type { HostLinks } from './host-networks.ts'
import type { NicBackend, MachineConnector } from './machine-networks.ts'

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
