import { formatBytes, formatPercent } from '~/lib/format/numbers.ts'
import { Badge } from '~/ui/badge.tsx'
import { type Capacity, takenOf, useHardwareLeft } from './capacity.ts'
import { ResourceBars } from './resource-bars.tsx'
import { type Amounts, resources } from './resources.ts'

interface CapacityFactsProps {
  capacity: Capacity
  /** Of all silos. */
  provisioned: Amounts
  quota: Amounts
}

const quotasBeyond = (promised: number, carried: number) =>
  carried > 0 &&
  promised > carried && <span className="ml-3 text-busy">Quotas: {formatPercent(promised, carried)} of capacity</span>

/** What the hardware could carry: how much of it is provisioned, and how much of it the quotas promise. */
export function CapacityFacts({ capacity, provisioned, quota }: CapacityFactsProps) {
  const left = useHardwareLeft()
  const title = capacity.isEstimate ? 'Physical capacity' : 'Capacity'
  const isExceeded = resources.some(({ key }) => capacity[key] > 0 && quota[key] > capacity[key])
  return (
    <section aria-labelledby="physical">
      <h2 id="physical" className="mb-3 flex items-center gap-2 text-lg font-semibold">
        {title} {capacity.isEstimate && <Badge>estimate</Badge>}
      </h2>
      <ResourceBars
        provisioned={takenOf(capacity, provisioned, left)}
        most={capacity}
        of="capacity"
        nameOf={(label) => `${title}: ${label}`}
        right={({ key }) => quotasBeyond(quota[key], capacity[key])}
      />
      {!capacity.isEstimate && left && (
        <p className="-mt-3 mb-6 text-sm text-ink-3">
          Storage counts the sizes of disks, snapshots and images, whatever is written to them:{' '}
          {formatBytes(Number(left.storage))} left. Quotas count no images. The capacity changes with the free space of
          the server's disk.
        </p>
      )}
      {isExceeded && (
        <p className="-mt-3 mb-6 text-sm text-ink-3">
          Quotas above 100% add up to more than this capacity. This is fine while silos use less than their quotas. Once
          the hardware is full, new instances and disks are refused even if quota is left.
        </p>
      )}
    </section>
  )
}
