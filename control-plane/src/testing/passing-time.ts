import type { ManualClock } from '../clock/clock.ts'
import type { Sagas } from '../kernel/sagas/saga.ts'
import type { HeldSteps } from './held-steps.ts'

/** Advances the clock while all requests wait for sagas, since the sagas' work takes time on that clock. */
export class PassingTime {
  readonly #clock: ManualClock
  readonly #sagas: Sagas
  readonly #holds: HeldSteps
  #pending = 0
  #turning = false

  constructor(clock: ManualClock, sagas: Sagas, holds: HeldSteps) {
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

  async #onlyHeld(): Promise<boolean> {
    return this.#holds.count > 0 && (await this.#sagas.list()).length <= this.#holds.count
  }
}
