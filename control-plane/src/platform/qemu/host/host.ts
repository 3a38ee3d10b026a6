import { type Accelerator } from '../machines/command-line.ts'
import { type MachineProcesses, OwnProcesses } from '../machines/machine-process.ts'
import type { HostNetworks } from '../networks/host-networks.ts'
import { NamespaceNetworks, type NamespaceNetworksOptions } from '../networks/namespace-networks.ts'
import { connectTaps } from '../networks/taps.ts'
import { connectAlone } from '../networks/user-network.ts'

export interface HostSettings {
  /** Of the host's data. */
  folder: string
  /** Where each machine has its folder. */
  machines: string
  /** `qemu-system-…` */
  binary: string
  accelerator: Accelerator
  /** Group of the devices that machines need, such as /dev/kvm. */
  group: number | null
  /** Each machine runs as a user of its own. Only root can do that. */
  ownUsers: boolean
  /** Null for machines that are each in a network of their own. */
  networks: NamespaceNetworksOptions | null
}

/** What may need more rights than the platform has. */
export interface Host {
  readonly processes: MachineProcesses
  readonly networks: HostNetworks | undefined
  /** Leaves machines and networks as they are. */
  close(): Promise<void>
}

/** The host with the rights of this process. */
export function ownHost({ machines, binary, accelerator, group, ownUsers, networks: options }: HostSettings): Host {
  const networks = options ? new NamespaceNetworks(options) : undefined
  const connect = networks ? connectTaps(networks) : connectAlone
  const processes = new OwnProcesses({ binary, accelerator, group, ownUsers, folder: machines, connect })
  return { processes, networks, close: async () => {} }
}
