import type { Change } from './change.ts'

interface Entry {
  at: number
  change: Change
}

/** The last changes, numbered from 1, for streams that continue where they were or are slower than the changes. */
export class ChangeLog {
  readonly #most: number
  #entries: Entry[] = []
  /** The last result of `after`: most streams ask for the same. */
  #merged: { from: number; to: number; changes: Change[] } | undefined
  /** The number of the newest change. */
  last = 0
  /** Time since which no change was missed, in ms since 1970; undefined while changes cannot be received. */
  completeSince: number | undefined

  constructor(most: number) {
    this.#most = most
  }

  add(change: Change, at: number): void {
    this.last++
    this.#entries.push({ at, change })
    // Twice as many before half of them go, so that adding stays cheap.
    if (this.#entries.length >= 2 * this.#most) this.#entries = this.#entries.slice(-this.#most)
  }

  /** Clears the log after missed changes. Skipping a number makes clients of the old log resync. */
  restart(at: number | undefined): void {
    this.#entries = []
    this.#merged = undefined
    this.last++
    this.completeSince = at
  }

  /** Changes after a number, equal ones once; undefined if some of them are no longer known. */
  after(number: number): readonly Change[] | undefined {
    const count = this.last - number
    if (count > this.#entries.length || count < 0) return undefined
    if (this.#merged?.from !== number || this.#merged.to !== this.last) {
      const entries = this.#entries.slice(this.#entries.length - count)
      const changes = [...new Map(entries.map(({ change }) => [change.text, change])).values()]
      this.#merged = { from: number, to: this.last, changes }
    }
    return this.#merged.changes
  }

  /** The number of the last change before a time; undefined if changes since then are not known. */
  numberAt(time: number): number | undefined {
    if (this.completeSince === undefined || time < this.completeSince) return undefined
    const first = this.#entries.findIndex(({ at }) => at >= time)
    if (first === 0 && this.#entries.length >= this.#most) return undefined
    return first < 0 ? this.last : this.last - (this.#entries.length - first)
  }
}
