export interface HeldStep {
  /** Resolves once all expected sagas have reached the step. */
  reached: Promise<void>
  /** Lets the step run, or fail with that error. */
  release(failure?: Error): void
}

/** Saga steps that a test pauses, by `saga/step`. */
export class HeldSteps {
  readonly #waiting = new Map<string, { missing: number; reach(): void; released: Promise<Error | undefined> }>()
  readonly #releases = new Set<() => void>()
  /** The number of paused sagas. */
  count = 0

  /** Pauses the next `sagas` sagas before that step. */
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
