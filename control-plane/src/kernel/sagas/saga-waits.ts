import type { Clock } from '../../clock/clock.ts'
import type { Db } from '../database/database.ts'
import type { AwaitedSagas, SagaOutcome } from './saga.ts'
import { findTrees, runningAmong } from './saga-store.ts'

interface Wait {
  /** The sagas that it is for, with those that they have begun as far as is known. */
  ids: ReadonlySet<string>
  /** Something about one of them may have changed, or the wait is over. */
  look: () => void
}

/**
 * Requests that wait for sagas to end. This process's worker reports those that it ran; for those of another process
 * the database is asked, once for all waits together.
 */
export class SagaWaits {
  readonly #db: Db
  readonly #clock: Clock
  readonly #watchMs: number
  readonly #waits = new Set<Wait>()
  #idle = 0
  #stopWatching: (() => void) | undefined
  #ended = false

  constructor(db: Db, clock: Clock, watchMs: number) {
    this.#db = db
    this.#clock = clock
    this.#watchMs = watchMs
  }

  get waiting(): number {
    return this.#idle
  }

  /** This process's worker has released that saga. */
  changed(id: string): void {
    for (const wait of this.#waits) if (wait.ids.has(id)) wait.look()
  }

  start(): void {
    this.#ended = false
  }

  /** Ends all waits, whatever they waited for. */
  stop(): void {
    this.#ended = true
    for (const { look } of this.#waits) look()
  }

  async wait(sagas: AwaitedSagas, until: Date): Promise<SagaOutcome> {
    let changed = Promise.withResolvers<void>()
    const wait: Wait = { ids: new Set([...sagas.started, ...(sagas.joined ?? [])]), look: () => changed.resolve() }
    this.#waits.add(wait)
    this.#stopWatching ??= this.#clock.every(this.#watchMs, () => this.#watch())
    const cancel = this.#clock.after(until.getTime() - this.#clock.now().getTime(), wait.look)
    try {
      for (;;) {
        const { ids, ...outcome } = await this.#outcome(sagas)
        wait.ids = ids
        if (outcome.ended || this.#ended || this.#clock.now() >= until) return outcome
        this.#idle++
        await changed.promise
        this.#idle--
        changed = Promise.withResolvers()
      }
    } finally {
      cancel()
      this.#waits.delete(wait)
      if (!this.#waits.size) {
        this.#stopWatching?.()
        this.#stopWatching = undefined
      }
    }
  }

  async #outcome(awaited: AwaitedSagas): Promise<SagaOutcome & { ids: ReadonlySet<string> }> {
    const sagas = await findTrees(this.#db, awaited)
    const failed = sagas.find(({ state, failure, joined }) => !joined && failure && state === 'undone')
    return {
      ended: !sagas.some(({ state }) => state === 'running'),
      failure: failed?.failure ? { ...failed.failure, cause: failed.error } : null,
      ids: new Set(sagas.map(({ id }) => id)),
    }
  }

  async #watch(): Promise<void> {
    const ids = new Set([...this.#waits].flatMap((wait) => [...wait.ids]))
    // A query that fails is repeated at the next watch.
    const running = await runningAmong(this.#db, [...ids]).catch(() => undefined)
    if (!running) return
    // What they have begun meanwhile is found by the look.
    for (const wait of this.#waits) if (![...wait.ids].some((id) => running.has(id))) wait.look()
  }
}
