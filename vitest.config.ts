import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const everything = 'control-plane/src/**/*.spec.ts'
/** Parts of the server that need no control plane, or more than one process of it. */
const apart = 'control-plane/src/{clock,platform,node}/**/*.spec.ts'
/** About all operations or locks at once: enough on the database that is deployed, and the longest of all. */
const ofAll = 'control-plane/src/{every-operation/**/*,locks}.spec.ts'

/** Generous, for a busy machine takes many times as long: what fails, fails by what it sees, not by the clock. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } }

/** The API's tests run twice: over PGlite, and over a real PostgreSQL that the set-up starts, some there alone. */
export default defineConfig({
  test: {
    // One core is left idle by default, which on two is half of them.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/src/**/*.spec.ts', apart, 'tools/**/*.spec.ts'],
          globalSetup: 'tools/test/pglite.setup.ts',
          ...patience,
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
          ...patience,
        },
      },
      {
        test: {
          name: 'api-postgres',
          include: [everything],
          exclude: [apart],
          globalSetup: 'tools/test/postgres.setup.ts',
          ...patience,
        },
      },
    ],
  },
})
