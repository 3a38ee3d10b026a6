import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture } from '../lib/command.ts'
import type { Check } from './check.ts'

/** A check that runs another program and reports its output. */
const program = (name: string, root: string, command: string, args: string[]): Check => ({
  name,
  async run() {
    const { ok, output } = await capture(command, args, { folder: root })
    return ok ? [] : [output || `${command} failed without output`]
  },
})

const binary = (name: string) => join(import.meta.dirname, '..', '..', 'node_modules', '.bin', name)

/** Type checks: one for all that Node runs, since workspaces import each other, and one per other workspace. */
export function types(root: string): Check[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  return ['.', ...workspaces]
    .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
    .map((folder) =>
      program(folder === '.' ? 'types' : `types ${folder}`, root, binary('tsc'), ['-p', folder, '--pretty', 'false']),
    )
}

export const lint = (root: string) => program('lint', root, binary('oxlint'), ['--quiet'])

export const format = (root: string) =>
  program('format (npm run check -- --fix)', root, binary('oxfmt'), ['--check', '.'])

/** Whether `npm ci` would work on a fresh clone: npm drops packages for other platforms that its registry lacks. */
export const lockFile = (root: string) =>
  program('lock file', root, 'npm', ['ci', '--dry-run', '--offline', '--ignore-scripts', '--loglevel=error'])

/** Unused files, exports and dependencies, and dependencies missing in package.json. */
export const unused = (root: string) => program('unused code', root, binary('knip'), ['--no-progress'])

/** Fixes lint and format where possible. */
export const fixes = (root: string) => [
  program('lint --fix', root, binary('oxlint'), ['--quiet', '--fix']),
  program('format', root, binary('oxfmt'), ['.']),
]

export const generated = (root: string): Check[] =>
  existsSync(join(root, 'tools/generate.mjs'))
    ? [program('generated files', root, process.execPath, ['tools/generate.mjs', '--check'])]
    : []
