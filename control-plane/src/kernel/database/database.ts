import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DatabaseUsage } from '../telemetry/telemetry.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
/** The database itself or a transaction on it. */
export type Queryable = Db | Tx

const INT8 = 20
/** int8 as number if that is exact, otherwise as bigint. */
const parseInt8 = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** Maximum prepared statements per connection: most texts are constant, but lists of ids create more. */
const MAX_NAMED = 500

const names = new Map<string, string>()
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MAX_NAMED) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Time limits in milliseconds; 0 means no limit. */
export interface DatabaseLimits {
  /** Getting a connection, a new one or one from the pool. */
  connect: number
  statement: number
  lock: number
  idleInTransaction: number
  /** Waiting for the answer of a server that hangs and does not even enforce the statement timeout. */
  answer: number
}
const LIMITS: DatabaseLimits = {
  connect: 8_000,
  statement: 10_000,
  lock: 8_000,
  idleInTransaction: 30_000,
  answer: 12_000,
}
/** For migrations, which may rewrite large tables, and for tests, whose machine may be busy. */
export const NO_LIMITS: DatabaseLimits = { connect: 0, statement: 0, lock: 0, idleInTransaction: 0, answer: 0 }

/** The error message of pg after `query_timeout`. */
const UNANSWERED = 'Query read timeout'

/** A client with prepared statements: PostgreSQL plans them once per connection instead of once per request. */
class NamingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values] = args
    const named =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 && args.length === 2 && nameOf(text)
    const query = super.query.bind(this) as (...all: unknown[]) => unknown
    const answer = named ? query({ name: named, text, values }) : query(...args)
    if (answer instanceof Promise) answer.catch((error: Error) => this.#closeUnanswered(error))
    return answer as never
  }

  /** Closes the connection: its next statement would wait for the missing answer. */
  #closeUnanswered({ message }: Error): void {
    if (message === UNANSWERED) (this as unknown as { connection: pg.Connection }).connection.stream.destroy()
  }
}

/**
 * Opens a PostgreSQL by URL.
 * @param url a `postgres://` URL; the host may be a socket folder
 * @param max the most connections
 * @param usage counts statements and their time
 */
export function openDatabase({
  url,
  max = 16,
  usage,
  limits = LIMITS,
}: {
  url: string
  max?: number
  usage?: DatabaseUsage
  limits?: DatabaseLimits
}): Db {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(oid, format as 'text'),
  }
  const pool = new pg.Pool({
    Client: NamingClient,
    connectionString: url,
    max,
    types: types as pg.CustomTypesConfig,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    query_timeout: limits.answer,
  })
  // The pool drops an idle connection that breaks; the next request opens another.
  pool.on('error', () => {})
  // A connection may also break between two statements of a transaction; the next statement then fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  const dialect = new PostgresDialect({ pool })
  if (!usage) return new Kysely<Tables>({ dialect })
  usage.connections = () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  return new Kysely<Tables>({
    dialect,
    log({ queryDurationMillis }) {
      usage.statements++
      usage.seconds += queryDurationMillis / 1000
    },
  })
}
