import type { FieldValue, SampleValue } from '../../interface/samples.ts'

/** One value of a series at the time of a measurement. */
export interface Measurement {
  series: string
  fields: Readonly<Record<string, FieldValue>>
  /** Start of the counter, in milliseconds since 1970; null for a sensor. */
  startedAt: number | null
  value: SampleValue
}
