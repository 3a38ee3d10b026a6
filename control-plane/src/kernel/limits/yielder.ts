import { yieldToEventLoop } from '../../clock/yield-to-event-loop.ts'

/** Steps of work per turn: about a millisecond. */
const UNITS_PER_TURN = 2_000

/** Splits long work into turns of the event loop, so that requests and timers run in between. */
export class Yielder {
  readonly #pause: () => Promise<void>
  readonly #signal: AbortSignal | undefined
  #left = UNITS_PER_TURN

  /**
   * @param pause yields to the event loop
   * @param signal ends the work at its next pause
   */
  constructor(pause: () => Promise<void> = yieldToEventLoop, signal?: AbortSignal) {
    this.#pause = pause
    this.#signal = signal
  }

  /** Call it after some steps of work; it yields when the turn's budget is spent. @throws the signal's reason */
  async spent(units: number): Promise<void> {
    this.#left -= units
    if (this.#left > 0) return
    this.#left = UNITS_PER_TURN
    await this.#pause()
    this.#signal?.throwIfAborted()
  }

  /** Calls `work` for each index below `length`, at `units` steps each. */
  async each(length: number, units: number, work: (index: number) => void): Promise<void> {
    const atOnce = Math.max(1, Math.floor(UNITS_PER_TURN / 4 / units))
    for (let at = 0; at < length; at += atOnce) {
      const end = Math.min(length, at + atOnce)
      for (let index = at; index < end; index++) work(index)
      await this.spent((end - at) * units)
    }
  }
}
