import { expect, test } from 'vitest'
import { readAsked } from './asked.ts'

const parts = ['check', 'unit', 'e2e']
const read = (...args: string[]) => readAsked(args, parts)

test('parts are asked for by name', () => {
  expect(read()).toEqual({ parts: [], files: [], repeat: 1 })
  expect(read('check', 'e2e')).toEqual({ parts: ['check', 'e2e'], files: [], repeat: 1 })
})

test('browser tests are asked for by file, and how often they run', () => {
  expect(read('e2e', '--repeat', '30')).toEqual({ parts: ['e2e'], files: [], repeat: 30 })
  expect(read('e2e', '--repeat=30', 'e2e/disks.spec.ts', 'access')).toEqual({
    parts: ['e2e'],
    files: ['disks.spec.ts', 'access'],
    repeat: 30,
  })
})

test('what nothing is called, and what goes with nothing, is refused', () => {
  expect(() => read('everything')).toThrow('There is no part or browser test "everything"')
  expect(() => read('unit', 'disks.spec.ts')).toThrow('There is no part or browser test "disks.spec.ts"')
  expect(() => read('e2e', 'no-such.spec.ts')).toThrow('There is no part or browser test "no-such.spec.ts"')
  for (const times of ['0', '1.5', 'often'])
    expect(() => read('e2e', `--repeat=${times}`)).toThrow(`--repeat takes a whole number, not "${times}"`)
  expect(() => read('unit', '--repeat', '2')).toThrow('--repeat goes with e2e alone')
  expect(() => read('--twice')).toThrow("Unknown option '--twice'")
})
