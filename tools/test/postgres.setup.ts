import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../control-plane/src/node/postgres.ts'

/** One PostgreSQL for all files of a project: each makes databases of its own there, by SKERRY_TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'skerry-test-'))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres(join(folder, 'postgres'), (why) => {
    throw new Error(`PostgreSQL ended during the tests: ${why}`)
  })
  project.config.env = { ...project.config.env, SKERRY_TEST_DATABASE_URL: postgres.url('postgres') }
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}
