import type { Measurement } from '~/api/types.gen.ts'
import type { Span } from '~/lib/time-range.ts'

/** A gauge as a line of steps. */
export interface Steps {
  /** ms since 1970, ascending. */
  times: number[]
  values: number[]
}

const pointOf = ({ timestamp, datum }: Measurement) => ({
  at: timestamp.getTime(),
  value: datum.type === 'i64' ? Number(datum.datum) : 0,
})

/**
 * The steps of a gauge within a range: from its value when the range begins, if known, to its end. @param points those
 * in the range, oldest first @param before the last one before it
 */
export function stepsOf(points: readonly Measurement[], before: Measurement | undefined, { from, to }: Span): Steps {
  const line = [...(before ? [{ ...pointOf(before), at: from }] : []), ...points.map(pointOf)]
  const last = line.at(-1)
  if (last && last.at < to) line.push({ ...last, at: to })
  return { times: line.map(({ at }) => at), values: line.map(({ value }) => value) }
}
