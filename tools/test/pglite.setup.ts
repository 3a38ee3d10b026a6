import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../control-plane/src/kernel/database/migrate.ts'
import type { Tables } from '../../control-plane/src/kernel/database/tables.ts'
import { readMigrations } from '../../control-plane/src/node/postgres/migrations.ts'

/**
 * Provides a migrated, empty database (SKERRY_TEST_TEMPLATE) to all test files of a project. Creating one takes PGlite
 * four times as long as unpacking it.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'skerry-test-'))
  const file = join(folder, 'pglite.tar')
  const pglite = await PGlite.create()
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
  await migrate(db, readMigrations())
  writeFileSync(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await db.destroy()
  project.config.env = { ...project.config.env, SKERRY_TEST_TEMPLATE: file }
  return () => rmSync(folder, { recursive: true })
}
