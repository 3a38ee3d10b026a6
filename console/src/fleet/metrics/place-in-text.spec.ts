import { expect, test } from 'vitest'
import { offsetOf, wordAt } from './place-in-text.ts'

test('a line and a column are an offset', () => {
  expect(offsetOf('get a:b\n| colour', { line: 2, column: 3 })).toBe(10)
  expect(offsetOf('get', { line: 1, column: 9 })).toBe(3)
})

test('the word at an offset is marked, or a character', () => {
  expect(wordAt('get a:b | colour', 10)).toEqual({ from: 10, to: 16 })
  expect(wordAt('get a:b | ', 10)).toEqual({ from: 9, to: 10 })
  expect(wordAt('', 0)).toEqual({ from: 0, to: 0 })
})
