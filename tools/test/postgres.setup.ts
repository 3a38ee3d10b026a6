import type { TestProject } from 'vitest/node'
import { startTestPostgres, TEMPLATE } from './test-postgres.ts'

/**
 * One PostgreSQL for all files of a project: each makes databases of its own there, by SKERRY_TEST_DATABASE_URL, as
 * copies of a migrated, empty one, by SKERRY_TEST_TEMPLATE.
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
