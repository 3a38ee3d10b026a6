import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryFiles, root as ours } from '../lib/repository.ts'
import { format, generated, lint, lockFile, types } from './programs.ts'

const root = mkdtempSync(join(tmpdir(), 'skerry-programs-'))
const write = (path: string, text: string) => writeFileSync(join(root, path), text)

beforeAll(() => {
  mkdirSync(join(root, 'tools'))
  execFileSync('git', ['init', '-q', root])
  write('package.json', '{ "type": "module", "workspaces": ["tools"] }\n')
  write('tools/tsconfig.json', '{ "extends": "../tsconfig.base.json", "include": ["."] }\n')
  for (const name of ['tsconfig.base.json', '.oxlintrc.json', '.oxfmtrc.json'])
    copyFileSync(join(ours, name), join(root, name))
})
afterAll(() => rmSync(root, { recursive: true }))

test('good code passes types, lint and format', async () => {
  write('tools/good.ts', 'export const size: number = 1\n')
  for (const check of [...types(root), lint(root), format(root)]) expect(await check.run(), check.name).toEqual([])
})

test('a type that does not hold fails', async () => {
  write('tools/bad.ts', `export const size: number = 'one'\n`)
  expect(await types(root)[0]!.run()).toEqual([expect.stringContaining('tools/bad.ts(1,14)')])
})

test('a focused test, an import cycle and a forgotten dependency fail', async () => {
  write('tools/bad.ts', `import { test } from 'vitest'\n\ntest.only('one', () => {})\n`)
  write('tools/a.ts', `import { b } from './b.ts'\n\nexport const a = () => b\n`)
  write('tools/b.ts', `import { a } from './a.ts'\n\nexport const b = () => a\n`)
  write(
    'tools/c.tsx',
    `import { useEffect } from 'react'\nexport const useC = (c: string) => useEffect(() => alert(c), [])\n`,
  )
  const [output] = await lint(root).run()
  for (const rule of ['no-focused-tests', 'no-cycle', 'exhaustive-deps']) expect(output).toContain(rule)
})

test('code laid out otherwise fails', async () => {
  write('tools/bad.ts', 'export   const size = 1;\n')
  expect(await format(root).run()).toEqual([expect.stringContaining('tools/bad.ts')])
})

test('a lock file that does not hold what package.json asks for fails', async () => {
  // A workspace package: npm would look up a registry package in its cache, which is empty on a new machine.
  mkdirSync(join(root, 'ours'))
  write('ours/package.json', '{ "name": "ours", "version": "1.0.0" }\n')
  write('package.json', '{ "type": "module", "workspaces": ["tools"], "dependencies": { "ours": "file:ours" } }\n')
  write('package-lock.json', '{ "lockfileVersion": 3, "packages": { "": { "workspaces": ["tools"] } } }\n')
  expect(await lockFile(root).run()).toEqual([expect.stringContaining('Missing: ours@1.0.0 from lock file')])
})

test('a stale generated file fails', async () => {
  expect(generated(root)).toEqual([])
  write('tools/generate.mjs', `console.error('x is stale'); process.exitCode = 1`)
  expect(await generated(root)[0]!.run()).toEqual(['x is stale'])
})

test('files that git ignores are not checked', () => {
  write('.gitignore', 'hidden.ts\n')
  write('tools/hidden.ts', '')
  expect(repositoryFiles(root)).not.toContain('tools/hidden.ts')
  expect(repositoryFiles(root)).toContain('tools/good.ts')
})
