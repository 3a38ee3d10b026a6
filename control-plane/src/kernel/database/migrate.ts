import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from './database.ts'

export interface Migration {
  /** File name; its number gives the order: `0001-server.sql`. */
  name: string
  sql: string
}

/**
 * Splits a migration, since PGlite runs one statement at a time. Each ends with a semicolon at the end of a line; bodies
 * of functions stand between `$$`.
 */
const statements = (text: string): string[] =>
  (text.match(/(?:\$\$[\s\S]*?\$\$|(?!;[ \t]*(?:\n|$))[\s\S])+/g) ?? []).filter((part) => part.trim() !== '')

/** The database is of a version whose schema this one does not know. */
export class UnknownSchema extends Error {
  override name = 'UnknownSchema'
}

/**
 * Migrates the schema in one transaction: all missing migrations are applied or none.
 * @throws UnknownSchema if a later version has migrated the database, or one from before the first migration made it
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<void> {
  await refuseFormer(db, migrations)
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
  throw unknown
    ? new UnknownSchema(
        `the database is from a later version of Skerry (it has migration ${unknown}): start that version, or restore ` +
          'the backup from before the upgrade',
      )
    : error
}

/** Refuses a database from before the first migration: no migration leads from there to this schema. */
async function refuseFormer(db: Db, [first]: readonly Migration[]): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('migrations') is not null as known`.execute(db)
  if (!rows[0]?.known) return
  const applied = await sql<{ name: string }>`select name from migrations`.execute(db)
  if (applied.rows.length > 0 && applied.rows.every(({ name }) => name !== first?.name))
    throw new UnknownSchema(
      'the database is from before the first release of Skerry. This version cannot read it and has changed nothing ' +
        'in it: start the version that made it, or choose an empty folder with SKERRY_DATA, and an empty database if ' +
        'DATABASE_URL is set',
    )
}

const upOf = (migration: Migration) => async (db: Kysely<unknown>) => {
  for (const statement of statements(migration.sql)) await sql.raw(statement).execute(db)
}
