/** How long the calls about one machine wait for its guest: no longer than until a power-off. */
export class Patience {
  #powerOffs = 0
  #over = Promise.withResolvers<void>()

  /** Resolves with the next power-off; resolved during one. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  /** Ends all waits, and those that begin before the returned function is called. */
  end(): () => void {
    this.#powerOffs += 1
    this.#over.resolve()
    return () => {
      this.#powerOffs -= 1
      if (!this.#powerOffs) this.#over = Promise.withResolvers()
    }
  }
}
