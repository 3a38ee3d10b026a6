/** So much work keeps the event loop for about a millisecond. */
const UNITS_A_SLICE = 2_000

/** Cuts work that may be long into slices, between which requests and timers have their turn. */
export class Slices {
  readonly #pause: () => Promise<void>
  readonly #signal: AbortSignal | undefined
  #left = UNITS_A_SLICE

  /**
   * @param pause lets others have the event loop
   * @param signal ends the work at its next pause
   */
  constructor(pause: () => Promise<void> = nextTurn, signal?: AbortSignal) {
    this.#pause = pause
    this.#signal = signal
  }

  /** Called after some work, with how many steps it was; pauses when a slice is over. @throws the signal's reason */
  async spent(units: number): Promise<void> {
    this.#left -= units
    if (this.#left > 0) return
    this.#left = UNITS_A_SLICE
    await this.#pause()
    this.#signal?.throwIfAborted()
  }
}

export const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
