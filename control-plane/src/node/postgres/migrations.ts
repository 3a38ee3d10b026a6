import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NO_LIMITS, openDatabase } from '../../kernel/database/database.ts'
import { migrate, type Migration, UnknownSchema } from '../../kernel/database/migrate.ts'
import { StartupError } from '../start/startup-error.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/** The numbered SQL files that make the schema, in order. */
export const readMigrations = (): Migration[] =>
  readdirSync(fileURLToPath(folder))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))

/** Migrates a database without time limits. Throws StartupError if its schema version is unknown. */
export async function migrateWithoutLimits(url: string, migrations: readonly Migration[]): Promise<void> {
  const db = openDatabase({ url, max: 1, limits: NO_LIMITS })
  try {
    await migrate(db, migrations)
  } catch (error) {
    throw error instanceof UnknownSchema ? new StartupError(error.message) : error
  } finally {
    await db.destroy()
  }
}
