import { describe, expect, it } from 'vitest'
import { compactAge, spanInWords } from './time.ts'

const day = 86_400_000

describe('compactAge', () => {
  it.each([
    [-5000, '0s'],
    [0, '0s'],
    [59_999, '59s'],
    [60_000, '1m'],
    [3_599_999, '59m'],
    [3_600_000, '1h'],
    [day - 1, '23h'],
    [day, '1d'],
    [7 * day - 1, '6d'],
    [7 * day, '1w'],
    [29 * day, '4w'],
    [30 * day, '1mo'],
    [364 * day, '12mo'],
    [365 * day, '1y'],
    [800 * day, '2y'],
  ])('%d ms is %s', (ms, age) => expect(compactAge(ms)).toBe(age))
})

describe('spanInWords', () => {
  it.each([
    [0, '0 seconds'],
    [-1, '0 seconds'],
    [999, '1 second'],
    [61_000, '1 minute 1 second'],
    [3_600_000, '1 hour'],
    [2 * day + 3 * 3_600_000 + 60_000, '2 days 3 hours'],
  ])('%d ms is %s', (ms, words) => expect(spanInWords(ms)).toBe(words))
})
