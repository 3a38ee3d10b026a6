import type { TimeseriesSchema } from '@skerry/contract/fleet/metrics.ts'
import type { Yielder } from '../../../kernel/limits/yield-to-event-loop.ts'
import type { FieldValue } from '../../../platform/samples.ts'
import { QueryError } from './query-error.ts'
import type { Range } from './ranges.ts'
import { MOST_POINTS } from './align.ts'
import type { Alignment, Fields, Series } from './tables.ts'

/** How many samples may be read. @throws QueryError by `tooMany` */
export interface Limit {
  most: number
  offset: number
}

export const tooMany = ({ offset }: Limit) =>
  new QueryError(`more than ${MOST_POINTS} samples: ask for fewer series or less time`, offset)

/** A series that a source has, before its samples are read. */
export interface Found {
  fields: Fields
}

/** Of several series one, or of each its own: which of them count into which. */
export interface Reduction {
  reducer: 'sum' | 'mean'
  groups: readonly { fields: Fields; members: readonly Found[] }[]
}

/** Where samples come from. Counters are told as what they grew by. */
export interface Source {
  /** Series with these field values and perhaps samples within the range. */
  find(schema: TimeseriesSchema, demands: Readonly<Record<string, FieldValue>>, range: Range): Promise<Found[]>
  /** Samples of series that `find` answered; those without any are left out. @throws QueryError for too many */
  read(
    schema: TimeseriesSchema,
    found: readonly Found[],
    range: Range,
    yielder: Yielder,
    limit: Limit,
  ): Promise<Series[]>
  /**
   * The same as reading, aligning and grouping, done where the samples are. Not of sources that have them in memory.
   * @returns also how many samples were read
   * @throws QueryError for too many samples or too many windows
   */
  readMeans?(
    reduction: Reduction,
    range: Range,
    alignment: Alignment,
    limit: Limit,
  ): Promise<{ series: Series[]; samples: number }>
}
