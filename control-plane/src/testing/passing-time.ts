import { sql } from 'kysely'
import type { ManualClock } from '../clock/clock.ts'
import type { Db } from '../kernel/database/database.ts'
import type { Sagas } from '../kernel/sagas/saga.ts'
import type { HeldSteps } from './held-steps.ts'

/** Advances the clock while all requests wait for sagas, since the sagas' work takes time on that clock. */
export class PassingTime {
  readonly #db: Db
  readonly #clock: ManualClock
  readonly #sagas: Sagas
  readonly #holds: HeldSteps
  #pending = 0
  #turning = false

  constructor(db: Db, clock: ManualClock, sagas: Sagas, holds: HeldSteps) {
    this.#db = db
    this.#clock = clock
    this.#sagas = sagas
    this.#holds = holds
  }

  async during<T>(request: Promise<T>): Promise<T> {
    this.#pending++
    if (!this.#turning) void this.#turn()
    try {
      return await request
    } finally {
      this.#pending--
    }
  }

  async #turn(): Promise<void> {
    this.#turning = true
    while (this.#pending) {
      await this.#sagas.idle()
      // Checked after each wait: a request may have been answered, and the clock is the test's when none is pending.
      if (this.#allWait() && !(await this.#onlyHeld()) && this.#allWait()) await this.#clock.advanceToNext()
      else await new Promise((resolve) => setTimeout(resolve, 0))
    }
    this.#turning = false
  }

  #allWait(): boolean {
    return this.#pending > 0 && this.#pending === this.#sagas.waiting
  }

  /** Whether all sagas are paused, or wait for others. */
  async #onlyHeld(): Promise<boolean> {
    if (!this.#holds.count) return false
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from sagas where state = 'running' and not exists (
        select 1 from sagas awaited where awaited.id = sagas.waits_for and awaited.state = 'running')`.execute(this.#db)
    return rows[0]!.count <= this.#holds.count
  }
}
