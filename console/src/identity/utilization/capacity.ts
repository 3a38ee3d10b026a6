import type { Sled } from '~/api/types.gen.ts'
import { gib } from '~/ui/format/numbers.ts'
import type { Amounts } from './resources.ts'

/** What of a sled instances and disks may take; the rest is for the system itself. */
const usable = 0.7
/** What a sled's disks hold: 32 TiB as makers count, of which 0.909 remains. */
const tibPerSled = 32 * 0.909
const tib = 1024 ** 4

/** What the sleds that are in service could carry. */
export function physicalCapacity(sleds: readonly Sled[]): Amounts {
  const inService = sleds.filter(({ policy }) => policy.kind === 'in_service')
  return capacityOf({
    sleds: inService.length,
    threads: inService.reduce((total, sled) => total + sled.usableHardwareThreads, 0),
    ram: inService.reduce((total, sled) => total + Number(sled.usablePhysicalRam), 0),
  })
}

interface Hardware {
  sleds: number
  threads: number
  /** Bytes. */
  ram: number
}

/** What hardware could carry, estimated: rounded up to whole vCPUs, GiB and TiB. */
export const capacityOf = ({ sleds, threads, ram }: Hardware): Amounts => ({
  cpus: roundUp(usable * threads),
  memory: roundUp((usable * ram) / gib) * gib,
  storage: roundUp(usable * tibPerSled * sleds) * tib,
})

/** What floating-point arithmetic adds to a whole number does not make it one more. */
const roundUp = (value: number) => Math.ceil(Math.round(value * 1e6) / 1e6)
