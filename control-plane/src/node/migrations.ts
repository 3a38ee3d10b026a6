import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Migration } from '../kernel/database/migrate.ts'

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
