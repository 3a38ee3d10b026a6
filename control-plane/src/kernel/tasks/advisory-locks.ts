import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** First half of the advisory locks' keys, so that they meet no other use of such locks. */
const LOCK_SPACE = 730_550

interface Session {
  users: number
  connection: Promise<Db>
  close(): void
}

/**
 * Advisory locks of this process. They share one connection, which is held while there are any: with one each, tasks
 * that are due together would take the whole pool.
 */
export class AdvisoryLocks {
  readonly #db: Db
  #session: Session | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Does work while holding the lock of that name. Answers false when another process holds it. */
  async during(name: string, work: () => Promise<void>): Promise<boolean> {
    // The one connection of an embedded database in this process is needed by the work, and no other process uses it.
    if (!this.#db.getExecutor().adapter.supportsMultipleConnections) {
      await work()
      return true
    }
    const session = (this.#session ??= openSession(this.#db))
    session.users++
    try {
      const connection = await session.connection
      const key = sql`${LOCK_SPACE}::int, hashtext(${name})`
      const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(connection)
      if (!rows[0]?.locked) return false
      try {
        await work()
      } finally {
        await sql`select pg_advisory_unlock(${key})`.execute(connection)
      }
      return true
    } catch (error) {
      // The connection may be what failed: the next lock opens another.
      if (this.#session === session) this.#session = undefined
      throw error
    } finally {
      session.users--
      if (session.users === 0) {
        session.close()
        if (this.#session === session) this.#session = undefined
      }
    }
  }
}

function openSession(db: Db): Session {
  const opened = Promise.withResolvers<Db>()
  const closed = Promise.withResolvers<void>()
  db.connection()
    .execute(async (connection) => {
      opened.resolve(connection)
      await closed.promise
    })
    .catch(opened.reject)
  return { users: 0, connection: opened.promise, close: closed.resolve }
}
