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
  write('assets/main-aaaaaaaa.js', 'm'.repeat(900))
  write('assets/list-bbbbbbbb.js', 'l'.repeat(9000))
  write('assets/list-bbbbbbbb.js.gz', 'z'.repeat(500))
  write('assets/form-cccccccc.js', 'f'.repeat(2000))
  write('assets/style-ffffffff.css', 'c'.repeat(3000))
  write(
    '.first-requests.json',
    JSON.stringify([
      { url: '/disks', scripts: ['assets/list-bbbbbbbb.js'], reads: [] },
      { url: '/disks-new', scripts: ['assets/list-bbbbbbbb.js', 'assets/form-cccccccc.js'], reads: [] },
      { url: '/images-new', scripts: ['assets/form-cccccccc.js'], reads: [] },
    ]),
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

const lists = { pages: 'lists', urls: /s$/, scripts: 2, kb: 1.4 }
const forms = { pages: 'forms', urls: /-new$/, scripts: 3, kb: 3.4 }

test("counts a page's scripts with those of every page, compressed where they are", () => {
  expect(budgetProblems(folder, [lists, forms])).toEqual([])
})

test('names the page that exceeds its budget most', () => {
  expect(budgetProblems(folder, [lists, { ...forms, kb: 2.5 }])).toEqual([
    'forms: /disks-new has 3 scripts of 3.4 kB (at most 3, and 2.5 kB)',
  ])
  expect(budgetProblems(folder, [{ ...lists, scripts: 1 }, forms])).toEqual([
    'lists: /disks has 2 scripts of 1.4 kB (at most 1, and 1.4 kB)',
  ])
})

test('a page has the first budget with its URL, and none goes without', () => {
  expect(
    budgetProblems(folder, [
      { pages: 'all', urls: /^\//, scripts: 3, kb: 9 },
      { ...lists, kb: 0 },
    ]),
  ).toEqual(['lists: the build has none'])
  expect(budgetProblems(folder, [lists])).toEqual(['/disks-new has no budget', '/images-new has no budget'])
})

test('counts the style sheets', () => {
  write('assets/style-ffffffff.css', 'c'.repeat(30_000))
  expect(budgetProblems(folder, [lists, forms])).toEqual(['the style sheets: 30.0 kB (at most 22)'])
})
