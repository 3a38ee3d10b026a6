import { formatClock, formatDay } from '~/lib/format/time.ts'
import type { Span } from '~/lib/time-range.ts'

const day = 86_400_000

/** Steps between the ticks of an axis of bytes: powers of two, so that each has a short word in binary units. */
export const binarySteps: readonly number[] = Array.from({ length: 60 }, (_, power) => 2 ** power)

const showsDays = ({ from, to }: Span) => to - from > day

/** Words for the ticks of a time axis: hour and minute, and the day where it shows several. */
export const timeTicks = (times: readonly number[], span: Span): string[] =>
  times.map((time) => (showsDays(span) ? formatDay : formatClock)(new Date(time)))

/** px beside a time axis, so that its last tick is whole. */
export const tickRoom = (span: Span): number => (showsDays(span) ? 34 : 20)
