import type { Table } from '~/api/types.gen.ts'
import type { Span } from '~/lib/time-range.ts'
import { linesOf, oxqlTime } from '~/shell/page/timeseries.ts'

/** What a chart of an instance asks for. */
export interface MetricSpec {
  /** `virtual_disk:reads`. */
  metric: string
  /** Values that fields must have. */
  where: Readonly<Record<string, string>>
  /** Adds up all series with one value of this field; each series stays alone without. */
  by?: string
}

const points = 60
const shortest = 5

/** Seconds of a window: so many that a chart has 60, and at least one sample. */
export const windowOf = ({ from, to }: Span): number => Math.max(shortest, Math.round((to - from) / 1000 / points))

/** The query, in whole seconds. It begins two windows early: the first of them may be only partly filled. */
export function metricQuery({ metric, where, by }: MetricSpec, span: Span): string {
  const seconds = windowOf(span)
  const whole = (ms: number) => Math.floor(ms / 1000) * 1000
  const filters = [
    `timestamp >= ${oxqlTime(whole(span.from) - 2 * seconds * 1000)}`,
    `timestamp < ${oxqlTime(whole(span.to))}`,
    ...Object.entries(where).map(([field, value]) => `${field} == ${JSON.stringify(value)}`),
  ]
  const stages = [`get ${metric}`, `filter ${filters.join(' && ')}`, `align mean_within(${seconds}s)`]
  return [...stages, ...(by ? [`group_by [${by}], sum`] : [])].join(' | ')
}

export interface Summed {
  times: number[]
  values: (number | null)[]
  /** How many series were added up. */
  count: number
}

/** The series of the first table added up point by point: nothing only where none has a value. Without the first point. */
export function summed(tables: readonly Table[]): Summed {
  const series = Object.entries(tables[0]?.timeseries ?? {})
  const { times, lines } = linesOf(series.map(([label, { points: own }]) => ({ label, points: own })))
  const values = times.map((_, at) =>
    lines.reduce<number | null>((sum, line) => {
      const value = line.values[at] ?? null
      return value === null ? sum : (sum ?? 0) + value
    }, null),
  )
  return { times: times.slice(1), values: values.slice(1), count: series.length }
}
