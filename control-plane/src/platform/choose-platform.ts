import type { PlatformChoice, PlatformName } from './platform-choice.ts'
import { PlatformError } from './platform-error.ts'
import type { HostOptions } from './qemu/on-host.ts'
import { hardwareCounts } from './simulator/hardware-settings.ts'
import { Simulator } from './simulator/simulator.ts'

/** The settings that `choosePlatform` reads, for the server's help. */
export const platformHelp = `\
  SKERRY_UPLINK              network interface by which real machines reach its network and are reached: eth0 (none)
  SKERRY_ACCELERATOR         kvm or tcg: what runs real machines (KVM where it works, else TCG)
  SKERRY_SIMULATED_HARDWARE  simulated hardware: sleds=40,threads=64 (4 sleds of 128 threads, 1 TiB)`

/**
 * The platform of a server. Nothing else outside of this folder knows which ones there are. A page has its own,
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

/** Imported on demand: other platforms do without it. */
const onHost = () => import('./qemu/on-host.ts')

function hostOptions(read: (setting: string) => string | undefined): HostOptions {
  const accelerator = read('SKERRY_ACCELERATOR')
  if (accelerator !== undefined && accelerator !== 'kvm' && accelerator !== 'tcg')
    throw new PlatformError('permanent', `SKERRY_ACCELERATOR must be kvm or tcg, not "${accelerator}"`)
  return { uplink: read('SKERRY_UPLINK'), accelerator }
}

const qemuWith = (options: HostOptions): PlatformChoice => ({
  name: 'qemu',
  soleProcess: { lock: 'skerry.qemu-platform', why: 'one process alone runs the machines of a host' },
  prepare: async () => (await onHost()).prepareHost(options),
  open: async (parts) => (await onHost()).openOnHost(parts, options),
})

/**
 * What this host offers for real machines, as lines of text, and whether that is enough.
 * @param read returns a setting
 */
export const checkHost = async (
  dataFolder: string,
  read: (setting: string) => string | undefined,
): Promise<{ text: string; usable: boolean }> =>
  (await import('./qemu/probe/host-report.ts')).hostReport(dataFolder, hostOptions(read))
