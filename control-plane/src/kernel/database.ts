import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import type { DatabaseUsage } from './telemetry.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
/** What a repository reads and writes through: the database itself or a transaction on it. */
export type Queryable = Db | Tx

const INT8 = 20
/** int8 as number where that is exact, else as bigint. */
export const parseInt8 = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** Statements worth a name on the server: the kernel's and repositories' texts are few, lists of ids make more. */
const MAX_NAMED = 500

const names = new Map<string, string>()
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MAX_NAMED) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** A client whose statements PostgreSQL plans once a connection instead of once a request. */
class NamingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values] = args
    const named =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 && args.length === 2 && nameOf(text)
    const query = super.query.bind(this) as (...all: unknown[]) => never
    return named ? query({ name: named, text, values }) : query(...args)
  }
}

/**
 * Opens a PostgreSQL by URL.
 * @param url a `postgres://` URL, or one with a socket folder as host
 * @param max connections at most
 * @param usage counts what is sent there
 */
export function openDatabase({ url, max = 16, usage }: { url: string; max?: number; usage?: DatabaseUsage }): Db {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(oid, format as 'text'),
  }
  const pool = new pg.Pool({ Client: NamingClient, connectionString: url, max, types: types as pg.CustomTypesConfig })
  // An idle connection that breaks is dropped by the pool; the next request opens another.
  pool.on('error', () => {})
  // So is one that breaks between two statements of a transaction, whose next statement then fails.
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
