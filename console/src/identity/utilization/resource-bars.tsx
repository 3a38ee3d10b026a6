import { formatPercent } from '~/ui/format/numbers.ts'
import { MeterCard } from '~/ui/meter-card.tsx'
import { type Amounts, resources } from './resources.ts'

interface ResourceBarsProps {
  provisioned: Amounts
  /** How much there may be. */
  quota: Amounts
}

/** From 75 % in use on, in hundredths of a percent. */
const nearlyUsedUp = 7500

/** What is provisioned of each resource, beside its quota. */
export const ResourceBars = ({ provisioned, quota }: ResourceBarsProps) => (
  <div className="mb-6 flex flex-wrap gap-4">
    {resources.map(({ key, label, inSum, sumUnit }) => {
      const [used, most] = [provisioned[key], quota[key]]
      const share = formatPercent(used, most)
      return (
        <MeterCard
          key={key}
          title={`${label} (${sumUnit})`}
          figures={`${inSum(used)} / ${inSum(most)}`}
          label={`${label} provisioned`}
          words={`${inSum(used)} of ${inSum(most)} ${sumUnit} provisioned, ${share}`}
          points={most === 0 ? 0 : (used / most) * 10_000}
          redFrom={nearlyUsedUp}
          left={`${share} provisioned`}
          right={`${inSum(Math.max(0, most - used))} available`}
        />
      )
    })}
  </div>
)
