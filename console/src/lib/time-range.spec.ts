import { expect, test } from 'vitest'
import { rangeSearch, refetchEvery, spanOf } from './time-range.ts'

const [from, to] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']

test('a range of the URL is a known one, or two times in order', () => {
  expect(rangeSearch({ range: '1h' })).toEqual({})
  expect(rangeSearch({ range: '24h', every: 60 })).toEqual({ range: '24h', every: 60 })
  expect(rangeSearch({ range: 'century', every: 7 })).toEqual({})
  expect(rangeSearch({ from: to, to: from, range: '7d' })).toEqual({ range: '7d' })
  expect(rangeSearch({ from, to: 'tomorrow' })).toEqual({})
  expect(rangeSearch({ from, to, range: '7d', every: 10 })).toEqual({ from, to })
})

test('a range ends now, and fixed times stay', () => {
  expect(spanOf({}, 3_600_005)).toEqual({ from: 5, to: 3_600_005 })
  expect(spanOf({ range: '3h' }, 3 * 3_600_000)).toEqual({ from: 0, to: 3 * 3_600_000 })
  expect(spanOf({ from, to }, 9)).toEqual({ from: Date.parse(from), to: Date.parse(to) })
})

test('fixed times are read once, ranges as often as the URL or the page says', () => {
  expect(refetchEvery({ from, to }, 10)).toBe(false)
  expect(refetchEvery({}, 10)).toBe(10_000)
  expect(refetchEvery({ every: 60 }, 10)).toBe(60_000)
  expect(refetchEvery({ every: 0 }, 10)).toBe(0)
})
