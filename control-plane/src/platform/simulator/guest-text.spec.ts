import { expect, it } from 'vitest'
import { countingLines } from './guest-text.ts'

it.each([
  [1, 4096],
  [7, 23],
  [99, 100_101],
  [100, 900],
  [999_950, 1_000_350],
])('counts from %i to %i', (first, last) => {
  const lines = Array.from({ length: last - first + 1 }, (_, index) => `${first + index}\r\n`)
  expect(new TextDecoder().decode(countingLines(first, last))).toBe(lines.join(''))
})
