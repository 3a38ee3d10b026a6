/** Time between two samples of a series; samples are at multiples of it. Clients rely on it. */
export const SAMPLE_INTERVAL_MS = 5000

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
  /** At most so many series are listed. */
  limit?: number
}

/** How often each of a range's values occurred, counted from a counter's start. */
export interface Histogram {
  /** Where each range begins, ascending; each ends where the next begins. */
  bins: readonly number[]
  counts: readonly bigint[]
  sum: bigint
}
/** Of a counter a bigint, of a sensor a number. */
export type SampleValue = bigint | number | boolean | Histogram

/** A counter's samples. A counter that began again (a boot) gives a series of its own segments through `startTimes`. */
export interface SampleSeries<Value extends SampleValue = SampleValue> {
  fields: Readonly<Record<string, FieldValue>>
  /** Milliseconds since 1970, ascending, multiples of 5000. */
  timestamps: number[]
  /** For each sample of a counter, when it was at zero; empty for what is not counted. */
  startTimes: number[]
  /** Counters are cumulative, and never fall between samples with one start time. */
  values: Value[]
}

/** A series without its samples, and how many there are. */
export interface ListedSeries {
  fields: SampleSeries['fields']
  count: number
}

/** Receives how much work was done, so that long work yields to the event loop; rejects where the work is to end. */
export interface Progress {
  spent(units: number): Promise<void>
}

/** Where the platform stands for samples that it does not compute itself: told of them as they come. */
export type ReportSamples = (series: string, reported: readonly SampleSeries[]) => Promise<void>

export interface Samples {
  /** Whether the platform can be asked for such a series. The others it may report. */
  computes(series: string): boolean
  /** Rejects with `permanent` when the platform computes no such series. No match is an empty list. */
  list(query: SampleQuery, progress?: Progress): Promise<ListedSeries[]>
  /** The samples of series that `list` answered, which are handed back as they are; rejects as that does. */
  read(
    query: Pick<SampleQuery, 'series' | 'from' | 'to'>,
    listed: readonly ListedSeries[],
    progress?: Progress,
  ): Promise<SampleSeries[]>
  /** Calls `report` with what is measured from now on. Answers a function that ends it. */
  subscribe(report: ReportSamples): () => void
}
