import { PlatformError } from '../platform-error.ts'

/** The writes of one volume that are under way, and those that come too late. */
export class WriteFence {
  #ended = -1
  readonly #underWay = new Set<Promise<void>>()

  async write(generation: number, work: () => Promise<void>): Promise<void> {
    if (generation <= this.#ended) throw new PlatformError('outdated', 'Its writes have ended')
    const mine = work()
    this.#underWay.add(mine)
    try {
      await mine
    } finally {
      this.#underWay.delete(mine)
    }
  }

  /** Resolves once nothing of this generation or an older one is under way, nor will be. */
  async end(generation: number): Promise<void> {
    this.#ended = Math.max(this.#ended, generation)
    await Promise.allSettled(this.#underWay)
  }
}
