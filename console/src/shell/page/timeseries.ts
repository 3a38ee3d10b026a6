import type { Table } from '~/api/types.gen.ts'
import { asFailure } from '~/lib/errors.ts'

/** A moment as OxQL writes it: in UTC, without a zone. */
export const oxqlTime = (ms: number): string => `@${new Date(ms).toISOString().slice(0, -1)}`

/** Whether the API refuses to group because no series matched, or none was aligned. */
export const isNotAligned = (error: unknown): boolean => asFailure(error).kind === 'unaligned-table'

export interface Line {
  label: string
  values: readonly (number | null)[]
}

/** Lines over common times, ascending, in ms. */
export interface Lines {
  times: number[]
  lines: Line[]
}

/** Values that a chart can draw: of distributions their count, of booleans 1 and 0. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value)
  if (typeof value !== 'object' || value === null || !('counts' in value)) return null
  return (value.counts as (number | bigint)[]).reduce<number>((sum, count) => sum + Number(count), 0)
}

/** The series of a table over the times of all of them. @param column of joined tables, which one */
export function linesOf(
  series: readonly { label: string; points: Table['timeseries'][string]['points'] }[],
  column = 0,
): Lines {
  const stamped = series.map(({ label, points }) => {
    const values = points.values[column]?.values.values ?? []
    return { label, byTime: new Map(points.timestamps.map((time, at) => [Date.parse(time), numberOf(values[at])])) }
  })
  const times = [...new Set(stamped.flatMap(({ byTime }) => [...byTime.keys()]))].toSorted((a, b) => a - b)
  return {
    times,
    lines: stamped.map(({ label, byTime }) => ({ label, values: times.map((time) => byTime.get(time) ?? null) })),
  }
}
