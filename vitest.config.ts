import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const everything = 'control-plane/src/**/*.spec.ts'
/** Parts of the server that need no control plane, or more than one process of it. */
const apart = 'control-plane/src/{clock,platform,node}/**/*.spec.ts'
/** About all operations or locks at once: enough on the database that is deployed, as is `*.postgres.spec.ts`. */
const ofAll = 'control-plane/src/{every-operation/**/*,locks}.spec.ts'

const common = {
  // Generous, for a busy machine takes many times as long: what fails, fails by what it sees, not by the clock.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  // Files that a worker runs share the modules, which would take as long to load for each as the tests do.
  isolate: false,
}

/**
 * The API's tests run twice: over PGlite, and over a real PostgreSQL that the set-up starts. What is about much at
 * once, or about the steps of sagas, runs on the latter alone.
 */
export default defineConfig({
  test: {
    // One more than there are cores, for some tests wait for programs or for time to pass.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/src/**/*.spec.ts', apart, 'tools/**/*.spec.ts'],
          globalSetup: 'tools/test/pglite.setup.ts',
          ...common,
        },
      },
      'console/vitest.config.ts',
      {
        test: {
          name: 'api-pglite',
          include: [everything],
          exclude: [apart, ofAll, '**/*.postgres.spec.ts'],
          env: { SKERRY_TEST_DATABASE_URL: '' },
          globalSetup: 'tools/test/pglite.setup.ts',
          ...common,
        },
      },
      {
        test: {
          name: 'api-postgres',
          include: [everything],
          exclude: [apart],
          globalSetup: 'tools/test/postgres.setup.ts',
          ...common,
        },
      },
    ],
  },
})
