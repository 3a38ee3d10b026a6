import { Badge } from '~/ui/badge.tsx'
import { formatNumber, formatPercent } from '~/ui/format/numbers.ts'
import { MeterCard } from '~/ui/meter-card.tsx'
import { type Amounts, resources } from './resources.ts'

interface CapacityFactsProps {
  capacity: Amounts
  provisioned: Amounts
  quota: Amounts
}

/** From 75 % in use on, in hundredths of a percent. */
const nearlyUsedUp = 7500

const promised = (quota: number, capacity: number) => formatNumber(Math.round((quota / capacity) * 100))

/** What the hardware could carry: how much of it is provisioned, and how much of it the quotas promise. */
export function CapacityFacts({ capacity, provisioned, quota }: CapacityFactsProps) {
  const isOvercommitted = resources.some(({ key }) => capacity[key] > 0 && quota[key] > capacity[key])
  return (
    <section aria-labelledby="physical" className="mb-6">
      <h2 id="physical" className="mb-3 flex items-center gap-2 text-lg font-semibold">
        Physical capacity <Badge>estimate</Badge>
      </h2>
      <div className="flex flex-wrap gap-4">
        {resources.map(({ key, label, inSum, sumUnit }) => {
          const [used, most] = [provisioned[key], capacity[key]]
          const share = formatPercent(used, most)
          return (
            <MeterCard
              key={key}
              title={`${label} (${sumUnit})`}
              figures={`${inSum(used)} / ${inSum(most)}`}
              label={`Physical ${label}`}
              words={`${inSum(used)} of ${inSum(most)} ${sumUnit} provisioned, ${share}`}
              points={most === 0 ? 0 : (used / most) * 10_000}
              redFrom={nearlyUsedUp}
              left={`${share} provisioned`}
              right={
                most > 0 &&
                quota[key] > most && <span className="text-busy">Overcommitted: {promised(quota[key], most)} %</span>
              }
            />
          )
        })}
      </div>
      {isOvercommitted && (
        <p className="mt-3 text-sm text-ink-3">
          Overcommitted means that the quotas of all silos add up to more than the hardware can carry. Nothing is wrong
          while silos use less than their quotas; once the hardware is full, instances and disks are refused, though
          quota is left.
        </p>
      )}
    </section>
  )
}
