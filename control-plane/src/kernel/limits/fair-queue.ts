import type { Clock } from '../../clock/clock.ts'
import { unavailable } from '../errors.ts'

/** Owners of a task, from the widest to the narrowest: a silo, then a user in it. */
export type Owners = readonly string[]

interface Waiting {
  owners: Owners
  begin(): void
}

/** The most waiting tasks: per narrowest owner, and in total. */
export interface MostWaiting {
  ofOwner: number
  all: number
}

/** Limits concurrent tasks in total and per owner; the others wait for their turn. */
export class FairQueue {
  readonly #most: number
  readonly #mostOf: readonly number[]
  readonly #mostWaiting: MostWaiting
  readonly #running: Owners[] = []
  readonly #waiting: Waiting[] = []

  /** @param mostOf the most concurrent tasks of one owner, by level: of a silo, then of a user */
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
      reject(unavailable(new Error('too many requests are waiting')))
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

  /** Running tasks of each of these owners. */
  #loadOf(owners: Owners): number[] {
    return owners.map((owner, level) => this.#running.filter((running) => running[level] === owner).length)
  }

  /** Starts the next task below its limits: the one whose owners have the fewest running, and of these the oldest. */
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

/** Compares the loads of the widest owners first. */
function isLess(load: readonly number[], other: readonly number[]): boolean {
  const level = load.findIndex((running, index) => running !== other[index])
  return level >= 0 && load[level]! < other[level]!
}
