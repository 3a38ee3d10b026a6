import { Badge } from '~/ui/badge.tsx'
import { Card } from '~/ui/card.tsx'
import { formatNumber, formatPercent } from '~/ui/format/numbers.ts'
import { type Amounts, resources } from './resources.ts'

interface CapacityFactsProps {
  capacity: Amounts
  provisioned: Amounts
  quota: Amounts
}

const promised = (quota: number, capacity: number) => formatNumber(Math.round((quota / capacity) * 100))

/** What the hardware could carry, beside what is provisioned and promised. */
export function CapacityFacts({ capacity, provisioned, quota }: CapacityFactsProps) {
  return (
    <Card title="Physical capacity" actions={<Badge>estimate</Badge>}>
      <dl className="grid gap-x-6 gap-y-3 p-4 sm:grid-cols-3">
        {resources.map(({ key, label, inSum, sumUnit }) => (
          <div key={key}>
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd>
              <span className="text-mono">
                {inSum(capacity[key])} {sumUnit}
              </span>
              <span className="block text-sm text-ink-3">
                {formatPercent(provisioned[key], capacity[key])} provisioned
              </span>
              {capacity[key] > 0 && quota[key] > capacity[key] && (
                <span className="block text-sm text-bad">
                  Quotas promise {promised(quota[key], capacity[key])} % of physical
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
