import { useTimeText } from '~/lib/clock.ts'
import { compactAge, formatClock, formatDay, formatFull, formatSeconds } from '~/lib/format/time.ts'
import { useTooltip } from './tooltip.tsx'

/** Day, and the time dimmed beside it; the full date in the tooltip. @param seconds where minutes are too coarse. */
export function DateTime({ date, seconds = false }: { date: Date; seconds?: boolean }) {
  const tooltip = useTooltip(() => formatFull(date))
  return (
    <time translate="no" dateTime={date.toISOString()} {...tooltip} className="whitespace-nowrap">
      {formatDay(date)} <span className="text-ink-3">{seconds ? formatSeconds(date) : formatClock(date)}</span>
    </time>
  )
}

/** Age in one compact unit, kept up to date; the full date in the tooltip. */
export function RelativeTime({ date }: { date: Date }) {
  const age = useTimeText((now) => compactAge(now - date.getTime()))
  const tooltip = useTooltip(() => formatFull(date))
  return (
    <time translate="no" dateTime={date.toISOString()} {...tooltip} className="whitespace-nowrap">
      {age}
    </time>
  )
}
