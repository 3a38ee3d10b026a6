import type { VirtualResourceCounts } from '~/api/types.gen.ts'
import { formatBytes, formatCpus, formatFewDigits, formatNumber, gib } from '~/ui/format/numbers.ts'

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
  /** An amount in the unit of large sums, without naming it. */
  inSum: (amount: number) => string
  /** The unit of large sums. */
  sumUnit: string
}

export const resources: readonly Resource[] = [
  { key: 'cpus', label: 'CPU', unit: 'vCPUs', scale: 1, inWords: formatCpus, inSum: formatNumber, sumUnit: 'vCPUs' },
  {
    key: 'memory',
    label: 'Memory',
    unit: 'GiB',
    scale: gib,
    inWords: formatBytes,
    inSum: (amount) => formatFewDigits(amount / gib),
    sumUnit: 'GiB',
  },
  {
    key: 'storage',
    label: 'Storage',
    unit: 'GiB',
    scale: gib,
    inWords: formatBytes,
    inSum: (amount) => formatFewDigits(amount / tib),
    sumUnit: 'TiB',
  },
]

/** Amounts of each resource. Beyond 2^53 only their size matters, not each unit of it. */
export type Amounts = Record<ResourceKey, number>

export const amountsOf = ({ cpus, memory, storage }: VirtualResourceCounts): Amounts => ({
  cpus: Number(cpus),
  memory: Number(memory),
  storage: Number(storage),
})

/** The sum of each resource. */
export const sumOf = (all: readonly VirtualResourceCounts[]): Amounts => {
  const amounts = all.map(amountsOf)
  const sum = (key: ResourceKey) => amounts.reduce((total, each) => total + each[key], 0)
  return { cpus: sum('cpus'), memory: sum('memory'), storage: sum('storage') }
}
