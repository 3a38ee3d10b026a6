import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from './database.ts'

export interface Migration {
  /** File name; its number gives the order: `0001-server.sql`. */
  name: string
  /** Its name in databases of earlier versions. */
  formerName?: string | undefined
  sql: string
}

/**
 * Splits a migration, since PGlite runs one statement at a time. Each ends with a semicolon at the end of a line; bodies
 * of functions stand between `$$`.
 */
const statements = (text: string): string[] =>
  (text.match(/(?:\$\$[\s\S]*?\$\$|(?!;[ \t]*(?:\n|$))[\s\S])+/g) ?? []).filter((part) => part.trim() !== '')

/**
 * Migrates the schema in one transaction: all missing migrations are applied or none.
 * @throws if a later version has migrated the database
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<void> {
  await takeOver(db, migrations)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(migrations.map((one) => [one.name, { up: upOf(one) }])) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_locks',
    // Branches merge in any order, so a migration may come after one with a higher number.
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  const unknown = /previously executed migration (\S+) is missing/.exec(String(error))?.[1]
  throw unknown ? new Error(`the database is from a later version of Skerry (it has migration ${unknown})`) : error
}

/**
 * Adapts the list of applied migrations of an earlier version: a column that Kysely requires, and names that changed.
 */
async function takeOver(db: Db, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('migrations') is not null as known`.execute(db)
  if (!rows[0]?.known) return
  await sql`alter table migrations
    add column if not exists timestamp varchar(255) not null default '1970-01-01T00:00:00.000Z'`.execute(db)
  for (const { name, formerName } of migrations)
    if (formerName) await sql`update migrations set name = ${name} where name = ${formerName}`.execute(db)
}

const upOf = (migration: Migration) => async (db: Kysely<unknown>) => {
  for (const statement of statements(migration.sql)) await sql.raw(statement).execute(db)
}
