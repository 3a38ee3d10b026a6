import type { TimeseriesSchema } from '@skerry/contract/fleet/metrics.ts'
import type { Yielder } from '../../../kernel/limits/yielder.ts'
import type { FieldValue } from '../../../platform/interface/samples.ts'
import type { Budget } from './budget.ts'
import type { Range } from './ranges.ts'
import type { Alignment, Fields, Series } from './tables.ts'

/** Limits of a read, and its offset in the query for error messages. */
export interface ReadLimits {
  budget: Budget
  yielder: Yielder
  offset: number
}

/** A series of a source without its samples. */
export interface FoundSeries {
  fields: Fields
}

/** Groups of series, each of which is reduced to one series. */
export interface Reduction {
  reducer: 'sum' | 'mean'
  groups: readonly { fields: Fields; members: readonly FoundSeries[] }[]
}

/** A source of samples. Counters are read as deltas. */
export interface Source {
  /** How far back queries may read. */
  keptMs: number
  /** Series with these fields that may have samples in the range; at most `MAX_SERIES` + 1. */
  find(
    schema: TimeseriesSchema,
    requiredFields: Readonly<Record<string, FieldValue>>,
    range: Range,
    yielder: Yielder,
  ): Promise<FoundSeries[]>
  /** Samples of series that `find` returned, without empty series. @throws QueryError for too many samples */
  read(schema: TimeseriesSchema, found: readonly FoundSeries[], range: Range, limits: ReadLimits): Promise<Series[]>
  /**
   * Reads, aligns and groups in the source, for sources that do not have their samples in memory.
   * @throws QueryError for too many samples or too many windows
   */
  readMeans?(reduction: Reduction, range: Range, alignment: Alignment, limits: ReadLimits): Promise<Series[]>
}
