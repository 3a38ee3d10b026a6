import type { Clock } from '../../clock/clock.ts'
import { busy } from '../http/errors.ts'

/** Owners of a task, from the widest to the narrowest: a silo, then a user in it. A name counts in its silo alone. */
export type Owners = readonly string[]

interface Task {
  owners: Owners
  /** A round has at most one task of each owner, so many tasks of one owner do not delay the few of others. */
  round: number
}

interface Waiting extends Task {
  begin(): void
}

/** Maximum number of waiting tasks: per owner, by level, and in total. */
export interface MostWaiting {
  ofOwner: readonly number[]
  all: number
}

/** Limits concurrent tasks in total and per owner; the others wait for their turn. */
export class FairQueue {
  readonly #most: number
  readonly #mostOf: readonly number[]
  readonly #mostWaiting: MostWaiting
  readonly #running: Task[] = []
  readonly #waiting: Waiting[] = []
  #round = 0

  /** @param mostOf maximum concurrent tasks of one owner, by level: of a silo, then of a user */
  constructor(most: number, mostOf: readonly number[], mostWaiting: MostWaiting = { ofOwner: [], all: Infinity }) {
    this.#most = most
    this.#mostOf = mostOf
    this.#mostWaiting = mostWaiting
  }

  /**
   * Waits at most `ms` milliseconds for a turn, which lasts until it is disposed of.
   * @throws 503, and the reason of the signal
   */
  take(owners: Owners, clock: Clock, ms: number, signal?: AbortSignal): Promise<Disposable> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const end = () => {
        cancel()
        signal?.removeEventListener('abort', abort)
      }
      const waiting: Waiting = {
        owners,
        round: this.#nextRoundOf(owners),
        begin: () => {
          end()
          resolve({ [Symbol.dispose]: () => this.#end(waiting) })
        },
      }
      const leave = (reason: unknown) => {
        end()
        this.#leave(waiting)
        reject(reason)
      }
      const abort = () => leave(signal?.reason)
      signal?.addEventListener('abort', abort)
      const cancel = clock.after(ms, () => leave(busy(`no turn within ${ms / 1000} s`)))
      this.#waiting.push(waiting)
      this.#beginNext()
      if (!this.#isTooLong(owners) || !this.#waiting.includes(waiting)) return
      leave(busy('too many requests are waiting'))
    })
  }

  #isTooLong(owners: Owners): boolean {
    const { all, ofOwner } = this.#mostWaiting
    return (
      this.#waiting.length > all ||
      ofOwner.some(
        (most, level) => this.#waiting.filter((other) => isShared(other.owners, owners, level)).length > most,
      )
    )
  }

  /** Removes a waiting task. Returns whether it was still waiting. */
  #leave(waiting: Waiting): boolean {
    const index = this.#waiting.indexOf(waiting)
    if (index >= 0) this.#waiting.splice(index, 1)
    return index >= 0
  }

  #nextRoundOf(owners: Owners): number {
    const own = [...this.#running, ...this.#waiting].filter((task) => isShared(task.owners, owners, owners.length - 1))
    return Math.max(this.#round, ...own.map(({ round }) => round + 1))
  }

  #end(task: Task): void {
    this.#running.splice(this.#running.indexOf(task), 1)
    this.#beginNext()
  }

  /** Running tasks of each of these owners. */
  #loadOf(owners: Owners): number[] {
    return owners.map((_, level) => this.#running.filter((running) => isShared(running.owners, owners, level)).length)
  }

  /**
   * Starts one waiting task whose owners are below their limits: the one whose owners run the fewest tasks, then the
   * one of the earliest round, then the oldest.
   */
  #beginNext(): void {
    if (this.#running.length >= this.#most) return
    let next: { waiting: Waiting; rank: number[] } | undefined
    for (const waiting of this.#waiting) {
      const load = this.#loadOf(waiting.owners)
      if (load.some((running, level) => running >= this.#mostOf[level]!)) continue
      const rank = [...load, waiting.round]
      if (!next || isLess(rank, next.rank)) next = { waiting, rank }
    }
    if (!next) return
    this.#leave(next.waiting)
    this.#running.push(next.waiting)
    this.#round = Math.max(this.#round, next.waiting.round)
    next.waiting.begin()
  }
}

/** Whether both have the same owner at a level: within the same wider ones. */
const isShared = (owners: Owners, others: Owners, level: number): boolean =>
  owners.slice(0, level + 1).every((owner, at) => owner === others[at])

/** Compares the loads of the widest owners first. */
function isLess(rank: readonly number[], other: readonly number[]): boolean {
  const level = rank.findIndex((part, index) => part !== other[index])
  return level >= 0 && rank[level]! < other[level]!
}
