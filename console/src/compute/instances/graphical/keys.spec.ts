import { expect, test } from 'vitest'
import { chordsOf, maxTyped } from './keys.ts'

const codes = (text: string) => {
  const chords = chordsOf(text)
  return 'refused' in chords ? chords.refused : chords.map((chord) => chord.map(({ code }) => code).join('+'))
}

test('text becomes keys of a US keyboard', () => {
  expect(codes('aA1!\t"|')).toEqual([
    'KeyA',
    'ShiftLeft+KeyA',
    'Digit1',
    'ShiftLeft+Digit1',
    'Tab',
    'ShiftLeft+Quote',
    'ShiftLeft+Backslash',
  ])
  expect(codes('a\r\nb\rc\n')).toEqual(['KeyA', 'Enter', 'KeyB', 'Enter', 'KeyC', 'Enter'])
})

test('every printable character of ASCII has a key, with its own symbol', () => {
  const all = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at))
  const chords = chordsOf(all.join(''))
  if ('refused' in chords) throw new Error(chords.refused)
  expect(chords.map((chord) => chord.at(-1)!.keysym)).toEqual(all.map((each) => each.charCodeAt(0)))
  expect(new Set(codes(all.join(''))).size).toBe(all.length)
})

test('what has no key is named, and nothing is typed', () => {
  expect(codes('naïve ’quoted’')).toBe('A US keyboard has no key for ï ’')
  expect(codes('a\u0007\u00a0')).toBe('A US keyboard has no key for U+0007 U+00A0')
  expect(codes('αβγδεζη')).toBe('A US keyboard has no key for α β γ δ ε and 2 more')
})

test('a text that is too long is refused', () => {
  expect(codes('x'.repeat(maxTyped))).toHaveLength(maxTyped)
  expect(codes('x'.repeat(maxTyped + 1))).toBe('The text has 2,001 characters: at most 2,000 can be typed')
})
