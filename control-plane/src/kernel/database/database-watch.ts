import type { Clock } from '../../clock/clock.ts'
import { unavailable } from '../http/errors.ts'

const ASK_EVERY_MS = 1000
/** The database has 2 s, counted in turns of the event loop: a loop that is held up itself proves nothing. */
const TURN_MS = 100
const TURNS = 20

/** Sends a query that any database answers at once. A failed connection is replaced at the next query. */
export interface DatabaseProbe {
  ask(): Promise<void>
  /** Closes the connection on which no answer came. */
  drop(): void
}

/** Answers 503 in place of work that waits for a database that hangs. */
export interface DatabaseGuard {
  /** @throws 503 while the database does not answer. Work that has started continues, and its result is ignored. */
  guard<T>(work: () => Promise<T>): Promise<T>
}

export const unguarded: DatabaseGuard = { guard: (work) => work() }

/** Queries the database each second while work waits, and after an unanswered query until it answers again. */
export class DatabaseWatch implements DatabaseGuard {
  readonly #clock: Clock
  readonly #probe: DatabaseProbe
  /** Functions that end the wait of each waiting call. */
  readonly #waits = new Set<(reason: Error) => void>()
  readonly #closed = new AbortController()
  #hangs = false
  #watching = false

  constructor(clock: Clock, probe: DatabaseProbe) {
    this.#clock = clock
    this.#probe = probe
  }

  guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.#hangs) return Promise.reject(hangs())
    return new Promise((resolve, reject) => {
      this.#waits.add(reject)
      if (!this.#watching) void this.#watch()
      void work()
        .then(resolve, reject)
        .finally(() => this.#waits.delete(reject))
    })
  }

  close(): void {
    this.#closed.abort()
    this.#probe.drop()
  }

  async #watch(): Promise<void> {
    this.#watching = true
    while (!this.#closed.signal.aborted) {
      await this.#sleep(ASK_EVERY_MS)
      if (!this.#waits.size && !this.#hangs) break
      this.#hangs = !(await this.#answers())
      if (!this.#hangs) continue
      for (const refuse of this.#waits) refuse(hangs())
      this.#waits.clear()
    }
    this.#watching = false
  }

  /** An error counts as an answer: the waiting work fails with its own error then. */
  async #answers(): Promise<boolean> {
    const question = { answered: false }
    const settled = () => (question.answered = true)
    this.#probe.ask().then(settled, settled)
    for (let turn = 0; turn < TURNS && !question.answered; turn++) await this.#sleep(TURN_MS)
    if (!question.answered) this.#probe.drop()
    return question.answered || this.#closed.signal.aborted
  }

  /** Resolves at once when the watch is closed. */
  #sleep(ms: number): Promise<void> {
    return this.#clock.sleep(ms, this.#closed.signal).catch(() => {})
  }
}

const hangs = () => unavailable(new Error('the database does not answer'))
