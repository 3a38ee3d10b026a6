import { PlatformError } from './platform-error.ts'

/** Tracks the running writes of one volume and refuses those of ended generations. */
export class WriteFence {
  #ended = -1
  #closed = false
  readonly #running = new Set<Promise<void>>()

  async write(generation: number, work: () => Promise<void>): Promise<void> {
    if (this.#closed || generation <= this.#ended) throw new PlatformError('outdated', 'Its writes have ended')
    const write = work()
    this.#running.add(write)
    try {
      await write
    } finally {
      this.#running.delete(write)
    }
  }

  /** Refuses further writes of this generation and older ones. Resolves once none is running. */
  async end(generation: number): Promise<void> {
    this.#ended = Math.max(this.#ended, generation)
    await Promise.allSettled(this.#running)
  }

  /** Refuses all further writes. Resolves once none is running. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.allSettled(this.#running)
  }

  /** Accepts writes again, of generations that have not ended. */
  reopen(): void {
    this.#closed = false
  }
}
