import { type CgroupSettings, cgroupsOf } from '../cgroups/cgroup-settings.ts'
import type { Architecture } from '../machines/architecture.ts'
import { type Accelerator } from '../machines/command-line.ts'
import { type MachineProcesses, OwnProcesses } from '../machines/machine-process.ts'
import type { UserRange } from '../machines/machine-user.ts'
import { OpenFolder } from '../machines/open-folder.ts'
import type { HostNetworks } from '../networks/host-networks.ts'
import { NamespaceNetworks, type NamespaceNetworksOptions } from '../networks/namespace-networks.ts'
import { PasstNetwork } from '../networks/passt.ts'
import { connectTaps } from '../networks/taps.ts'
import { connectAlone } from '../networks/user-network.ts'
import type { ProgramUser } from '../volumes/confined.ts'
import { type ConversionOrder, Converter } from '../volumes/convert.ts'
import { freeBytes } from '../../../file-system/disk.ts'
import { noSpace } from '../volumes/errors.ts'

export interface HostSettings {
  /** Where the helper notes itself. Only its own user may write there. */
  folder: string
  /** Where each machine has its folder. */
  machines: string
  /** `qemu-system-…` of that architecture. */
  binary: string
  architecture: Architecture
  accelerator: Accelerator
  /** Group of the devices that machines need, such as /dev/kvm. */
  group: number | null
  /** Whose files the machines get, each as a user of its own, for which one has to be root. Null if all is one user. */
  owner: number | null
  /** Those users, which no other data folder has. Null if all is one user. */
  users: UserRange | null
  /** Null where nothing limits machines. */
  cgroups: CgroupSettings
  /** Null where the server converts images itself. */
  conversion: HostConversion | null
  /** Null for machines that are each in a network of their own. */
  networks: NamespaceNetworksOptions | null
  /** Whether those have a way out by passt. */
  passt: boolean
}

export interface HostConversion {
  /** The folder of layers. */
  layers: string
  /** As which programs read images that nobody trusts. */
  user: ProgramUser
  /** Left free on its file system. */
  keepFreeBytes: number
}

/** What may need more rights than the platform has. */
export interface Host {
  readonly processes: MachineProcesses
  readonly networks: HostNetworks | undefined
  /** Converts a foreign image; undefined where the server does that itself. */
  readonly convert: ((order: ConversionOrder, signal: AbortSignal) => Promise<void>) | undefined
  /** Leaves machines and networks as they are. */
  close(): Promise<void>
}

/** The host with the rights of this process. */
export function ownHost({
  machines,
  binary,
  architecture,
  accelerator,
  group,
  owner,
  users,
  cgroups: settings,
  conversion,
  networks: options,
  passt,
}: HostSettings): Host {
  const cgroups = cgroupsOf(settings)
  const networks = options ? new NamespaceNetworks(options, cgroups) : undefined
  const alone = passt ? new PasstNetwork(cgroups) : connectAlone
  const connector = networks ? connectTaps(networks) : alone
  const processes = new OwnProcesses({
    binary,
    architecture,
    accelerator,
    group,
    owner,
    users,
    folder: machines,
    connector,
    cgroups,
  })
  const convert = conversion && owner !== null ? converterOf(conversion, owner) : undefined
  return { processes, networks, convert, close: async () => {} }
}

function converterOf({ layers, user, keepFreeBytes }: HostConversion, owner: number): Host['convert'] {
  const requireRoom = async (bytes: number) => {
    if ((await freeBytes(layers)) - bytes < keepFreeBytes) throw noSpace()
  }
  // The program ends with its process.
  const converter = new Converter({ user, owner }, requireRoom, new AbortController().signal)
  return async ({ source, target, format, sizeBytes }, signal) => {
    // The server's user may put links to what is root's in the place of this folder.
    await using folder = await OpenFolder.open(layers, owner)
    await converter.convert(folder.path(source), { format }, folder.path(target), sizeBytes, signal)
  }
}
