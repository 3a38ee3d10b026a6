/** The power-offs of one machine, which end what other calls about it wait for. */
export class PowerOffs {
  #running = 0
  #next = Promise.withResolvers<void>()

  /** Resolves with the next one; resolved during one. */
  get next(): Promise<void> {
    return this.#next.promise
  }

  /** Begins one, until the returned function is called. */
  begin(): () => void {
    this.#running += 1
    this.#next.resolve()
    return () => {
      this.#running -= 1
      if (!this.#running) this.#next = Promise.withResolvers()
    }
  }
}
