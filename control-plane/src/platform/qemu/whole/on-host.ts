import { existsSync, statfsSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keptFreeBytes } from '../../interface/kept-free.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { Platform } from '../../interface/platform.ts'
import type { CgroupSettings } from '../cgroups/cgroup-settings.ts'
import { cgroupsOfThisHost, openCgroups } from '../cgroups/find-cgroups.ts'
import { HelpedHost } from '../host/helped-host.ts'
import { hostIdentity, runFolder } from '../host/host-identity.ts'
import { type Host, type HostSettings, ownHost } from '../host/host.ts'
import { hostArchitecture } from '../machines/order/architecture.ts'
import { claimUsers } from '../machines/users/claimed-users.ts'
import { converterOf } from '../machines/users/machine-user.ts'
import { HostBackedNetworks } from '../networks/host-backed-networks.ts'
import { removeTrials } from '../networks/leg-trial.ts'
import type { NamespaceNetworksOptions } from '../networks/namespace-networks.ts'
import { UserNetworks } from '../networks/user-network.ts'
import { acceleratorOf } from '../probe/accelerator.ts'
import type { HostOptions } from '../probe/host-options.ts'
import { missingPrograms } from '../probe/host-problem.ts'
import { networkPrograms, QEMU_BINARY } from '../probe/host-programs.ts'
import { passtProblem } from '../probe/passt.ts'
import { findProgram } from '../probe/programs.ts'
import { resolversOf, resolversText } from '../probe/resolvers.ts'
import { uplinkProblem, uplinkWarning } from '../probe/uplink.ts'
import { reachOfConfined } from '../volumes/confined.ts'
import { QemuPlatform, type QemuSettings } from './qemu-platform.ts'

/** Time for a guest to shut down. */
const STOP_MS = 60_000
const KVM = '/dev/kvm'
const USABLE_BY_OTHERS = 0o006

/**
 * Returns one line about how machines run here.
 * @throws PlatformError without the programs that machines need, or without the uplink
 */
export async function prepareHost(options: HostOptions): Promise<string> {
  const { uplink, accelerator: wanted } = options
  const missing = await missingPrograms()
  if (missing !== undefined) throw new PlatformError('permanent', `Real machines need ${missing}`)
  const problem = uplink === undefined ? undefined : await uplinkProblem(uplink)
  if (problem !== undefined) throw new PlatformError('permanent', problem)
  const { accelerator, reason } = await acceleratorOf(QEMU_BINARY, wanted)
  const reach = await reachOfConfined()
  const about =
    (accelerator === 'kvm' ? 'QEMU with KVM' : `QEMU without KVM, so machines are slow (${reason})`) +
    (reach === undefined ? '' : `; a qemu-img that an image takes over reaches ${reach}`)
  if (process.getuid?.() !== 0) {
    const problem = await passtMissing()
    return problem === undefined
      ? `${about}; machines reach the internet by passt`
      : `${about}; machines reach nothing, because ${problem}`
  }
  const hasNetworks = await canMakeNetworks()
  if (hasNetworks) await removeTrials()
  if (uplink === undefined) return about
  if (!hasNetworks) return `${about}; SKERRY_UPLINK has no effect without root's rights and the programs of networks`
  const [warning, names] = [await warningAbout(uplink, options), resolversText(await resolversOf(options.resolvers))]
  return `${about}; external addresses are reached from the network of ${uplink}; ${names}${warning}`
}

async function warningAbout(uplink: string, { uplinkType }: HostOptions): Promise<string> {
  try {
    return await uplinkWarning(uplink, uplinkType)
  } catch (error) {
    throw new PlatformError('permanent', `SKERRY_UPLINK takes no link of its own: ${(error as Error).message}`, error)
  }
}

/** A host whose helper was started as root. */
export interface StartedHost {
  host: Host
  settings: HostSettings
}

interface StartHostParts {
  dataFolder: string
  /** The user as which the server will run. */
  owner: number
  onLost(why: string): void
}

/** Starts the helper with root's rights. */
export async function startHost(
  { dataFolder, owner, onLost }: StartHostParts,
  options: HostOptions,
): Promise<StartedHost> {
  const settings = await hostSettings(dataFolder, options, owner)
  const host = new HelpedHost(settings, () => onLost('The helper of the host has ended'))
  await host.begin()
  return { host, settings }
}

/**
 * Real machines on this host. As root, and with the programs for it, they are in the networks of their VPCs. Otherwise
 * each has a network of its own, which passt, if it works, connects to the outside.
 */
export async function openOnHost(
  { dataFolder, clock, report }: Pick<QemuSettings, 'clock' | 'report'> & { dataFolder: string },
  options: HostOptions,
  started?: StartedHost,
): Promise<Platform> {
  const isRoot = process.getuid?.() === 0
  const settings = started?.settings ?? (await hostSettings(dataFolder, options, isRoot ? 0 : null))
  const host = started?.host ?? (isRoot ? new HelpedHost(settings) : ownHost(settings))
  const keepFreeBytes = keptFree(storageIn(dataFolder))
  return new QemuPlatform({
    clock,
    folder: folderIn(dataFolder),
    identity: await hostIdentity(folderIn(dataFolder)),
    architecture: settings.architecture,
    accelerator: settings.accelerator,
    host,
    guestNetwork: host.networks !== undefined,
    forwardsPorts: settings.passt,
    networks: (work, emit) =>
      host.networks ? new HostBackedNetworks({ work, host: host.networks, emit }) : new UserNetworks(work),
    stopMs: STOP_MS,
    keepFreeBytes: () => keepFreeBytes,
    users: settings.users,
    report,
    conversion: { user: undefined, ...(host.convert && { elsewhere: host.convert }) },
  })
}

/** Bytes to keep free on the file system of a folder, which need not exist yet. */
function keptFree(folder: string): number {
  if (!existsSync(folder)) return keptFree(dirname(folder))
  const { blocks, bsize } = statfsSync(folder)
  return keptFreeBytes(blocks * bsize)
}

const folderIn = (dataFolder: string) => join(dataFolder, 'qemu')
const storageIn = (dataFolder: string) => join(folderIn(dataFolder), 'storage')

/** @param owner of the machines' files, if each machine has a user of its own */
async function hostSettings(dataFolder: string, options: HostOptions, owner: number | null): Promise<HostSettings> {
  const folder = folderIn(dataFolder)
  const { accelerator } = await acceleratorOf(QEMU_BINARY, options.accelerator)
  const { tag } = await hostIdentity(folder)
  // The real path, since the helper does not have the server's open folder.
  const data = await realpath(dataFolder)
  const layers = join(storageIn(data), 'layers')
  const users = owner === null ? null : await claimUsers(tag)
  return {
    folder: runFolder(tag),
    machines: join(folderIn(data), 'machines'),
    binary: QEMU_BINARY,
    architecture: hostArchitecture,
    accelerator,
    group: accelerator === 'kvm' ? groupOf(KVM) : null,
    owner,
    users,
    cgroups: await cgroupsWith(tag),
    conversion: users && { layers, user: converterOf(users), keepFreeBytes: keptFree(layers) },
    networks: (await canMakeNetworks()) ? await networksOfHost(tag, options) : null,
    passt: owner === null && (await passtMissing()) === undefined,
  }
}

/** Group that may use a device. Null if all users may, or only root's group, which no machine gets. */
function groupOf(device: string): number | null {
  const { gid, mode } = statSync(device)
  return gid === 0 || (mode & USABLE_BY_OTHERS) === USABLE_BY_OTHERS ? null : gid
}

async function cgroupsWith(tag: string): Promise<CgroupSettings> {
  const found = await cgroupsOfThisHost()
  if ('problem' in found) return null
  try {
    return await openCgroups(found, `skerry-${tag}`)
  } catch (error) {
    process.stderr.write(`skerry: nothing limits what a machine uses: ${(error as Error).message}\n`)
    return null
  }
}

/** Why an ordinary user's machines cannot reach the outside; undefined if they can. Tested once per process. */
const passtMissing = (): Promise<string | undefined> => (foundPasst ??= passtProblem())
let foundPasst: Promise<string | undefined> | undefined

/** Whether this process has the rights and programs to make networks. */
async function canMakeNetworks(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  const found = await Promise.all(networkPrograms.map(findProgram))
  return found.every(Boolean)
}

async function networksOfHost(
  tag: string,
  { uplink, uplinkType, resolvers }: HostOptions,
): Promise<NamespaceNetworksOptions> {
  const base = { tag, folder: runFolder(tag) }
  return uplink === undefined
    ? base
    : { ...base, uplink, ...(uplinkType && { uplinkType }), resolvers: await resolversOf(resolvers) }
}
