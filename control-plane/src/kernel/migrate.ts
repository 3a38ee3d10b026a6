import { sql } from 'kysely'
import type { Db } from './database.ts'

export interface Migration {
  /** File name, whose number gives the order: `0001-house.sql`. */
  name: string
  sql: string
}

/** PGlite takes one statement at a time. In a migration each ends with a semicolon at the end of a line. */
const statements = (text: string): string[] => text.split(/;[ \t]*(?:\n|$)/).filter((part) => part.trim() !== '')

/** Chosen once; keeps two control planes that start together from migrating at once. */
const MIGRATION_LOCK = 7_305_501

/**
 * Brings the schema up to date, in one transaction: either all of the missing migrations hold or none does.
 * @throws when the database was migrated by a later version than this one
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
    await sql`create table if not exists migrations (name text primary key, time_applied timestamptz not null default now())`.execute(
      tx,
    )
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(tx)
    const applied = new Set(rows.map((row) => row.name))
    const unknown = [...applied].find((name) => !migrations.some((migration) => migration.name === name))
    if (unknown) throw new Error(`the database is from a later version of Skerry (it has migration ${unknown})`)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of missing.toSorted((a, b) => a.name.localeCompare(b.name))) {
      for (const statement of statements(migration.sql)) await sql.raw(statement).execute(tx)
      await sql`insert into migrations (name) values (${migration.name})`.execute(tx)
    }
  })
}
