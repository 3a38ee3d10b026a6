import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { PlatformError } from '../platform-error.ts'
import type { Platform } from '../platform.ts'
import type { PlatformParts } from '../platform-choice.ts'
import { HelpedHost } from './host/helped-host.ts'
import { type HostSettings, ownHost } from './host/host.ts'
import { hostIdentity } from './host-identity.ts'
import type { Accelerator } from './machines/command-line.ts'
import { HostBackedNetworks } from './networks/host-backed-networks.ts'
import type { NamespaceNetworksOptions } from './networks/namespace-networks.ts'
import { UserNetworks } from './networks/user-network.ts'
import { acceleratorOf } from './probe/accelerator.ts'
import { neededPrograms, networkPrograms, QEMU_BINARY } from './probe/host-programs.ts'
import { findProgram } from './probe/programs.ts'
import { resolversOf, resolversText } from './probe/resolvers.ts'
import { uplinkProblem } from './probe/uplink.ts'
import { QemuPlatform } from './qemu-platform.ts'

/** A system needs a few seconds to shut down. */
const STOP_MS = 60_000
const KVM = '/dev/kvm'
/** Of the data folder's file system, which the database shares. */
const KEEP_FREE_BYTES = 256 * 2 ** 20

/** What an operator says about this host. */
export interface HostOptions {
  /** The interface by whose network guests reach others and are reached. */
  uplink: string | undefined
  /** IPv4 addresses of DNS servers, where guests' names are looked up that are of no VPC; undefined for the host's. */
  resolvers: readonly string[] | undefined
  /** Instead of the one that is found to work. */
  accelerator: Accelerator | undefined
}

/**
 * Returns one line about how machines run here.
 * @throws PlatformError without the programs that machines need, or without the uplink
 */
export async function prepareHost(options: HostOptions): Promise<string> {
  const { uplink, accelerator: wanted } = options
  const missing = []
  for (const program of neededPrograms) if (!(await findProgram(program))) missing.push(program)
  if (missing.length > 0) {
    const [names, packages] = [missing.map(({ name }) => name), missing.map((one) => one.debianPackage)]
    throw new PlatformError(
      'permanent',
      `Real machines need ${names.join(' and ')}, which cannot be run here: apt-get install ${packages.join(' ')}`,
    )
  }
  const problem = uplink === undefined ? undefined : await uplinkProblem(uplink)
  if (problem !== undefined) throw new PlatformError('permanent', problem)
  const { accelerator, reason } = await acceleratorOf(QEMU_BINARY, wanted)
  const about = accelerator === 'kvm' ? 'QEMU with KVM' : `QEMU without KVM, so machines are slow (${reason})`
  if (uplink === undefined) return about
  return (await canMakeNetworks())
    ? `${about}; external addresses are reached from the network of ${uplink}; ${resolversText(await resolversOf(options.resolvers))}`
    : `${about}; SKERRY_UPLINK has no effect without root's rights and the programs of networks`
}

/**
 * Real machines on this host: in the networks of their VPCs as root, where the programs for them are; else each on a
 * network of its own without a way out.
 */
export async function openOnHost({ clock, dataFolder }: PlatformParts, options: HostOptions): Promise<Platform> {
  const isRoot = process.getuid?.() === 0
  const { accelerator } = await acceleratorOf(QEMU_BINARY, options.accelerator)
  const folder = join(dataFolder, 'qemu')
  const settings: HostSettings = {
    folder,
    machines: join(folder, 'machines'),
    binary: QEMU_BINARY,
    accelerator,
    group: accelerator === 'kvm' ? statSync(KVM).gid : null,
    ownUsers: isRoot,
    networks: (await canMakeNetworks()) ? await networksOfHost(hostIdentity(folder).sledId, options) : null,
  }
  const host = isRoot ? new HelpedHost(settings) : ownHost(settings)
  return new QemuPlatform({
    clock,
    folder,
    binary: QEMU_BINARY,
    accelerator,
    host,
    guestNetwork: host.networks !== undefined,
    networks: (work, emit) =>
      host.networks ? new HostBackedNetworks({ work, host: host.networks, emit }) : new UserNetworks(work),
    stopMs: STOP_MS,
    keepFreeBytes: () => KEEP_FREE_BYTES,
    ownUsers: isRoot,
    conversion: { user: isRoot ? nobody() : undefined },
  })
}

/** Whether this process has the rights and programs to make networks. */
async function canMakeNetworks(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  const found = await Promise.all(networkPrograms.map(findProgram))
  return found.every(Boolean)
}

/** @param id of the host in its data folder: two Skerries on one host have networks of different names */
async function networksOfHost(id: string, options: HostOptions): Promise<NamespaceNetworksOptions> {
  const tag = `s${id.replaceAll('-', '').slice(0, 5)}`
  const { uplink } = options
  // dnsmasq's user reads there. What a restart of the host deletes, it also ends.
  const base = { tag, folder: join('/run/skerry', tag) }
  return uplink === undefined ? base : { ...base, uplink, resolvers: await resolversOf(options.resolvers) }
}

function nobody(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
