import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { IpPool } from '~/api/types.gen.ts'
import { formatCompact, formatNumber, formatPercent } from '~/lib/format/numbers.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { useSeen } from '~/shell/page/use-seen.ts'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { MeterCard } from '~/ui/meter-card.tsx'
import { useTooltip } from '~/ui/tooltip.tsx'
import { utilizationQuery } from './queries.ts'
import { basisPoints, type Use, usesOf } from './use.ts'

const nearlyFull = 9000

export function UseBar({ use }: { use: Use }) {
  const { version, allocated, capacity } = use
  const points = basisPoints(use)
  const share = formatPercent(points, 10_000)
  return (
    <MeterCard
      title={version}
      figures={`${formatNumber(allocated)} / ${formatNumber(capacity)}`}
      label={`${version} addresses in use`}
      words={`${formatNumber(allocated)} of ${formatNumber(capacity)} in use, ${share}`}
      points={points}
      isRed={points >= nearlyFull}
      left={`${share} in use`}
      right={`${formatNumber(capacity - allocated)} remaining`}
    />
  )
}

/** What is in use of a pool's addresses of one version, read once the row is in view where the list lacks it. */
export function UseCell({ pool: { id, utilization }, version }: { pool: IpPool; version: Use['version'] }) {
  const cell = useRef<HTMLSpanElement>(null)
  const seen = useSeen(cell)
  const query = useQuery({ ...utilizationQuery(id), enabled: seen && !utilization })
  const known = utilization ?? query.data
  const use = known && usesOf(known).find((each) => each.version === version)
  return (
    <span ref={cell}>
      <SecondaryCell value={known && (use ?? null)} failure={known ? undefined : failureOf(query)}>
        {({ allocated, capacity }) => <Figures allocated={allocated} capacity={capacity} />}
      </SecondaryCell>
    </span>
  )
}

function Figures({ allocated, capacity }: Pick<Use, 'allocated' | 'capacity'>) {
  const short = `${formatCompact(allocated)} / ${formatCompact(capacity)}`
  const long = `${formatNumber(allocated)} / ${formatNumber(capacity)}`
  const tooltip = useTooltip(short === long ? null : long)
  return <span {...tooltip}>{short}</span>
}
