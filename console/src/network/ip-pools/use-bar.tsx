import { formatNumber, formatPercent } from '~/ui/format/numbers.ts'
import { basisPoints, type Use } from './use.ts'

const nearlyFull = 9000

/** How much of a pool's addresses of one version is in use, as a bar and in figures. */
export function UseBar({ use }: { use: Use }) {
  const { version, allocated, capacity } = use
  const points = basisPoints(use)
  const share = formatPercent(points, 10_000)
  const words = `${formatNumber(allocated)} of ${formatNumber(capacity)} in use, ${share}`
  return (
    <div className="min-w-0 flex-1 basis-72 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">{version}</h2>
        <span className="text-mono [overflow-wrap:anywhere]">
          {formatNumber(allocated)} / {formatNumber(capacity)}
        </span>
      </div>
      <div
        role="meter"
        aria-label={`${version} addresses in use`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={points / 100}
        aria-valuetext={words}
        className="h-2 overflow-hidden rounded-full bg-sunken outline-1 -outline-offset-1 outline-line-strong"
      >
        <div
          className={`h-full min-w-px ${points >= nearlyFull ? 'bg-bad-fill' : 'bg-accent-fill'}`}
          style={{ width: `${points / 100}%` }}
        />
      </div>
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm text-ink-3">
        <span>{share} in use</span>
        <span className="[overflow-wrap:anywhere]">{formatNumber(capacity - allocated)} remaining</span>
      </p>
    </div>
  )
}
