import type { FieldType, TimeseriesSchema } from '@skerry/contract/fleet/metrics.ts'
import type { MetricType, ValueArray } from '@skerry/contract/fleet/oxql.ts'
import type { FieldValue, Histogram } from '../../../platform/samples.ts'

export type Fields = Readonly<Record<string, FieldValue>>
export type FieldTypes = Readonly<Record<string, FieldType>>
export type Value = number | bigint | boolean | string | Histogram | null

/** What the points of a table are. Tables that were joined have several. */
export interface Column {
  metricType: MetricType
  type: ValueArray['type']
}

/** Points of one set of fields. Times are milliseconds since 1970, ascending. */
export interface Series {
  fields: Fields
  /** When each delta began; only of counters. */
  startTimes?: number[]
  times: number[]
  /** For each column a value a point. */
  values: Value[][]
}

/** Windows of one length that end at one moment. */
export interface Alignment {
  periodMs: number
  end: number
}

export interface Table {
  name: string
  fieldTypes: FieldTypes
  columns: Column[]
  /** Of tables that were aligned. */
  alignment?: Alignment
  series: Series[]
}

export const isNumeric = ({ type }: Column): boolean => type === 'integer' || type === 'double'

export const fieldTypesOf = ({ field_schema }: TimeseriesSchema): FieldTypes =>
  Object.fromEntries(field_schema.map(({ name, field_type }) => [name, field_type]))

/** What a timeseries becomes when it is read: counters are told as what they grew by. */
export function columnOf({ datum_type: type }: TimeseriesSchema): Column {
  const metricType = type.startsWith('cumulative') || type.startsWith('histogram') ? 'delta' : 'gauge'
  if (type.startsWith('histogram'))
    return { metricType, type: /f\d+$/.test(type) ? 'double_distribution' : 'integer_distribution' }
  if (type === 'bool') return { metricType, type: 'boolean' }
  if (type === 'string') return { metricType, type: 'string' }
  return { metricType, type: /f\d+$/.test(type) ? 'double' : 'integer' }
}

/** The same for equal fields, in whatever order they stand. */
export const keyOf = (fields: Fields): string =>
  JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
