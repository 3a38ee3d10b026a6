import type { Clock } from '../clock/clock.ts'

/**
 * Owners of a task, from the widest to the narrowest: a silo, then a user in it. A name counts in its silo alone. Tasks
 * without owners run in the order in which they came.
 */
export type Owners = readonly string[]

interface QueuedTask {
  owners: Owners
  /**
   * A round has at most one task of each owner, also of one that submits its next task only after the last has ended.
   * So neither many tasks of one owner nor steady ones delay the few of others for long.
   */
  round: number
}

interface Waiting extends QueuedTask {
  begin(): void
}

/** Maximum numbers of tasks; those per owner are by level: of a silo, then of a user. */
interface Maximum {
  running: number
  runningOfOwner?: readonly number[]
  waiting?: number
  waitingOfOwner?: readonly number[]
}

/** What ends the wait for a turn. */
interface Wait {
  signal?: AbortSignal
  /** In milliseconds. */
  limit?: { clock: Clock; ms: number }
}

/** A round also ends after this many owners, so endless new owners delay the second task of another only for a while. */
const MAX_OWNERS_OF_ROUND = 1000

/** Limits concurrent tasks in total and per owner; the others wait for their turn. */
export class FairQueue {
  readonly #maximum: Required<Maximum>
  readonly #refusal: (reason: string) => Error
  readonly #running: QueuedTask[] = []
  readonly #waiting: Waiting[] = []
  /** The latest round of which a task has started. */
  #round = 0
  /** Owners of which a task of that round has started. */
  readonly #served = new Set<string>()

  /** @param refusal the error for a task that gets no turn */
  constructor(maximum: Maximum, refusal = (reason: string) => new Error(reason)) {
    this.#maximum = { runningOfOwner: [], waiting: Infinity, waitingOfOwner: [], ...maximum }
    this.#refusal = refusal
  }

  /**
   * Waits for a turn, which lasts until it is disposed of.
   * @throws the refusal when too many wait or the time is over, and the reason of the signal
   */
  take(owners: Owners, { signal, limit }: Wait = {}): Promise<Disposable> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const end = () => {
        cancel?.()
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
      const cancel = limit?.clock.after(limit.ms, () => leave(this.#refusal(`no turn within ${limit.ms / 1000} s`)))
      this.#waiting.push(waiting)
      this.#beginNext()
      if (!this.#isTooLong(owners) || !this.#waiting.includes(waiting)) return
      leave(this.#refusal('too many tasks are waiting'))
    })
  }

  /** Works when it is its turn. @throws as `take` does */
  async run<T>(owners: Owners, work: () => T | Promise<T>, wait?: Wait): Promise<T> {
    const turn = await this.take(owners, wait)
    try {
      return await work()
    } finally {
      turn[Symbol.dispose]()
    }
  }

  #isTooLong(owners: Owners): boolean {
    const { waiting, waitingOfOwner } = this.#maximum
    return (
      this.#waiting.length > waiting ||
      waitingOfOwner.some(
        (max, level) => this.#waiting.filter((other) => isShared(other.owners, owners, level)).length > max,
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
    if (owners.length === 0) return this.#round
    const own = this.#waiting.filter((task) => isShared(task.owners, owners, owners.length - 1))
    const next = this.#round + (this.#served.has(keyOf(owners)) ? 1 : 0)
    return Math.max(next, ...own.map(({ round }) => round + 1))
  }

  #serve({ owners, round }: QueuedTask): void {
    const isFull = this.#served.size >= MAX_OWNERS_OF_ROUND
    if (round > this.#round || isFull) {
      this.#round = Math.max(round, this.#round + (isFull ? 1 : 0))
      this.#served.clear()
    }
    if (round === this.#round && owners.length > 0) this.#served.add(keyOf(owners))
  }

  #end(task: QueuedTask): void {
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
    if (this.#running.length >= this.#maximum.running) return
    let next: { waiting: Waiting; rank: number[] } | undefined
    for (const waiting of this.#waiting) {
      const load = this.#loadOf(waiting.owners)
      if (load.some((running, level) => running >= this.#maximum.runningOfOwner[level]!)) continue
      const rank = [...load, waiting.round]
      if (!next || isLess(rank, next.rank)) next = { waiting, rank }
    }
    if (!next) return
    this.#leave(next.waiting)
    this.#running.push(next.waiting)
    this.#serve(next.waiting)
    next.waiting.begin()
  }
}

const keyOf = (owners: Owners) => JSON.stringify(owners)

/** Whether both have the same owner at a level: within the same wider ones. */
const isShared = (owners: Owners, others: Owners, level: number): boolean =>
  owners.slice(0, level + 1).every((owner, at) => owner === others[at])

/** Compares the loads of the widest owners first. */
function isLess(rank: readonly number[], other: readonly number[]): boolean {
  const level = rank.findIndex((part, index) => part !== other[index])
  return level >= 0 && rank[level]! < other[level]!
}
