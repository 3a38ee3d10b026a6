import { expect, test } from 'vitest'
import { steadyRows } from './steady-rows.ts'

const rowsOf = (text: string) => [...text].map((id) => ({ id, state: id === id.toUpperCase() ? 'new' : 'old' }))
const steady = (before: string, next: string, anchor?: string) =>
  steadyRows(rowsOf(before), rowsOf(next), ({ id }) => id.toLowerCase(), anchor)
    .map(({ id }) => id)
    .join('')

test('without a row under the pointer, or when none above it changed place, the rows are the next ones', () => {
  expect(steady('bcd', 'abcd')).toBe('abcd')
  expect(steady('bcd', 'abcd', 'x')).toBe('abcd')
  expect(steady('bcd', 'BCde', 'c')).toBe('BCde')
  expect(steady('bcd', 'bc', 'c')).toBe('bc')
  expect(steady('bcd', 'efg', 'c')).toBe('efg')
  expect(steady('bcd', '', 'c')).toBe('')
  const next = rowsOf('abc')
  expect(steadyRows(rowsOf('abc'), next, ({ id }) => id, 'b')).toBe(next)
})

test('the row under the pointer and those above it stay, with their new contents', () => {
  expect(steady('bcd', 'abCd', 'c')).toBe('bCd')
  expect(steady('bcd', 'abCde', 'c')).toBe('bCde')
  expect(steady('bcd', 'cd', 'c')).toBe('bcd')
  expect(steady('bcd', 'bd', 'c')).toBe('bcd')
  expect(steady('bcd', 'dcb', 'c')).toBe('bc')
  expect(steady('bcd', 'b', 'c')).toBe('bc')
})
