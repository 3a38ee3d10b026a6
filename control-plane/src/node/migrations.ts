import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NO_LIMITS, openDatabase } from '../kernel/database/database.ts'
import { migrate, type Migration } from '../kernel/database/migrate.ts'

const folder = new URL('../../migrations/', import.meta.url)

const FORMER_NAMES: Readonly<Record<string, string>> = {
  '0001-first-tables.sql': '0001-house.sql',
  '0004-vpc-declarations.sql': '0007-vpc-declarations.sql',
}

/** The numbered SQL files that make the schema, in order. */
export const readMigrations = (): Migration[] =>
  readdirSync(fileURLToPath(folder))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, formerName: FORMER_NAMES[name], sql: readFileSync(new URL(name, folder), 'utf8') }))

/** Brings a database up to date, however long a statement takes. */
export async function migrateWithoutLimits(url: string, migrations: readonly Migration[]): Promise<void> {
  const db = openDatabase({ url, max: 1, limits: NO_LIMITS })
  try {
    await migrate(db, migrations)
  } finally {
    await db.destroy()
  }
}
