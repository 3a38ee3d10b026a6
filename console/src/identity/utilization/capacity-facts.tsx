import { Badge } from '~/ui/badge.tsx'
import { Card } from '~/ui/card.tsx'
import { formatPercent } from '~/ui/format/numbers.ts'
import { Notice } from '~/ui/notice.tsx'
import { type Amounts, resources } from './resources.ts'

interface CapacityFactsProps {
  capacity: Amounts
  provisioned: Amounts
  quota: Amounts
}

const promised = (quota: number, capacity: number) => Math.round((quota / capacity) * 100)

/** What the hardware could carry, beside what is provisioned and promised. */
export function CapacityFacts({ capacity, provisioned, quota }: CapacityFactsProps) {
  const over = resources.filter(({ key }) => capacity[key] > 0 && quota[key] > capacity[key])
  return (
    <Card title="Physical capacity" actions={<Badge>estimate</Badge>}>
      <div className="flex flex-col gap-3 p-4">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
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
              </dd>
            </div>
          ))}
        </dl>
        {over.map(({ key, label }) => (
          <Notice
            key={key}
            tone="busy"
            content={`${label}: Quotas promise ${promised(quota[key], capacity[key])} % of physical`}
          />
        ))}
      </div>
    </Card>
  )
}
