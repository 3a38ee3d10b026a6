import { useAsTimeGoes } from './clock.ts'
import { compactAge, formatClock, formatDay, formatFull } from './format/time.ts'
import { useTooltip } from './tooltip.tsx'

/** Day, and the time dim beside it; the full date in the tooltip. */
export function DateTime({ date }: { date: Date }) {
  return (
    <time dateTime={date.toISOString()} {...useTooltip(() => formatFull(date))} className="whitespace-nowrap">
      {formatDay(date)} <span className="text-ink-3">{formatClock(date)}</span>
    </time>
  )
}

/** Age in one compact unit, kept up to date; the full date in the tooltip. */
export function RelativeTime({ date }: { date: Date }) {
  const age = useAsTimeGoes((now) => compactAge(now - date.getTime()))
  return (
    <time dateTime={date.toISOString()} {...useTooltip(() => formatFull(date))} className="whitespace-nowrap">
      {age}
    </time>
  )
}
