import { useAsTimeGoes } from './clock.ts'
import { compactAge, formatClock, formatDay, formatFull, formatSeconds } from './format/time.ts'
import { useTooltip } from './tooltip.tsx'

/** Day, and the time dim beside it; the full date in the tooltip. @param seconds where minutes do not tell apart. */
export function DateTime({ date, seconds = false }: { date: Date; seconds?: boolean }) {
  return (
    <time dateTime={date.toISOString()} {...useTooltip(() => formatFull(date))} className="whitespace-nowrap">
      {formatDay(date)} <span className="text-ink-3">{seconds ? formatSeconds(date) : formatClock(date)}</span>
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
