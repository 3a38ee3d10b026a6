import type { Clock } from '../../clock/clock.ts'
import { abortable } from '../interface/abortable.ts'
import { Events } from '../interface/events.ts'
import { NO_SAGA, type Orders } from '../interface/orders.ts'
import { PlatformError } from '../interface/platform-error.ts'
import type { EventListener, PlatformChange } from '../interface/platform.ts'
import { FaultList } from './faults.ts'
import { ProcessClock } from './process-clock.ts'

/** Durations of operations in milliseconds. */
export interface Timings {
  prepare: number
  start: number
  stop: number
  reboot: number
  migrate: number
  repair: number
  volume: number
  snapshot: number
  finalize: number
  attach: number
  sled: number
  session: number
  diagnostics: number
  release: number
}

export const standardTimings: Timings = {
  prepare: 30,
  start: 3000,
  stop: 3000,
  reboot: 3000,
  migrate: 10_000,
  repair: 10_000,
  volume: 40,
  snapshot: 50,
  finalize: 50,
  attach: 20,
  sled: 15_000,
  session: 6000,
  diagnostics: 20_000,
  release: 5000,
}

/** State shared by the parts of the simulator. */
export class World {
  readonly clock: ProcessClock
  readonly timings: Timings
  readonly faults: FaultList
  readonly orders: Orders
  readonly #events = new Events()
  readonly #tails = new Map<string, { name: string; done: Promise<unknown> }>()
  readonly #running = new Set<Promise<unknown>>()
  #closed = false

  constructor(clock: Clock, timings: Timings, orders: Orders) {
    this.clock = new ProcessClock(clock)
    this.timings = timings
    this.orders = orders
    this.faults = new FaultList(this.clock)
  }

  subscribe(listener: EventListener): () => void {
    return this.#events.subscribe(listener)
  }

  emit(change: PlatformChange): void {
    this.#events.emit({ ...change, id: crypto.randomUUID() })
  }

  /**
   * Queues work on a resource. If the last queued work has the same name, the caller gets its result instead. An
   * aborted signal ends only the wait.
   */
  enqueue<T>(id: string, name: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const last = this.#tails.get(id)
    if (last?.name === name) return abortable(last.done as Promise<T>, signal)
    return this.answer(signal, () => {
      const latency = this.faults.latency(id)
      const done = (last?.done ?? Promise.resolve())
        .catch(() => {})
        .then(() => (latency ? this.clock.sleep(latency) : undefined))
        .then(() => this.#ifOpen(work))
      const entry = { name, done }
      this.#tails.set(id, entry)
      const forget = () => {
        if (this.#tails.get(id) === entry) this.#tails.delete(id)
      }
      done.then(forget, forget)
      return done
    })
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
      await this.orders.take(id, order ?? NO_SAGA)
      return work()
    })
  }

  /** Works without a queue. An aborted signal ends only the wait. */
  answer<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const done = this.#ifOpen(work)
    this.#running.add(done)
    const forget = () => this.#running.delete(done)
    done.then(forget, forget)
    return abortable(done, signal)
  }

  /** Ends all work: its callers get a `transient` error. Resolves once none is running. */
  async close(): Promise<void> {
    this.#closed = true
    this.#events.close()
    this.faults.close()
    this.clock.end(closing())
    await Promise.allSettled(this.#running)
  }

  async #ifOpen<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw closing()
    return work()
  }
}

const closing = () => new PlatformError('transient', 'The platform is closing')
