import type { Clock } from '../../../clock/clock.ts'
import { abortable } from '../../interface/abortable.ts'
import { NO_SAGA, Orders } from '../../interface/orders.ts'
import { PlatformError } from '../../interface/platform-error.ts'

/** The work of one process on the platform: a queue per resource, in which equal work is shared. */
export class Work {
  readonly clock: Clock
  readonly orders: Orders
  readonly #tails = new Map<string, { name: string; done: Promise<unknown> }>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()
  #killed = false

  constructor(clock: Clock, orders = new Orders()) {
    this.clock = clock
    this.orders = orders
  }

  /** Aborts when the platform closes. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  /** Whether this process may still touch the platform. */
  get ended(): boolean {
    return this.#killed || this.#closing.signal.aborted
  }

  /**
   * Queues work on a resource. If the last queued work has the same name, the caller gets its result instead. An
   * aborted signal ends only the wait.
   */
  enqueue<T>(id: string, name: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const last = this.#tails.get(id)
    if (last?.name === name) return abortable(last.done as Promise<T>, signal)
    if (signal?.aborted) return Promise.reject(signal.reason)
    // Queued at once, so that calls run in the order in which they were made.
    const done = (last?.done ?? Promise.resolve()).catch(() => {}).then(() => this.step(work))
    const entry = { name, done }
    this.#tails.set(id, entry)
    const forget = () => {
      if (this.#tails.get(id) === entry) this.#tails.delete(id)
    }
    done.then(forget, forget)
    return this.#track(done, signal)
  }

  /** Queues a change that was requested. @throws `outdated` when it comes late */
  change<T>(
    id: string,
    order: number | undefined,
    name: string,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    return this.enqueue(id, `${name} ${order}`, signal, async () => {
      await this.step(() => this.orders.take(id, order ?? NO_SAGA))
      return work()
    })
  }

  /** Works without a queue. An aborted signal ends only the wait. */
  answer<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    return this.#track(this.step(work), signal)
  }

  #track<T>(done: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    this.#running.add(done)
    const forget = () => this.#running.delete(done)
    done.then(forget, forget)
    return abortable(done, signal)
  }

  /** Runs a step of work. After the end of the process no step starts, and none is followed by another. */
  async step<T>(work: () => T | Promise<T>): Promise<T> {
    await this.#requireOpen()
    const result = await work()
    await this.#requireOpen()
    return result
  }

  async sleep(ms: number): Promise<void> {
    await this.step(() => this.clock.sleep(ms, this.closing))
  }

  /** Ends all work: its callers get a `transient` error. Resolves once none is running. */
  async close(): Promise<void> {
    this.#closing.abort(closed())
    await Promise.allSettled(this.#running)
  }

  /** Stops all work where it is, like the end of the process: no call resolves any more. For tests. */
  kill(): void {
    this.#killed = true
  }

  async #requireOpen(): Promise<void> {
    if (this.#killed) await new Promise(() => {})
    if (this.#closing.signal.aborted) throw closed()
  }
}

const closed = () => new PlatformError('transient', 'The platform is closing')
