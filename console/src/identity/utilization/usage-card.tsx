import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UsageSample } from '~/api/types.gen.ts'
import { formatPercent } from '~/lib/format/numbers.ts'
import type { Path } from '~/shell/paths/path.ts'
import { Card } from '~/ui/card.tsx'
import { Sparkline } from '~/ui/sparkline.tsx'
import { amountsOf, type Amounts, isNearlyUsedUp, type Resource, resources, usedShare } from './resources.ts'

interface UsageCardProps {
  /** What takes it: `this project`. */
  by: string
  used: Amounts
  /** How much there is. */
  most: Amounts
  /** What that is. */
  of: 'quota' | 'capacity'
  /** What others take of it. */
  others?: Amounts
  /** Under a resource, right. */
  note: (resource: Resource) => ReactNode
  trend: readonly UsageSample[]
  /** The page with all of it. */
  to: Path
}

const hasLine = (samples: readonly unknown[]) => samples.length > 1

const share = (part: number, all: number) => Math.min(1, usedShare(part, all))
const percent = (part: number) => `${part * 100}%`

/** What is provisioned of each resource, and its trend in the last seven days. */
export const UsageCard = ({ to, ...uses }: UsageCardProps) => (
  <Card
    title="Usage"
    actions={
      <Link to={to} className="text-accent hover:underline">
        Utilization
      </Link>
    }
  >
    <ul className="divide-y divide-line">
      {resources.map((resource) => (
        <Use key={resource.key} resource={resource} {...uses} />
      ))}
    </ul>
    {hasLine(uses.trend) && (
      <p className="border-t border-line px-4 py-2 text-sm text-ink-3">Lines show the last seven days.</p>
    )}
  </Card>
)

interface UseProps extends Omit<UsageCardProps, 'to'> {
  resource: Resource
}

function Use({ resource, by, used, most, of, others, note, trend }: UseProps) {
  const { key, label, inWords, sums } = resource
  const [own, all, rest] = [used[key], most[key], others?.[key] ?? 0]
  const { unit, inUnit } = sums(Math.max(own, all))
  const values = trend.map((sample) => amountsOf(sample)[key])
  return (
    <li className="px-4 py-3">
      <div className="flex items-center justify-between gap-4">
        <div>
          <h3 className="text-md text-ink-2">{label}</h3>
          <p translate="no" className="text-lg font-semibold tabular-nums">
            {inWords(own)}
          </p>
        </div>
        <div className="w-30 flex-none">
          {hasLine(values) && (
            <Sparkline
              label={`${label} in the last seven days: at most ${inWords(Math.max(...values))}`}
              values={values}
              most={0}
            />
          )}
        </div>
      </div>
      <div
        role="meter"
        aria-label={`${label} provisioned by ${by}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share(own, all) * 100)}
        aria-valuetext={`${inUnit(own)} of ${inUnit(all)} ${unit} ${of}, ${formatPercent(own, all)}`}
        className="mt-2 flex h-2 overflow-hidden rounded-full bg-sunken outline-1 -outline-offset-1 outline-line-strong"
      >
        <span
          className={`h-full min-w-px ${isNearlyUsedUp(own + rest, all) ? 'bg-bad-fill' : 'bg-accent-fill'}`}
          style={{ width: percent(share(own, all)) }}
        />
        <span
          className="h-full bg-line-strong"
          style={{ width: percent(Math.min(share(rest, all), 1 - share(own, all))) }}
        />
      </div>
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-ink-3">
        <span>
          {formatPercent(own, all)} of {inUnit(all)} {unit} {of}
        </span>
        <span>{note(resource)}</span>
      </p>
    </li>
  )
}
