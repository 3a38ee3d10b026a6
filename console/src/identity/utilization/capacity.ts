import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '~/api/queries.ts'
import type { Sled, VirtualResourceCounts } from '~/api/types.gen.ts'
import { gib } from '~/lib/format/numbers.ts'
import type { Amounts } from './resources.ts'

/** What of a sled instances and disks may take; the rest is for the system itself. */
const usable = 0.7
/** What a sled's disks hold: 32 TiB as makers count, of which 0.909 remains. */
const tibPerSled = 32 * 0.909
const tib = 1024 ** 4

export interface Capacity extends Amounts {
  threads: number
  isEstimate: boolean
}

/** What the sleds that are in service could carry. */
export function physicalCapacity(sleds: readonly Sled[]): Capacity {
  const inService = sleds.filter(({ policy }) => policy.kind === 'in_service')
  const total = (of: (sled: Sled) => number) => inService.reduce((sum, sled) => sum + of(sled), 0)
  const reportsStorage = inService.some(({ provisionableStorage }) => provisionableStorage != null)
  return capacityOf({
    sleds: inService.length,
    threads: total((sled) => sled.usableHardwareThreads),
    ram: total((sled) => Number(sled.usablePhysicalRam)),
    vcpus: total((sled) => sled.provisionableVcpus ?? sled.usableHardwareThreads),
    storage: reportsStorage ? total((sled) => Number(sled.provisionableStorage ?? 0)) : undefined,
  })
}

interface Hardware {
  sleds: number
  threads: number
  /** Bytes. */
  ram: number
  /** What instances may be promised. */
  vcpus: number
  /** Bytes that disks may be promised; undefined where the platform reports none. */
  storage: number | undefined
}

/** What hardware could carry. Estimated where its storage is not known, in whole vCPUs, GiB and TiB. */
export const capacityOf = ({ sleds, threads, ram, vcpus, storage }: Hardware): Capacity =>
  storage === undefined
    ? {
        threads,
        cpus: roundUp(usable * threads),
        memory: roundUp((usable * ram) / gib) * gib,
        storage: roundUp(usable * tibPerSled * sleds) * tib,
        isEstimate: true,
      }
    : { threads, cpus: vcpus, memory: ram, storage, isEstimate: false }

/**
 * What is provisioned of it. Where the server tells how much storage it has left, that counts: images take storage too,
 * and no silo's quota.
 */
export function takenOf(capacity: Capacity, provisioned: Amounts, left: VirtualResourceCounts | undefined): Amounts {
  if (capacity.isEstimate || !left) return provisioned
  return { ...provisioned, storage: Math.max(provisioned.storage, capacity.storage - Number(left.storage)) }
}

/** What the hardware has left, where that is known. */
export const useHardwareLeft = (): VirtualResourceCounts | undefined =>
  useQuery(apiQuery('utilizationView', {}, { secondary: true, expected: 'operators may have no role on their silo' }))
    .data?.hardwareLeft

/** What floating-point arithmetic adds to a whole number does not make it one more. */
const roundUp = (value: number) => Math.ceil(Math.round(value * 1e6) / 1e6)
