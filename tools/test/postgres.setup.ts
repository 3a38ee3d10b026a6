import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../control-plane/src/kernel/database/database.ts'
import { migrate } from '../../control-plane/src/kernel/database/migrate.ts'
import { readMigrations } from '../../control-plane/src/node/migrations.ts'
import { type EmbeddedPostgres, startPostgres } from '../../control-plane/src/node/postgres.ts'

const TEMPLATE = 'migrated'

/**
 * One PostgreSQL for all files of a project: each makes databases of its own there, by SKERRY_TEST_DATABASE_URL, as
 * copies of a migrated, empty one, by SKERRY_TEST_TEMPLATE.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'skerry-test-'))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres(join(folder, 'postgres'), (why) => {
    throw new Error(`PostgreSQL ended during the tests: ${why}`)
  })
  await forgetDurability(postgres.url('postgres'))
  await makeTemplate(postgres)
  project.config.env = {
    ...project.config.env,
    SKERRY_TEST_DATABASE_URL: postgres.url('postgres'),
    SKERRY_TEST_TEMPLATE: TEMPLATE,
  }
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}

/** What these tests write need not outlast a power cut, and waiting for the disk is a fifth of their time. */
async function forgetDurability(url: string): Promise<void> {
  const db = openDatabase({ url, max: 1 })
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await sql`alter system set ${sql.ref(setting)} = off`.execute(db)
  }
  await sql`select pg_reload_conf()`.execute(db)
  await db.destroy()
}

async function makeTemplate(postgres: EmbeddedPostgres): Promise<void> {
  const server = openDatabase({ url: postgres.url('postgres'), max: 1 })
  await sql`create database ${sql.id(TEMPLATE)}`.execute(server)
  await server.destroy()
  const template = openDatabase({ url: postgres.url(TEMPLATE), max: 1 })
  await migrate(template, readMigrations())
  await template.destroy()
}
