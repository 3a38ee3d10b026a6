import type { Clock } from '../../clock/clock.ts'
import type { Db } from '../database/database.ts'
import type { SagaOutcome } from './saga.ts'
import { findTrees } from './saga-store.ts'

interface Wait {
  /** Of the trees of sagas that it is for, by the saga at the root; every one started by a saga has its root. */
  roots: ReadonlySet<string>
  /** Something about one of them may have changed, or the wait is over. */
  look: () => void
}

/**
 * Requests that wait for sagas to end. This process's worker tells of those that it did; for those that another process
 * does the database is asked, once for all waits together.
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

  /** This process's worker has given a saga with that root back. */
  changed(root: string): void {
    for (const wait of this.#waits) if (wait.roots.has(root)) wait.look()
  }

  start(): void {
    this.#ended = false
  }

  /** Ends all waits, whatever they waited for. */
  stop(): void {
    this.#ended = true
    for (const { look } of this.#waits) look()
  }

  async wait(ids: readonly string[], until: Date): Promise<SagaOutcome> {
    let changed = Promise.withResolvers<void>()
    const wait: Wait = { roots: new Set(ids), look: () => changed.resolve() }
    this.#waits.add(wait)
    this.#stopWatching ??= this.#clock.every(this.#watchMs, () => this.#watch())
    const cancel = this.#clock.after(until.getTime() - this.#clock.now().getTime(), wait.look)
    try {
      for (;;) {
        const { roots, ...outcome } = await this.#outcome(ids)
        wait.roots = roots
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

  async #outcome(ids: readonly string[]): Promise<SagaOutcome & { roots: ReadonlySet<string> }> {
    const sagas = await findTrees(this.#db, ids)
    const failed = sagas.find(({ state, failure }) => failure && (state === 'undone' || state === 'stuck'))
    return {
      ended: !sagas.some(({ state }) => state === 'running'),
      failure: failed?.failure ? { ...failed.failure, cause: failed.error } : null,
      roots: new Set(sagas.map(({ root_id }) => root_id)),
    }
  }

  async #watch(): Promise<void> {
    const roots = new Set([...this.#waits].flatMap((wait) => [...wait.roots]))
    // What fails now is asked again at the next turn.
    const sagas = await findTrees(this.#db, [...roots]).catch(() => undefined)
    if (!sagas) return
    const running = new Set(sagas.filter(({ state }) => state === 'running').map(({ root_id }) => root_id))
    for (const wait of this.#waits) if (![...wait.roots].some((root) => running.has(root))) wait.look()
  }
}
