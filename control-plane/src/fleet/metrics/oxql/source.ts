import type { TimeseriesSchema } from '@skerry/contract/fleet/metrics.ts'
import type { Yielder } from '../../../kernel/limits/yield-to-event-loop.ts'
import type { FieldValue } from '../../../platform/samples.ts'
import type { Budget } from './budget.ts'
import type { Range } from './ranges.ts'
import type { Alignment, Fields, Series } from './tables.ts'

/** What reading is held to, and where in the query it is asked for. */
export interface ReadLimits {
  budget: Budget
  yielder: Yielder
  offset: number
}

/** A series that a source has, before its samples are read. */
export interface Found {
  fields: Fields
}

/** Of several series one, or of each its own: which of them count into which. */
export interface Reduction {
  reducer: 'sum' | 'mean'
  groups: readonly { fields: Fields; members: readonly Found[] }[]
}

/** Where samples come from. Of counters it has what they grew by. */
export interface Source {
  /** Series with these field values and perhaps samples within the range; of more than `MOST_SERIES` one more. */
  find(
    schema: TimeseriesSchema,
    demands: Readonly<Record<string, FieldValue>>,
    range: Range,
    yielder: Yielder,
  ): Promise<Found[]>
  /** Samples of series that `find` answered; those without any are left out. @throws QueryError for too many */
  read(schema: TimeseriesSchema, found: readonly Found[], range: Range, limits: ReadLimits): Promise<Series[]>
  /**
   * The same as reading, aligning and grouping, done where the samples are. Not of sources that have them in memory.
   * @throws QueryError for too many samples or too many windows
   */
  readMeans?(reduction: Reduction, range: Range, alignment: Alignment, limits: ReadLimits): Promise<Series[]>
}
