import type { Clock } from '../../clock/clock.ts'
import type { EventListener, PlatformChange, PlatformEvent } from '../platform.ts'
import { FaultList } from './faults.ts'

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
  readonly clock: Clock
  readonly timings: Timings
  readonly faults: FaultList
  readonly #listeners = new Set<EventListener>()
  /** Events that no listener has stored yet, oldest first. */
  readonly #unrecorded = new Set<PlatformEvent>()
  readonly #tails = new Map<string, { name: string; done: Promise<unknown> }>()

  constructor(clock: Clock, timings: Timings) {
    this.clock = clock
    this.timings = timings
    this.faults = new FaultList(clock)
  }

  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener)
    for (const event of this.#unrecorded) this.#pass(event, listener)
    return () => this.#listeners.delete(listener)
  }

  emit(change: PlatformChange): void {
    const event = { ...change, id: crypto.randomUUID() }
    this.#unrecorded.add(event)
    for (const listener of this.#listeners) this.#pass(event, listener)
  }

  #pass(event: PlatformEvent, listener: EventListener): void {
    const keep = () => {}
    listener(event).then(() => this.#unrecorded.delete(event), keep)
  }

  /**
   * Queues work on a resource. If the last queued work has the same name, the caller gets its result instead. An
   * aborted signal ends only the wait.
   */
  enqueue<T>(id: string, name: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const last = this.#tails.get(id)
    if (last?.name === name) return abortable(last.done as Promise<T>, signal)
    const latency = this.faults.latency(id)
    const done = (last?.done ?? Promise.resolve())
      .catch(() => {})
      .then(() => (latency ? this.clock.sleep(latency) : undefined))
      .then(work)
    const entry = { name, done }
    this.#tails.set(id, entry)
    const forget = () => {
      if (this.#tails.get(id) === entry) this.#tails.delete(id)
    }
    done.then(forget, forget)
    return abortable(done, signal)
  }
}

function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
