/** Steps of work that take about a millisecond. */
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

  /** Called after some work with its number of steps; yields when the turn's budget is spent. @throws the signal's reason */
  async spent(units: number): Promise<void> {
    this.#left -= units
    if (this.#left > 0) return
    this.#left = UNITS_PER_TURN
    await this.#pause()
    this.#signal?.throwIfAborted()
  }
}

export const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
