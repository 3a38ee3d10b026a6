/** Runs work on the same key one after another. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>()

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#tails.get(key) ?? Promise.resolve()).then(work)
    const tail: Promise<unknown> = done
      .catch(() => {})
      .then(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key)
      })
    this.#tails.set(key, tail)
    return done
  }

  /** Locks several keys in one order, so that two callers never wait for each other. */
  runAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const lockAll = [...new Set(keys)]
      .toSorted()
      .reduceRight<() => Promise<T>>((inner, key) => () => this.run(key, inner), work)
    return lockAll()
  }
}
