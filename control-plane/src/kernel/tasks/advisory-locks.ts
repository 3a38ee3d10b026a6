import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** First half of the advisory locks' keys, so they collide with no other use of such locks. */
const LOCK_SPACE = 730_550

interface Session {
  users: number
  connection: Promise<Db>
  close(): void
}

/**
 * Advisory locks of this process. They share one connection, which is open while there are any: with one each, tasks
 * that are due at the same time would exhaust the pool.
 */
export class AdvisoryLocks {
  readonly #db: Db
  #session: Session | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Runs `work` under the lock of that name. Returns false if another process has the lock. */
  async during(name: string, work: () => Promise<void>): Promise<boolean> {
    // An embedded database has one connection, which `work` needs, and no other process uses that database.
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
      // The connection may have failed: the next lock opens another.
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
