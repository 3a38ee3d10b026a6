import type { FieldType, TimeseriesSchema } from '@skerry/contract/fleet/metrics.ts'
import type { MetricType, ValueArray } from '@skerry/contract/fleet/oxql.ts'
import type { FieldValue, Histogram } from '../../../platform/interface/samples.ts'

export type Fields = Readonly<Record<string, FieldValue>>
export type FieldTypes = Readonly<Record<string, FieldType>>
export type Value = number | bigint | boolean | string | Histogram | null

/** The type of a table's values. Joined tables have several columns. */
export interface Column {
  metricType: MetricType
  type: ValueArray['type']
}

/** The points of one set of fields. Times are milliseconds since 1970, ascending. */
export interface Series {
  fields: Fields
  /** Start of each delta; only for counters. */
  startTimes?: number[]
  times: number[]
  /** Number of samples that each point stands for; absent if each is one. */
  weights?: number[]
  /** The values of each column. */
  values: Value[][]
}

/** Consecutive windows of equal length, the last of which ends at `end`. */
export interface Alignment {
  periodMs: number
  end: number
}

export interface Table {
  name: string
  fieldTypes: FieldTypes
  columns: Column[]
  /** Present only on aligned tables. */
  alignment?: Alignment
  series: Series[]
}

export const isNumeric = ({ type }: Column): boolean => type === 'integer' || type === 'double'

export const fieldTypesOf = ({ field_schema }: TimeseriesSchema): FieldTypes =>
  Object.fromEntries(field_schema.map(({ name, field_type }) => [name, field_type]))

/** The column of a timeseries: counters become deltas. */
export function columnOf({ datum_type: type }: TimeseriesSchema): Column {
  const metricType = type.startsWith('cumulative') || type.startsWith('histogram') ? 'delta' : 'gauge'
  if (type.startsWith('histogram'))
    return { metricType, type: /f\d+$/.test(type) ? 'double_distribution' : 'integer_distribution' }
  if (type === 'bool') return { metricType, type: 'boolean' }
  if (type === 'string') return { metricType, type: 'string' }
  return { metricType, type: /f\d+$/.test(type) ? 'double' : 'integer' }
}

/** Equal for equal fields in any order. */
export const keyOf = (fields: Fields): string =>
  JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
