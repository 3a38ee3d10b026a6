import { OpenFolder } from '../../../file-system/open-folder.ts'
import { freeBytes } from '../../../file-system/space.ts'
import { noSpace } from '../base/errors.ts'
import { type CgroupSettings, cgroupsOf } from '../cgroups/cgroup-settings.ts'
import { type MachineProcesses, OwnProcesses, type ProcessSettings } from '../machines/process/machine-process.ts'
import type { HostNetworks } from '../networks/host-networks.ts'
import { connectTaps } from '../networks/machine-networks.ts'
import { NamespaceNetworks, type NamespaceNetworksOptions } from '../networks/namespace-networks.ts'
import { PasstNetwork } from '../networks/passt.ts'
import { connectAlone } from '../networks/user-network.ts'
import type { ProgramUser } from '../volumes/confined.ts'
import { type ConversionOrder, Converter } from '../volumes/convert.ts'

export interface HostSettings extends ProcessSettings {
  /** Folder of the helper's note. Only the helper's user may write there. */
  folder: string
  /** Folder that contains a folder for each machine. */
  machines: string
  /** Null if machines are not limited. */
  cgroups: CgroupSettings
  /** Null if the server converts images itself. */
  conversion: HostConversion | null
  /** Null if each machine has a network of its own. */
  networks: NamespaceNetworksOptions | null
  /** Whether passt connects those machines to the outside. */
  passt: boolean
}

export interface HostConversion {
  /** The folder of layers. */
  layers: string
  /** User that reads untrusted images. */
  user: ProgramUser
  /** Bytes to leave free on the folder's file system. */
  keepFreeBytes: number
}

/** Operations that may need more rights than the platform has. */
export interface Host {
  readonly processes: MachineProcesses
  readonly networks: HostNetworks | undefined
  /** Converts a foreign image; undefined if the server does that itself. */
  readonly convert: ((order: ConversionOrder, signal: AbortSignal) => Promise<void>) | undefined
  /** Machines and networks stay as they are. */
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
  const convert = conversion && owner !== null ? hostConversion(conversion, owner) : undefined
  return { processes, networks, convert, close: async () => {} }
}

function hostConversion({ layers, user, keepFreeBytes }: HostConversion, owner: number): Host['convert'] {
  const requireRoom = async (bytes: number) => {
    if ((await freeBytes(layers)) - bytes < keepFreeBytes) throw noSpace()
  }
  // The program ends with its process.
  const converter = new Converter({ user, owner }, requireRoom, new AbortController().signal)
  return async ({ source, target, format, sizeBytes }, signal) => {
    // The server's user may have replaced this folder by links to files of root.
    await using folder = await OpenFolder.open(layers, owner)
    await converter.convert(folder.path(source), { format }, folder.path(target), sizeBytes, signal)
  }
}
