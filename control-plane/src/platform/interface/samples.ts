/** Time between two samples of a series; samples are at multiples of it. Clients rely on it. */
export const SAMPLE_INTERVAL_MS = 5000

/** Starts of the bins of an operation's latency on a virtual disk, in nanoseconds. */
export const LATENCY_BINS: readonly number[] = [0, 50_000, 100_000, 200_000, 500_000, 1_000_000]

export type FieldValue = string | number | boolean

/** Selects the series of one metric. */
export interface SampleQuery {
  /** Target and metric: `virtual_machine:vcpu_usage`. */
  series: string
  /** Allowed values per field: `{ instance_id: [a, b] }`. */
  where?: Readonly<Record<string, readonly FieldValue[]>>
  /** Inclusive. */
  from: Date
  /** Exclusive. */
  to: Date
  /** Maximum number of series listed, each with all its samples. */
  limit?: number
}

/** Number of values in each bin since the counter's start. */
export interface Histogram {
  /** Start of each bin, ascending; a bin ends where the next begins. */
  bins: readonly number[]
  counts: readonly bigint[]
  sum: bigint
}
/** Counters are bigints, sensors numbers. */
export type SampleValue = bigint | number | boolean | Histogram

/**
 * The samples of one series; past ones do not change. A counter that restarts, at the latest when its machine is started
 * again, begins a new segment: see `startTimes`.
 */
export interface SampleSeries<Value extends SampleValue = SampleValue> {
  fields: Readonly<Record<string, FieldValue>>
  /** Milliseconds since 1970, ascending, multiples of 5000. */
  timestamps: number[]
  /** When the counter was at zero, per sample; empty for sensors. */
  startTimes: number[]
  /** Counters are cumulative and never decrease between samples with the same start time. */
  values: Value[]
}

/** A series without its samples, and their number. */
export interface ListedSeries {
  fields: SampleSeries['fields']
  count: number
}

/** Counts work done and yields to the event loop during long work; rejects when the work must end. */
export interface WorkMeter {
  spent(units: number): Promise<void>
}

/** Receives measured samples from the platform. */
export type ReportSamples = (series: string, reported: readonly SampleSeries[]) => Promise<void>

export interface Samples {
  /** Whether the platform computes the series on request. Other series are reported to subscribers. */
  computes(series: string): boolean
  /** Rejects with `permanent` when the platform does not compute the series. */
  list(query: SampleQuery, progress?: WorkMeter): Promise<ListedSeries[]>
  /** The samples of series that `list` returned, which must be passed unchanged. Rejects like `list`. */
  read(
    query: Pick<SampleQuery, 'series' | 'from' | 'to'>,
    listed: readonly ListedSeries[],
    progress?: WorkMeter,
  ): Promise<SampleSeries[]>
  /**
   * Calls `report` with new measurements, the times of each series ascending. What it rejects is not reported again.
   * Returns a function that unsubscribes.
   */
  subscribe(report: ReportSamples): () => void
}
