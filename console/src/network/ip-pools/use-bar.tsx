import { formatNumber, formatPercent } from '~/ui/format/numbers.ts'
import { MeterCard } from '~/ui/meter-card.tsx'
import { basisPoints, type Use } from './use.ts'

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
      redFrom={nearlyFull}
      left={`${share} in use`}
      right={`${formatNumber(capacity - allocated)} remaining`}
    />
  )
}
