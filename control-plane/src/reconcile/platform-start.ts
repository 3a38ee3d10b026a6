import type { Services } from '../kernel/services/services.ts'
import { restorePlatform } from './restore.ts'

/** How long the server's start waits for the platform before it serves without it. */
const START_TIMEOUT_MS = 10_000
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000

/**
 * Restores the platform from the database before sagas and tasks use it. Retries until it succeeds; the server answers
 * requests meanwhile that need no platform.
 */
export class PlatformStart {
  readonly #services: Services
  readonly #abort = new AbortController()
  #problem: string | undefined = 'has not been called yet'
  #done: Promise<void> = Promise.resolve()

  constructor(services: Services) {
    this.#services = services
  }

  /** Why the platform is not restored yet; undefined once it is. */
  get problem(): string | undefined {
    return this.#problem
  }

  /**
   * Resolves when the platform is restored and `onRestored` is done, when the first try failed, or after 10 s.
   * @param onRestored starts what needs the platform
   */
  async start(onRestored: () => Promise<void>): Promise<void> {
    const { promise: waited, resolve } = Promise.withResolvers<void>()
    const cancel = this.#services.clock.after(START_TIMEOUT_MS, resolve)
    this.#problem = 'has not answered yet'
    this.#done = this.#restore(onRestored, resolve).finally(resolve)
    await waited
    cancel()
  }

  async stop(): Promise<void> {
    this.#abort.abort(new Error('The control plane is stopping'))
    await this.#done
  }

  async #restore(onRestored: () => Promise<void>, onFailure: () => void): Promise<void> {
    const { clock, log } = this.#services
    const { signal } = this.#abort
    for (let waitMs = FIRST_RETRY_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, MAX_RETRY_MS)) {
      try {
        await restorePlatform(this.#services, signal)
        if (signal.aborted) return
        this.#problem = undefined
        return await onRestored()
      } catch (error) {
        if (signal.aborted) return
        this.#problem = error instanceof Error ? error.message : String(error)
        log('error', 'the platform could not be restored', { error, retry_in_ms: waitMs })
        onFailure()
        await clock.sleep(waitMs, signal).catch(() => {})
      }
    }
  }
}
