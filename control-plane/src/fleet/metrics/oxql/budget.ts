import { QueryError } from './query-error.ts'

/** Samples that a query may read, and points that its stages may make, all of them together. */
const MOST_POINTS = 1_000_000
/** Series that a `get` may find before the filters that its source cannot apply. */
export const MOST_SERIES = 100_000

/** What is left of what one query may read and make. Taken before the work is done, so that none is done in vain. */
export class Budget {
  #samples = MOST_POINTS
  #points = MOST_POINTS

  get samplesLeft(): number {
    return this.#samples
  }

  get pointsLeft(): number {
    return this.#points
  }

  /** @throws QueryError */
  takeSamples(count: number, offset: number): void {
    this.#samples -= count
    if (this.#samples < 0)
      throw new QueryError(`more than ${MOST_POINTS} samples: ask for fewer series or less time`, offset)
  }

  /** @throws QueryError */
  takePoints(count: number, offset: number): void {
    this.#points -= count
    if (this.#points < 0)
      throw new QueryError(
        `the stages make more than ${MOST_POINTS} points: ask for longer windows or less time`,
        offset,
      )
  }
}

/** @throws QueryError */
export function checkSeries(count: number, offset: number): void {
  if (count > MOST_SERIES)
    throw new QueryError(`more than ${MOST_SERIES} series: ask for certain values of their fields`, offset)
}
