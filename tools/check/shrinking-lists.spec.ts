import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calledOperations, listCheck, listProblems, shrink, unimplemented, untested } from './shrinking-lists.ts'

function repository(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'skerry-lists-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true }) }
}

const code = {
  'package.json': '{ "type": "module" }',
  'contract/src/operations.ts': 'export const operations = { disk_list: {}, disk_view: {}, ping: {} }',
  'control-plane/src/handlers.ts': 'export const handlers = { ping: () => 1, disk_view: () => 2 }',
}

test('an operation without handler that is not listed, and a listed one that has one, are problems', async () => {
  using made = repository({ ...code, 'control-plane/unimplemented.txt': 'ping\n' })
  expect(await listCheck(made.root, unimplemented).run()).toEqual([
    'disk_list has no handler: add one to control-plane/src/handlers.ts',
    'ping is done but still in control-plane/unimplemented.txt: run npm run generate',
  ])
})

test('a list is written whole once, and only shrinks from then on', async () => {
  using made = repository(code)
  const list = join(made.root, unimplemented.path)
  expect(await shrink(made.root, unimplemented)).toBe(true)
  expect(readFileSync(list, 'utf8')).toBe('disk_list\n')
  writeFileSync(list, 'ping\n')
  expect(await shrink(made.root, unimplemented)).toBe(true)
  expect(readFileSync(list, 'utf8')).toBe('')
  expect(await shrink(made.root, unimplemented)).toBe(false)
})

test('an operation counts as tested when a spec calls it by its id', () => {
  const text = `await admin.call('disk_list', {})\nawait admin.ok(\n  'disk_view')\nconst name = 'ping'`
  expect([...calledOperations([{ path: 'x.spec.ts', text }])]).toEqual(['disk_list', 'disk_view'])
})

test('a new operation without a test is a problem', () => {
  expect(listProblems([], ['disk_list'], untested)).toEqual(['disk_list has no test: call it in a spec of its slug'])
})
