import type { TestProject } from 'vitest/node'
import { startTestPostgres, TEMPLATE } from './test-postgres.ts'

/**
 * Starts one PostgreSQL (SKERRY_TEST_DATABASE_URL) for all test files of a project. Each file creates its own databases
 * as copies of a migrated, empty template (SKERRY_TEST_TEMPLATE).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.config.env = {
    ...project.config.env,
    SKERRY_TEST_DATABASE_URL: postgres.url,
    SKERRY_TEST_TEMPLATE: TEMPLATE,
  }
  return () => postgres.stop()
}
