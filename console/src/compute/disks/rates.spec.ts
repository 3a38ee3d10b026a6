import { expect, test } from 'vitest'
import { rates } from './rates.ts'

const sample = (seconds: number, value: number | bigint, startedAt = 0) => ({
  timestamp: new Date(seconds * 1000),
  datum: { type: 'cumulative_i64' as const, datum: { startTime: new Date(startedAt * 1000), value } },
})

test('a counter is shown as its growth by a second', () => {
  expect(rates([sample(0, 10), sample(5, 20), sample(10, 20n)])).toEqual({ times: [5000, 10_000], values: [2, 0] })
})

test('a counter that restarted grew from zero, and a silence is a gap', () => {
  const { values } = rates([sample(0, 1000), sample(5, 50, 4), sample(60, 70, 4), sample(65, 75, 4)])
  expect(values).toEqual([10, null, 1])
})

test('one sample is no line', () => expect(rates([sample(0, 10)])).toEqual({ times: [], values: [] }))
