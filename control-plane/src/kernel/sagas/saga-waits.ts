import type { Clock } from '../../clock/clock.ts'
import type { Db } from '../database/database.ts'
import { findTrees, runningSagasAmong } from './saga-store.ts'
import type { AwaitedSagas, SagaOutcome } from './saga.ts'

interface Wait {
  /** The awaited sagas and those that they have started, as far as known. */
  ids: ReadonlySet<string>
  /** Checks the state: one of them may have changed, or the wait is over. */
  check: () => void
}

/**
 * Requests that wait for sagas to end. The worker of this process reports its own sagas. Those of other processes are
 * read from the database, in one statement for all waits.
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

  /** The worker of this process has released that saga. */
  changed(id: string): void {
    for (const wait of this.#waits) if (wait.ids.has(id)) wait.check()
  }

  start(): void {
    this.#ended = false
  }

  /** Ends all waits. */
  stop(): void {
    this.#ended = true
    for (const { check } of this.#waits) check()
  }

  async wait(sagas: AwaitedSagas, until: Date): Promise<SagaOutcome> {
    let changed = Promise.withResolvers<void>()
    const wait: Wait = { ids: new Set([...sagas.started, ...(sagas.joined ?? [])]), check: () => changed.resolve() }
    this.#waits.add(wait)
    this.#stopWatching ??= this.#clock.every(this.#watchMs, () => this.#watch())
    const cancel = this.#clock.after(until.getTime() - this.#clock.now().getTime(), wait.check)
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
    // One that is still being undone is read where the wait is over: what it has made will be gone.
    const failed = sagas.find(
      ({ state, undoing, failure, joined }) => !joined && failure && (state === 'undone' || undoing),
    )
    return {
      ended: !sagas.some(({ state }) => state === 'running'),
      failure: failed?.failure ?? null,
      ids: new Set(sagas.map(({ id }) => id)),
    }
  }

  async #watch(): Promise<void> {
    const ids = new Set([...this.#waits].flatMap((wait) => [...wait.ids]))
    // Repeated at the next watch after a failure.
    const running = await runningSagasAmong(this.#db, [...ids]).catch(() => undefined)
    if (!running) return
    // The check also finds sagas that these have started meanwhile.
    for (const wait of this.#waits) if (![...wait.ids].some((id) => running.has(id))) wait.check()
  }
}
