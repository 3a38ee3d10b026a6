import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { budgetProblems } from './script-budgets.ts'

let folder = ''
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skerry-build-'))
  mkdirSync(join(folder, 'assets'))
  write('index.html', '<script type="module" src="/assets/main-aaaaaaaa.js"></script>')
  write('assets/main-aaaaaaaa.js', 'import{a}from"./start-bbbbbbbb.js";import("./later-cccccccc.js")')
  write('assets/start-bbbbbbbb.js', 's'.repeat(900))
  write('assets/later-cccccccc.js', 'l'.repeat(9000))
  write('assets/page-dddddddd.js', 'import"./start-bbbbbbbb.js";import{x}from"./part-eeeeeeee.js"')
  write('assets/part-eeeeeeee.js', 'p'.repeat(5000))
  write('assets/part-eeeeeeee.js.gz', 'z'.repeat(500))
  write('assets/style-ffffffff.css', 'c'.repeat(3000))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('counts what a page imports once, compressed where it is, and nothing that loads later', () => {
  const budgetOf = (mostKb: number) => budgetProblems(folder, [{ page: 'a page', files: ['page'], mostKb }])
  expect(budgetOf(1.6)).toEqual([])
  expect(budgetOf(1.5)).toEqual(['a page: 4 scripts of 1.5 kB (at most 12, and 1.5 kB)'])
})

test('counts scripts, and the style sheets', () => {
  for (let at = 0; at < 12; at++) write(`assets/more${at}-eeeeeeee.js`, '')
  const imports = Array.from({ length: 12 }, (_, at) => `import"./more${at}-eeeeeeee.js"`)
  write('assets/page-dddddddd.js', imports.join(';'))
  write('assets/style-ffffffff.css', 'c'.repeat(30_000))
  const [scripts, styles, ...others] = budgetProblems(folder, [{ page: 'a page', files: ['page'], mostKb: 100 }])
  expect(scripts).toContain('a page: 15 scripts')
  expect(styles).toContain('the style sheets: 30.0 kB')
  expect(others).toEqual([])
})

test('fails for a page that the build does not have', () => {
  expect(budgetProblems(folder, [{ page: 'a page', files: ['renamed'], mostKb: 1 }])).toEqual([
    'a page: the build has no renamed-*.js',
  ])
})
