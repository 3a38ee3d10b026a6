export interface HeldStep {
  /** Resolves once every saga that is to be held has come there. */
  reached: Promise<void>
  /** Lets the step be done, or fail with that. */
  release(failure?: Error): void
}

/** Steps of sagas that a test holds, by `saga/step`. */
export class HeldSteps {
  readonly #waiting = new Map<string, { missing: number; reach(): void; released: Promise<Error | undefined> }>()
  readonly #releases = new Set<() => void>()
  /** Sagas that are held at this moment. */
  count = 0

  /** Holds the next so many sagas that come there. */
  add(step: string, sagas: number): HeldStep {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const { promise: released, resolve } = Promise.withResolvers<Error | undefined>()
    const release = (failure?: Error) => {
      this.#releases.delete(release)
      this.#waiting.delete(step)
      resolve(failure)
    }
    this.#releases.add(release)
    this.#waiting.set(step, { missing: sagas, reach, released })
    return { reached, release }
  }

  async pass(step: string): Promise<void> {
    const hold = this.#waiting.get(step)
    if (!hold) return
    this.count++
    if (--hold.missing === 0) {
      this.#waiting.delete(step)
      hold.reach()
    }
    const failure = await hold.released
    this.count--
    if (failure) throw failure
  }

  releaseAll(): void {
    for (const release of this.#releases) release()
  }
}
