import * as z from 'zod'
import { PlatformError } from '../interface/platform-error.ts'
import type { HostOptions } from '../qemu/probe/host-options.ts'
import type { StartedHost } from '../qemu/whole/on-host.ts'
import { hardwareCounts } from '../simulator/hardware-settings.ts'
import { Simulator } from '../simulator/simulator.ts'
import type { PlatformChoice, PlatformName } from './platform-choice.ts'

/** The settings that `choosePlatform` reads, for the server's help. */
export const platformHelp = `\
  SKERRY_UPLINK              network interface by which real machines reach its network and are reached: eth0 (none)
  SKERRY_UPLINK_TYPE         macvlan, or ipvlan where that network takes only the host's own MAC (macvlan)
  SKERRY_RESOLVERS           DNS servers for names that real machines look up: 192.0.2.53,192.0.2.54 or none
                             (those of this host; needs SKERRY_UPLINK)
  SKERRY_ACCELERATOR         kvm or tcg: what runs real machines (KVM where it works, else TCG)
  SKERRY_SIMULATED_HARDWARE  simulated hardware: sleds=40,threads=64 (4 sleds of 128 threads, 1 TiB)`

/**
 * The platform of a server by its name. Nothing else outside of this folder knows which ones there are. A page has its own,
 * `page-platform.ts`, because those of servers use Node.
 * @param read returns a setting
 * @throws PlatformError for invalid settings
 */
export function choosePlatform(
  name: PlatformName,
  read: (setting: string) => string | undefined = () => undefined,
): PlatformChoice {
  const uplink = read('SKERRY_UPLINK')
  if (name === 'qemu') return qemuWith(hostOptions(read))
  const hardware = hardwareCounts(read('SKERRY_SIMULATED_HARDWARE'))
  return {
    name,
    soleProcess: { lock: 'skerry.simulated-platform', why: 'the simulated platform lives in one process' },
    prepare: async () =>
      `simulator (real states and bytes, but no real machines)${uplink ? '; SKERRY_UPLINK has no effect' : ''}`,
    open: async ({ clock, volumeStore }) => new Simulator({ clock, volumeStore, hardware }),
  }
}

/**
 * The platform of new data: QEMU where it can run machines, else the simulator. `prepare` finds that out; before, it is
 * the simulator.
 * @param read returns a setting
 * @throws PlatformError for invalid settings
 */
export function automaticPlatform(read: (setting: string) => string | undefined): PlatformChoice {
  const options = hostOptions(read)
  let decided = choosePlatform('simulator', read)
  const decide = async (): Promise<string> => {
    const problem = await (await import('../qemu/probe/host-problem.ts')).hostProblem(options.accelerator)
    if (problem !== undefined) return `real machines cannot run here: ${problem}; then start with another SKERRY_DATA`
    decided = choosePlatform('qemu', read)
    return 'QEMU can run here: for simulated machines start with --platform simulator and another SKERRY_DATA'
  }
  return {
    get name() {
      return decided.name
    },
    get soleProcess() {
      return decided.soleProcess
    },
    get begin() {
      return decided.begin
    },
    recordFolders,
    prepare: async () => {
      const why = await decide()
      return `${await decided.prepare()}; chosen for these new data because ${why}`
    },
    open: (parts) => decided.open(parts),
  }
}

/** Imported on demand: other platforms do without it. */
const onHost = () => import('../qemu/whole/on-host.ts')

function hostOptions(read: (setting: string) => string | undefined): HostOptions {
  const accelerator = read('SKERRY_ACCELERATOR')
  if (accelerator !== undefined && accelerator !== 'kvm' && accelerator !== 'tcg')
    throw new PlatformError('permanent', `SKERRY_ACCELERATOR must be kvm or tcg, not "${accelerator}"`)
  const [uplink, resolvers] = [read('SKERRY_UPLINK'), resolverList(read('SKERRY_RESOLVERS'))]
  if (resolvers && resolvers.length > 0 && uplink === undefined)
    throw new PlatformError('permanent', 'SKERRY_RESOLVERS needs SKERRY_UPLINK, by which they are reached')
  const uplinkType = read('SKERRY_UPLINK_TYPE')
  if (uplinkType !== undefined && uplinkType !== 'macvlan' && uplinkType !== 'ipvlan')
    throw new PlatformError('permanent', `SKERRY_UPLINK_TYPE must be macvlan or ipvlan, not "${uplinkType}"`)
  return { uplink, uplinkType, resolvers, accelerator }
}

const MAX_RESOLVERS = 8

function resolverList(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  if (text.trim() === 'none') return []
  const addresses = text.split(',').map((address) => address.trim())
  const isOther = (address: string) => z.ipv4().safeParse(address).success && !/^(0|127)\./.test(address)
  if (addresses.length > MAX_RESOLVERS || !addresses.every(isOther))
    throw new PlatformError(
      'permanent',
      `SKERRY_RESOLVERS must be none or up to ${MAX_RESOLVERS} IPv4 addresses of DNS servers, not of the loopback: 192.0.2.53,192.0.2.54, not "${text}"`,
    )
  return [...new Set(addresses)]
}

/** Alone: its folders of machines and storage must be on one file system, by one mount. */
const recordFolders = [['qemu']]

function qemuWith(options: HostOptions): PlatformChoice {
  let started: StartedHost | undefined
  return {
    name: 'qemu',
    soleProcess: { lock: 'skerry.qemu-platform', why: 'one process alone runs the machines of a host' },
    recordFolders,
    prepare: async () => (await onHost()).prepareHost(options),
    begin: async ({ dataFolder, account, onLost }) => {
      started = await (await onHost()).startHost({ dataFolder, owner: account.uid, onLost }, options)
    },
    open: async (parts) => (await onHost()).openOnHost(parts, options, started),
  }
}

/**
 * Reports as lines of text what this host offers for real machines, and whether that is enough.
 * @param read returns a setting
 */
export const checkHost = async (
  dataFolder: string,
  read: (setting: string) => string | undefined,
): Promise<{ text: string; usable: boolean }> =>
  (await import('../qemu/probe/host-report.ts')).hostReport(dataFolder, hostOptions(read))
