import type { VirtualResourceCounts } from '~/api/types.gen.ts'
import { formatBytes, formatCpus, formatFewDigits, formatNumber, gib } from '~/lib/format/numbers.ts'

const mib = 1024 ** 2
const tib = 1024 ** 4

export type ResourceKey = keyof VirtualResourceCounts

/** Something that a silo has a quota of. */
export interface Resource {
  key: ResourceKey
  label: string
  /** What forms count it in. */
  unit: string
  /** How many of what the API counts are one of the unit. */
  scale: number
  /** An amount, as the API counts it, in the unit that suits it. */
  inWords: (amount: number) => string
  /** How amounts are written that are compared: in one unit, which suits the largest. */
  sums: (largest: number) => Sums
}

interface Sums {
  unit: string
  /** An amount in that unit, without naming it. */
  inUnit: (amount: number) => string
}

const vcpuSums: Sums = { unit: 'vCPUs', inUnit: formatNumber }

const byteSums = (unit: string, bytes: number): Sums => ({
  unit,
  inUnit: (amount) => formatFewDigits(amount / bytes),
})
const [mibSums, gibSums, tibSums] = [byteSums('MiB', mib), byteSums('GiB', gib), byteSums('TiB', tib)]
const smallSums = (largest: number) => (largest > 0 && largest < gib ? mibSums : gibSums)

export const resources: readonly Resource[] = [
  { key: 'cpus', label: 'CPU', unit: 'vCPUs', scale: 1, inWords: formatCpus, sums: () => vcpuSums },
  {
    key: 'memory',
    label: 'Memory',
    unit: 'GiB',
    scale: gib,
    inWords: formatBytes,
    sums: smallSums,
  },
  {
    key: 'storage',
    label: 'Storage',
    unit: 'GiB',
    scale: gib,
    inWords: formatBytes,
    sums: (largest) => (largest < tib ? smallSums(largest) : tibSums),
  },
]

/** Amounts of each resource. Beyond 2^53 only their size matters, not each unit of it. */
export type Amounts = Record<ResourceKey, number>

export const amountsOf = ({ cpus, memory, storage }: VirtualResourceCounts): Amounts => ({
  cpus: Number(cpus),
  memory: Number(memory),
  storage: Number(storage),
})

/** The used share of what there may be, which is all where there may be nothing. More than 1 if too much is used. */
export const usedShare = (used: number, most: number): number => (most > 0 ? used / most : Math.sign(used))

/** Whether so little is left that a meter is red, wherever it stands. */
export const isNearlyUsedUp = (used: number, most: number): boolean => usedShare(used, most) > 0.75

/** The sum of each resource. */
export const sumOf = (all: readonly VirtualResourceCounts[]): Amounts => {
  const amounts = all.map(amountsOf)
  const sum = (key: ResourceKey) => amounts.reduce((total, each) => total + each[key], 0)
  return { cpus: sum('cpus'), memory: sum('memory'), storage: sum('storage') }
}
