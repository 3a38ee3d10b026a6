import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { NO_LIMITS, openDatabase } from '../../control-plane/src/kernel/database/database.ts'
import { migrate } from '../../control-plane/src/kernel/database/migrate.ts'
import { readMigrations } from '../../control-plane/src/node/postgres/migrations.ts'
import { startPostgres } from '../../control-plane/src/node/postgres/postgres.ts'

export const TEMPLATE = 'migrated'

export interface TestPostgres {
  /** The maintenance database. */
  url: string
  stop(): Promise<void>
}

/** Starts a PostgreSQL for tests, with a migrated, empty database to copy: TEMPLATE. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'skerry-test-'))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres(join(folder, 'postgres'), (why) => {
    throw new Error(`PostgreSQL ended during the tests: ${why}`)
  })
  const url = postgres.url('postgres')
  await forgetDurability(url)
  await execute(url, (db) => sql`create database ${sql.id(TEMPLATE)}`.execute(db))
  await execute(postgres.url(TEMPLATE), (db) => migrate(db, readMigrations()))
  return {
    url,
    async stop() {
      await postgres.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Creates a database as a copy of the template. @returns its URL */
export async function copyTemplate(url: string): Promise<string> {
  const name = `copy_${crypto.randomUUID().replaceAll('-', '')}`
  await execute(url, (db) =>
    sql`create database ${sql.id(name)} template ${sql.id(TEMPLATE)} strategy file_copy`.execute(db),
  )
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

/** Test data may be lost in a power cut. Waiting for the disk would take a fifth of the tests' time. */
async function forgetDurability(url: string): Promise<void> {
  await execute(url, async (db) => {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      await sql`alter system set ${sql.ref(setting)} = off`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
  })
}

async function execute(url: string, work: (db: ReturnType<typeof openDatabase>) => Promise<unknown>): Promise<void> {
  const db = openDatabase({ url, max: 1, limits: NO_LIMITS })
  await work(db)
  await db.destroy()
}
