import type { ReactNode } from 'react'
import { formatPercent } from '~/lib/format/numbers.ts'
import { MeterCard } from '~/ui/meter-card.tsx'
import { type Amounts, isNearlyUsedUp, type Resource, resources, usedShare } from './resources.ts'

interface ResourceBarsProps {
  provisioned: Amounts
  /** How much there may be, or is. */
  most: Amounts
  /** What that is. */
  of: 'quota' | 'capacity'
  /** The name of a resource's meter. */
  nameOf?: (label: string) => string
  /** What stands at the right below a meter, after what is left. */
  right?: (resource: Resource) => ReactNode
}

export const ResourceBars = ({ provisioned, most, of, nameOf, right }: ResourceBarsProps) => (
  <div className="mb-6 flex flex-wrap gap-4">
    {resources.map((resource) => {
      const { key, label, sums } = resource
      const [used, all] = [provisioned[key], most[key]]
      const { unit, inUnit } = sums(Math.max(used, all))
      const share = formatPercent(used, all)
      return (
        <MeterCard
          key={key}
          title={`${label} (${unit})`}
          figures={`${inUnit(used)} / ${inUnit(all)}`}
          label={nameOf ? nameOf(label) : `${label} provisioned`}
          words={`${inUnit(used)} of ${inUnit(all)} ${unit} ${of} provisioned, ${share}`}
          points={usedShare(used, all) * 10_000}
          isRed={isNearlyUsedUp(used, all)}
          left={`${share} of ${of} provisioned`}
          right={
            <>
              {inUnit(Math.max(0, all - used))} left {right?.(resource)}
            </>
          }
        />
      )
    })}
  </div>
)
