import { QueryError } from './query-error.ts'
import type { Column } from './tables.ts'

/** Maximum number of samples that a query reads, and of points that all its stages produce. */
const MAX_POINTS = 1_000_000
/** A distribution is as much work as so many numbers, and as long in the answer: no stage makes it shorter. */
const NUMBERS_IN_DISTRIBUTION = 40
/** Maximum number of series of a `get` before the filters that its source cannot apply. */
export const MAX_SERIES = 100_000

/** The remaining samples and points of a query. Taken before the work. */
export class Budget {
  #samples = MAX_POINTS
  #points = MAX_POINTS

  get samplesLeft(): number {
    return this.#samples
  }

  get pointsLeft(): number {
    return this.#points
  }

  /** @throws QueryError */
  takeSamples(count: number, { type }: Pick<Column, 'type'>, offset: number): void {
    const size = type.endsWith('distribution') ? NUMBERS_IN_DISTRIBUTION : 1
    this.#samples -= count * size
    if (this.#samples < 0)
      throw new QueryError(`more than ${MAX_POINTS / size} samples: query fewer series or a shorter range`, offset)
  }

  /** @throws QueryError */
  takePoints(count: number, offset: number): void {
    this.#points -= count
    if (this.#points < 0)
      throw new QueryError(
        `the stages produce more than ${MAX_POINTS} points: use longer windows or a shorter range`,
        offset,
      )
  }
}

/** @throws QueryError */
export function checkSeries(count: number, offset: number): void {
  if (count > MAX_SERIES) throw new QueryError(`more than ${MAX_SERIES} series: filter by their fields`, offset)
}
