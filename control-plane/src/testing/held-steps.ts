export interface HeldStep {
  /** Resolves once a saga has come there. */
  reached: Promise<void>
  release(): void
}

/** Steps of sagas that a test holds, by `saga/step`. */
export class HeldSteps {
  readonly #waiting = new Map<string, { reach(): void; released: Promise<void> }>()
  readonly #releases = new Set<() => void>()
  /** Sagas that are held at this moment. */
  count = 0

  add(step: string): HeldStep {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const release = () => {
      this.#releases.delete(release)
      this.#waiting.delete(step)
      resolve()
    }
    this.#releases.add(release)
    this.#waiting.set(step, { reach, released })
    return { reached, release }
  }

  async pass(step: string): Promise<void> {
    const hold = this.#waiting.get(step)
    if (!hold) return
    this.#waiting.delete(step)
    this.count++
    hold.reach()
    await hold.released
    this.count--
  }

  releaseAll(): void {
    for (const release of this.#releases) release()
  }
}
