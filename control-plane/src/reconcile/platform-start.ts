import type { Services } from '../kernel/services.ts'
import { restorePlatform } from './restore.ts'

/** So long the start of the server waits for the platform; it serves without it afterwards. */
const START_WAITS_MS = 10_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000

/**
 * Gives the platform what exists by the database, before sagas and tasks ask anything else of it. A platform that does
 * not answer is asked again for as long as it takes, while the server serves what needs no platform.
 */
export class PlatformStart {
  readonly #services: Services
  readonly #abort = new AbortController()
  #problem: string | undefined = 'has not been asked yet'
  #done: Promise<void> = Promise.resolve()

  constructor(services: Services) {
    this.#services = services
  }

  /** Why the platform does not have what exists; undefined once it has. */
  get problem(): string | undefined {
    return this.#problem
  }

  /**
   * Resolves when the platform has taken everything in and `then` is done, when the first try failed, or after a while.
   * @param then starts what needs the platform
   */
  async start(then: () => Promise<void>): Promise<void> {
    const { promise: waited, resolve } = Promise.withResolvers<void>()
    const cancel = this.#services.clock.after(START_WAITS_MS, resolve)
    this.#problem = 'has not answered yet'
    this.#done = this.#restore(then, resolve).finally(resolve)
    await waited
    cancel()
  }

  async stop(): Promise<void> {
    this.#abort.abort(new Error('The control plane is stopping'))
    await this.#done
  }

  async #restore(then: () => Promise<void>, failed: () => void): Promise<void> {
    const { clock, log } = this.#services
    const { signal } = this.#abort
    for (let waitMs = FIRST_RETRY_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)) {
      try {
        await restorePlatform(this.#services, signal)
        if (signal.aborted) return
        this.#problem = undefined
        return await then()
      } catch (error) {
        if (signal.aborted) return
        this.#problem = error instanceof Error ? error.message : String(error)
        log('error', 'the platform could not be given what exists', { error, retry_in_ms: waitMs })
        failed()
        await clock.sleep(waitMs, signal).catch(() => {})
      }
    }
  }
}
