import { formatClock, formatDay } from '../format/time.ts'

const day = 86_400_000

/** Steps between the ticks of an axis of bytes: powers of two, so that each has a short word in binary units. */
export const binarySteps: readonly number[] = Array.from({ length: 60 }, (_, power) => 2 ** power)

/** Words for the ticks of a time axis: hour and minute, and the day where it shows several. */
export const timeTicks = (times: readonly number[], from: number, to: number): string[] =>
  times.map((time) => (to - from > day ? formatDay : formatClock)(new Date(time)))
