import type { DatabaseConnection } from 'kysely'
import type { Db } from '../kernel/database/database.ts'

/** When no work has ended for so long, all of it may wait for the clock itself, as a query does for a held lock. */
const STUCK_MS = 1000

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Counts work that takes real time: the running queries of a database, those that wait for a connection, and counted
 * calls. A test's clock that advances only when it is `settled` waits for that work on a busy machine. It runs no more
 * than one timer a second while a piece of it takes longer than that.
 */
export class WorkInFlight {
  #count = 0
  /** Callbacks for the end of the next piece of work. */
  readonly #waiting = new Set<() => void>()
  readonly #watched = new WeakSet<DatabaseConnection>()

  constructor(db: Db) {
    const executor = db.getExecutor()
    const provide = executor.provideConnection.bind(executor)
    executor.provideConnection = async (consumer, options) => {
      const end = this.#begin()
      try {
        return await provide((connection) => {
          end()
          this.#watch(connection)
          return consumer(connection)
        }, options)
      } finally {
        end()
      }
    }
  }

  /** Counts the calls of these methods, whose work is done by files, threads or processes. @returns the service */
  countCalls<T extends object>(service: T, methods: readonly (keyof T)[]): T {
    for (const method of methods) {
      const call = (service[method] as (...given: unknown[]) => Promise<unknown>).bind(service)
      const counted = (...given: unknown[]) => this.#during(() => call(...given))
      service[method] = counted as T[typeof method]
    }
    return service
  }

  /** Resolves when no work is running and its results trigger no other, or when none has ended for a second. */
  readonly settled = async (): Promise<void> => {
    for (let idleTurns = 0; idleTurns < 3; idleTurns++) {
      await turn()
      if (!this.#count) continue
      if (!(await this.#oneFinished())) return
      idleTurns = 0
    }
  }

  async #during<T>(work: () => Promise<T>): Promise<T> {
    const end = this.#begin()
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** Counts one more until the returned function is called for the first time. */
  #begin(): () => void {
    let ended = false
    this.#count++
    return () => {
      if (ended) return
      ended = true
      this.#count--
      for (const finished of this.#waiting) finished()
    }
  }

  #watch(connection: DatabaseConnection): void {
    if (this.#watched.has(connection)) return
    this.#watched.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (...query) => this.#during(() => execute(...query))
  }

  /** Resolves to true if some work ended in time. */
  #oneFinished(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (inTime: boolean) => {
        clearTimeout(stuck)
        this.#waiting.delete(finished)
        resolve(inTime)
      }
      const finished = () => end(true)
      const stuck = setTimeout(end, STUCK_MS, false)
      this.#waiting.add(finished)
    })
  }
}
