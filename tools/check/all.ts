import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../../contract/src/operations.ts'
import { repositoryFiles } from '../lib/repository.ts'
import { isCode, readSources } from './check.ts'
import type { Check } from './check.ts'
import { citedPathProblems } from './cited-paths.ts'
import { decisionProblems } from './decisions.ts'
import { versionProblems } from './exact-versions.ts'
import { format, generated, lint, lockFile, types, unused } from './programs.ts'
import { runFolderProblems } from './run-folder.ts'
import { consoleBudgetProblems } from './script-budgets.ts'
import { untestedProblems } from './tested-operations.ts'
import { transactionProblems } from './transactions.ts'
import { wallProblems } from './walls.ts'

/** All checks of `npm run check`. */
export function allChecks(root: string): Check[] {
  const files = repositoryFiles(root)
  const code = readSources(root, files.filter(isCode))
  const pages = readSources(
    root,
    files.filter((path) => /^(docs\/.*|[A-Z]+|control-plane\/.*\/README)\.md$/.test(path)),
  )
  const packages = readSources(
    root,
    files.filter((path) => /^([^/]+\/)?package\.json$/.test(path)),
  )
  const workspaces = new Set(packages.map(({ text }) => (JSON.parse(text) as { name: string }).name))
  return [
    ...types(root),
    lint(root),
    format(root),
    lockFile(root),
    unused(root),
    { name: 'exact versions', run: () => versionProblems(packages, workspaces) },
    { name: 'import walls', run: () => wallProblems(code) },
    { name: 'run folder', run: () => runFolderProblems(code) },
    {
      name: 'transactions',
      run: () => transactionProblems(code.filter(({ path }) => path.startsWith('control-plane/src/'))),
    },
    { name: 'index of decisions', run: () => decisionProblems(pages) },
    { name: 'cited paths', run: () => citedPathProblems(pages, (path) => existsSync(join(root, path))) },
    ...generated(root),
    { name: 'script budgets', run: () => consoleBudgetProblems(root) },
    {
      name: 'tested operations',
      run: () =>
        untestedProblems(
          Object.keys(operations),
          code.filter(({ path }) => /^control-plane\/src\/.*\.spec\.ts$/.test(path)),
        ),
    },
  ]
}
