import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Migration } from '../kernel/database/migrate.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** The numbered SQL files that make the schema, in order. */
export const readMigrations = (): Migration[] =>
  readdirSync(fileURLToPath(folder))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))
