import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Parts of the server that need no control plane, or more than one process of it. */
const apart = 'control-plane/src/{clock,queue,file-system,platform,node}/**/*.spec.ts'
/** Real machines: they need the programs that `tools/test/machine-programs.ts` names. */
const onQemu = 'control-plane/src/platform/qemu/**/*.spec.ts'
/** What calls each operation, and goes through their sagas. */
const onPGlite = [
  'control-plane/src/kernel/tasks/tasks-on-one-connection.spec.ts',
  'control-plane/src/every-operation/{audit,other-silos,references}.spec.ts',
  'control-plane/src/compute/chain.spec.ts',
  'control-plane/src/demo/demo.spec.ts',
]

const common = {
  // Generous, for a busy machine takes many times as long: what fails, fails by what it sees, not by the clock.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  // Files that a worker runs share the modules, which would take as long to load for each as the tests do.
  isolate: false,
}

/** Files that take long: to compute, or to wait for programs that start and end. */
const LONG =
  /\/(\w+-crash|qemu\/whole\/conformance|plans|event-loop|floods|answer-size|fuzz|saga-pairs-\w+|instance-capacity|permission-matrix|hostile-bodies|hung-database|lifecycle|node\/(crashes|folder|http|outbound|postgres|start)\/\w+)\.spec\.ts$/

/** What takes long begins first: nothing else is left to run beside it at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- This is Vitest's own.
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * The API's tests run over a real PostgreSQL that the set-up starts, as is deployed. Those that call each operation run
 * over PGlite too: it has one connection, so a statement beside an open transaction would wait for ever.
 */
export default defineConfig({
  test: {
    // More than there are cores, for a third of the time tests wait for programs or for time to pass; each takes up to
    // nine of PostgreSQL's 100 connections.
    maxWorkers: Math.min(availableParallelism() * 2, 8),
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/src/**/*.spec.ts', apart, 'tools/**/*.spec.ts'],
          exclude: [onQemu],
          globalSetup: 'tools/test/pglite.setup.ts',
          ...common,
        },
      },
      { test: { name: 'machines', include: [onQemu], ...common } },
      'console/vitest.config.ts',
      {
        test: {
          name: 'api-pglite',
          include: onPGlite,
          env: { SKERRY_TEST_DATABASE_URL: '' },
          globalSetup: 'tools/test/pglite.setup.ts',
          ...common,
        },
      },
      {
        test: {
          name: 'api-postgres',
          include: ['control-plane/src/**/*.spec.ts'],
          exclude: [apart],
          globalSetup: 'tools/test/postgres.setup.ts',
          ...common,
        },
      },
    ],
  },
})
