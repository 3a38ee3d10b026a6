import type { DatabaseConnection } from 'kysely'
import type { Db } from '../kernel/database/database.ts'

/** A query that takes longer waits for a lock that is released only when the clock advances. */
const STUCK_MS = 1000

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Counts the running queries of a database, and those that wait for a connection.
 * @returns a function that resolves when none is running and their results trigger no others: the work that the test's
 * clock triggered is then done, however busy the machine is.
 */
export function watchQueries(db: Db): () => Promise<void> {
  let inFlight = 0
  /** Callbacks for the end of the next query. */
  const waiting = new Set<() => void>()
  /** Counts one more until the returned function is called for the first time. */
  const begin = () => {
    let ended = false
    inFlight++
    return () => {
      if (ended) return
      ended = true
      inFlight--
      for (const finished of waiting) finished()
    }
  }
  const watched = new WeakSet<DatabaseConnection>()
  const watch = (connection: DatabaseConnection) => {
    if (watched.has(connection)) return
    watched.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (...query) => {
      const end = begin()
      try {
        return await execute(...query)
      } finally {
        end()
      }
    }
  }
  const executor = db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  executor.provideConnection = async (consumer, options) => {
    const end = begin()
    try {
      return await provide((connection) => {
        end()
        watch(connection)
        return consumer(connection)
      }, options)
    } finally {
      end()
    }
  }

  /** Resolves to true if a query ended in time. */
  const oneFinished = () =>
    new Promise<boolean>((resolve) => {
      const end = (inTime: boolean) => {
        clearTimeout(stuck)
        waiting.delete(finished)
        resolve(inTime)
      }
      const finished = () => end(true)
      const stuck = setTimeout(end, STUCK_MS, false)
      waiting.add(finished)
    })

  return async () => {
    for (let idleTurns = 0; idleTurns < 3; idleTurns++) {
      await turn()
      if (!inFlight) continue
      if (!(await oneFinished())) return
      idleTurns = 0
    }
  }
}
