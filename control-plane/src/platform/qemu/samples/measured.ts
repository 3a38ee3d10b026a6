import type { InstanceSpec } from '../../interface/instances.ts'
import type { FieldValue, SampleValue } from '../../interface/samples.ts'
import type { ProcessId } from '../base/process-id.ts'
import type { LiveStatistics } from '../machines/disks/live-statistics.ts'

/** The parts of a specification that name the series of a machine. */
export type MeasuredSpec = Pick<InstanceSpec, 'id' | 'projectId' | 'siloId' | 'ncpus' | 'volumes' | 'nics'>

/** A running machine. Its counters count from the start of its process: a reboot does not change them. */
export interface MeasuredMachine {
  spec: MeasuredSpec
  process: ProcessId
  startedAt: Date
  /** Number of reboots since the start. */
  resets: number
  statistics: LiveStatistics
}

/** One value of a series at the time of a measurement. */
export interface Measurement {
  series: string
  fields: Readonly<Record<string, FieldValue>>
  /** Start of the counter, in milliseconds since 1970; null for a sensor. */
  startedAt: number | null
  value: SampleValue
}
