/** More at once would only take the disk from machines. */
const MOST_AT_ONCE = 4

/** Runs one conversion of each silo at a time. Those of other silos do not wait for it, which may take hours. */
export class ConversionQueue {
  readonly #running = new Set<string>()
  readonly #waiting: { silo: string; begin: () => void }[] = []

  async run<T>(silo: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ silo, begin })
      this.#beginNext()
    })
    try {
      return await work()
    } finally {
      this.#running.delete(silo)
      this.#beginNext()
    }
  }

  /** The one that waits longest of those whose silo has none running. */
  #beginNext(): void {
    if (this.#running.size >= MOST_AT_ONCE) return
    const at = this.#waiting.findIndex(({ silo }) => !this.#running.has(silo))
    if (at < 0) return
    const [next] = this.#waiting.splice(at, 1)
    this.#running.add(next!.silo)
    next!.begin()
  }
}
