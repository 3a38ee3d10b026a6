import type { Clock } from '../../clock/clock.ts'
import { unavailable } from '../errors.ts'

/** Owners of a piece of work, from the widest to the narrowest: a silo, then a user of it. */
export type Owners = readonly string[]

interface Waiting {
  owners: Owners
  begin(): void
}

/** How many may wait for their turn: of one narrowest owner, and of all. */
export interface MostWaiting {
  ofOwner: number
  all: number
}

/** Lets so many pieces of work run at once, so many of each owner; the others wait for their turn. */
export class FairQueue {
  readonly #most: number
  readonly #mostOf: readonly number[]
  readonly #mostWaiting: MostWaiting
  readonly #running: Owners[] = []
  readonly #waiting: Waiting[] = []

  /** @param mostOf pieces at once of one owner, by level: of a silo, then of a user */
  constructor(
    most: number,
    mostOf: readonly number[],
    mostWaiting: MostWaiting = { ofOwner: Infinity, all: Infinity },
  ) {
    this.#most = most
    this.#mostOf = mostOf
    this.#mostWaiting = mostWaiting
  }

  /** Waits at most `ms` milliseconds for a turn, which lasts until it is disposed of. @throws 503 */
  take(owners: Owners, clock: Clock, ms: number): Promise<Disposable> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        owners,
        begin: () => {
          cancel()
          resolve({ [Symbol.dispose]: () => this.#end(owners) })
        },
      }
      const cancel = clock.after(ms, () => {
        this.#leave(waiting)
        reject(unavailable(new Error(`no turn within ${ms / 1000} s`)))
      })
      this.#waiting.push(waiting)
      this.#beginNext()
      if (!this.#isTooLong(owners) || !this.#leave(waiting)) return
      cancel()
      reject(unavailable(new Error('too many wait for their turn')))
    })
  }

  #isTooLong(owners: Owners): boolean {
    const { all, ofOwner } = this.#mostWaiting
    const ofSame = this.#waiting.filter((other) => other.owners.at(-1) === owners.at(-1))
    return this.#waiting.length > all || ofSame.length > ofOwner
  }

  /** Whether it was still waiting. */
  #leave(waiting: Waiting): boolean {
    const index = this.#waiting.indexOf(waiting)
    if (index >= 0) this.#waiting.splice(index, 1)
    return index >= 0
  }

  #end(owners: Owners): void {
    this.#running.splice(this.#running.indexOf(owners), 1)
    this.#beginNext()
  }

  /** Pieces that run of each of these owners. */
  #loadOf(owners: Owners): number[] {
    return owners.map((owner, level) => this.#running.filter((running) => running[level] === owner).length)
  }

  /** Of those below their limits, begins the one whose owners have the least running; of these the oldest. */
  #beginNext(): void {
    if (this.#running.length >= this.#most) return
    let next: { waiting: Waiting; load: number[] } | undefined
    for (const waiting of this.#waiting) {
      const load = this.#loadOf(waiting.owners)
      if (load.some((running, level) => running >= this.#mostOf[level]!)) continue
      if (!next || isLess(load, next.load)) next = { waiting, load }
    }
    if (!next) return
    this.#leave(next.waiting)
    this.#running.push(next.waiting.owners)
    next.waiting.begin()
  }
}

/** Compares by the widest owner first. */
function isLess(load: readonly number[], other: readonly number[]): boolean {
  const level = load.findIndex((running, index) => running !== other[index])
  return level >= 0 && load[level]! < other[level]!
}
