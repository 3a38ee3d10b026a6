import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import { type Db, NO_LIMITS, openDatabase } from '../kernel/database/database.ts'
import type { Tables } from '../kernel/database/tables.ts'
import { randomId } from '../kernel/values/uuid.ts'

/**
 * Creates a database, with PGlite unless SKERRY_TEST_DATABASE_URL names a PostgreSQL, and returns how to remove it. It
 * has the tables if the run's set-up created a template.
 */
export const testDatabase = (): Promise<TestDatabase> => newDatabase(process.env['SKERRY_TEST_TEMPLATE'])

/** The same without tables. */
export const emptyDatabase = (): Promise<TestDatabase> => newDatabase()

interface TestDatabase {
  db: Db
  /** Undefined for PGlite. */
  url: string | undefined
  drop(): Promise<void>
}

async function newDatabase(template?: string): Promise<TestDatabase> {
  const url = process.env['SKERRY_TEST_DATABASE_URL']
  if (!url) {
    const pglite = await PGlite.create(template ? { loadDataDir: await openAsBlob(template) } : {})
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
    // The control plane closes it, which also removes it.
    return { db, url: undefined, drop: async () => {} }
  }
  const admin = openDatabase({ url, max: 1, limits: NO_LIMITS })
  const name = `test_${randomId().replaceAll('-', '')}`
  // A log of all that is copied would take twice as long.
  const copied = template ? sql`template ${sql.id(template)} strategy file_copy` : sql``
  await sql`create database ${sql.id(name)} ${copied}`.execute(admin)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    url: own.href,
    db: openDatabase({ url: own.href, max: 8, limits: NO_LIMITS }),
    async drop() {
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
      await admin.destroy()
    },
  }
}
