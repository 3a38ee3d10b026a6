import type { DatabaseConnection } from 'kysely'
import type { Db } from '../kernel/database/database.ts'

/** A query that takes longer waits for a lock that nobody gives back unless time goes on. */
const STUCK_MS = 1000

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Counts the queries that a database is working on.
 * @returns resolves once there are none and nothing that has their answers sends another: what the test's clock set
 * in motion is then done, however busy the machine is.
 */
export function watchQueries(db: Db): () => Promise<void> {
  let inFlight = 0
  /** Who waits for the next query to end; several may at once. */
  const waiting = new Set<() => void>()
  const watched = new WeakSet<DatabaseConnection>()
  const watch = (connection: DatabaseConnection) => {
    if (watched.has(connection)) return
    watched.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (...query) => {
      inFlight++
      try {
        return await execute(...query)
      } finally {
        inFlight--
        for (const finished of waiting) finished()
      }
    }
  }
  const executor = db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  executor.provideConnection = (consumer, options) =>
    provide((connection) => {
      watch(connection)
      return consumer(connection)
    }, options)

  /** Resolves to whether a query ended in time. */
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
