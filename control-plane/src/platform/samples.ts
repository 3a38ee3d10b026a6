export type FieldValue = string | number | boolean

/** Asks for the series of one metric. */
export interface SampleQuery {
  /** `virtual_machine:vcpu_usage`, that is target and metric. */
  series: string
  /** Keeps series whose fields have one of the values given for each: `{ instance_id: [a, b] }`. */
  where?: Readonly<Record<string, readonly FieldValue[]>>
  /** Inclusive. */
  from: Date
  /** Exclusive. */
  to: Date
}

/** A counter's samples. A counter that began again (a boot) gives a series of its own segments through `startTimes`. */
export interface SampleSeries {
  fields: Readonly<Record<string, FieldValue>>
  /** Milliseconds since 1970, ascending, multiples of 5000. */
  timestamps: number[]
  /** For each sample, when its counter was at zero. */
  startTimes: number[]
  /** Cumulative, never falling between samples with one start time. */
  values: bigint[]
}

export interface Samples {
  /** Rejects with `permanent` when the platform knows no such series. No match is an empty list. */
  read(query: SampleQuery, signal?: AbortSignal): Promise<SampleSeries[]>
}
