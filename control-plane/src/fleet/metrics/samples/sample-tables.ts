import type { Generated, GeneratedAlways } from 'kysely'
import type { Int8, Json } from '../../../kernel/database/columns.ts'
import type { FieldValue } from '../../../platform/interface/samples.ts'

/** Times are milliseconds since 1970; for `last_value` see `LastSample`. */
interface TimeseriesTable {
  id: GeneratedAlways<number>
  name: string
  key: string
  fields: Json<Record<string, FieldValue>>
  last_time: Int8
  last_start_time: Int8 | null
  last_value: Json<unknown>
}

interface SampleTable {
  series_id: number
  time: Int8
  start_time: Int8 | null
  whole: Int8 | null
  real: number | null
  other: Json<unknown>
  /** Number of reported samples that were merged into it. */
  merged: Generated<number>
}

/** How far samples have been merged: see `rollUpSamples`. */
interface SampleRollUpTable {
  resolution_ms: number
  done_until: Int8
}

/** Samples that platforms report. */
export interface SampleTables {
  timeseries: TimeseriesTable
  samples: SampleTable
  sample_roll_ups: SampleRollUpTable
}
