import type { Clock } from '../../clock/clock.ts'

/** The clock of one process: when the process ends, its sleepers reject and its other timers never fire. */
export class ProcessClock implements Clock {
  readonly #clock: Clock
  readonly #timers = new Set<() => void>()
  #ended: Error | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): Date {
    return this.#clock.now()
  }

  after(ms: number, work: () => void): () => void {
    return this.#add((done) =>
      this.#clock.after(ms, () => {
        done()
        work()
      }),
    )
  }

  every(ms: number, work: () => void | Promise<void>): () => void {
    return this.#add(() => this.#clock.every(ms, work))
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const ending = new AbortController()
    const end = this.#add(() => () => ending.abort(this.#ended))
    const either = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal
    await this.#clock.sleep(ms, either).finally(() => this.#timers.delete(end))
  }

  /** @param reason sleepers reject with it */
  end(reason: Error): void {
    this.#ended = reason
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
  }

  /** Starts a timer that ends with the process. Returns a function that cancels it. */
  #add(start: (done: () => void) => () => void): () => void {
    const timer = start(() => this.#timers.delete(cancel))
    const cancel = () => {
      this.#timers.delete(cancel)
      timer()
    }
    this.#timers.add(cancel)
    if (this.#ended) cancel()
    return cancel
  }
}
