import { expect, test } from 'vitest'
import { lifeInWords, lifeOf, secondsOf } from './token-life.ts'

test.each([
  [null, { limited: false, count: 30, unit: 'day' }, 'no limit'],
  [1, { limited: true, count: 1, unit: 'second' }, '1 second'],
  [90, { limited: true, count: 90, unit: 'second' }, '90 seconds'],
  [5400, { limited: true, count: 90, unit: 'minute' }, '90 minutes'],
  [7200, { limited: true, count: 2, unit: 'hour' }, '2 hours'],
  [2_592_000, { limited: true, count: 30, unit: 'day' }, '30 days'],
] as const)('%j seconds', (seconds, life, words) => {
  expect(lifeOf(seconds)).toEqual(life)
  expect(secondsOf(life)).toBe(seconds)
  expect(lifeInWords(seconds)).toBe(words)
})
