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
      if (this.#pending === this.#sagas.waiting && !(await this.#onlyHeld())) await this.#clock.advanceToNext()
      else await new Promise((resolve) => setTimeout(resolve, 0))
    }
    this.#turning = false
  }

  async #onlyHeld(): Promise<boolean> {
    return this.#holds.count > 0 && (await this.#sagas.list()).length <= this.#holds.count
  }
}
