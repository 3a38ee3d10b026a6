import { expect, test } from 'vitest'
import { codeOf, enter, eraseBefore, isWhole, type Letters, noLetters } from './device-code.ts'

const letters = (text: string): Letters => text.split('').map((letter) => (letter === '_' ? '' : letter))
const text = (all: Letters) => all.map((letter) => letter || '_').join('')

test('a code has eight letters, and is sent with a dash after the third', () => {
  expect(noLetters).toHaveLength(8)
  expect(isWhole(letters('ABCDEFG_'))).toBe(false)
  expect(isWhole(letters('ABCDEFGH'))).toBe(true)
  expect(codeOf(letters('ABCDEFGH'))).toBe('ABC-DEFGH')
})

test.each([
  ['________', 0, 'a', 'A_______', 1],
  ['________', 0, '7', '________', 0],
  ['________', 0, 'é', '________', 0],
  ['ABCDEFG_', 7, 'h', 'ABCDEFGH', 7],
  ['ABCDEFGH', 2, 'x', 'ABXDEFGH', 3],
  ['________', 0, ' bcd-fghjk\n', 'BCDFGHJK', 7],
  ['________', 0, 'ABC-DEFGHIJKL', 'ABCDEFGH', 7],
  ['AB______', 2, '1c2d', 'ABCD____', 4],
])('%s, at %i %j: %s', (before, at, typed, after, next) => {
  const entry = enter(letters(before), at, typed)
  expect([text(entry.letters), entry.at]).toEqual([after, next])
})

test.each([
  ['ABC_____', 3, 'AB______', 2],
  ['ABC_____', 2, 'AB______', 2],
  ['ABCDEFGH', 7, 'ABCDEFG_', 7],
  ['________', 0, '________', 0],
])('%s, backspace at %i: %s', (before, at, after, next) => {
  const entry = eraseBefore(letters(before), at)
  expect([text(entry.letters), entry.at]).toEqual([after, next])
})
