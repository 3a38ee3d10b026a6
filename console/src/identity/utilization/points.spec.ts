import { expect, test } from 'vitest'
import type { Measurement } from '~/api/types.gen.ts'
import { stepsOf } from './points.ts'
import { boundsOf, rangeSearch } from './ranges.ts'

const point = (at: number, value: number | bigint): Measurement => ({
  timestamp: new Date(at),
  datum: { type: 'i64', datum: value },
})

test('a line begins with what was there before it, and lasts to its end', () => {
  const range = { from: 100, to: 200 }
  expect(stepsOf([point(120, 4), point(150, 2n)], point(7, 3), range)).toEqual({
    times: [100, 120, 150, 200],
    values: [3, 4, 2, 2],
  })
  expect(stepsOf([], point(7, 3), range)).toEqual({ times: [100, 200], values: [3, 3] })
})

test('without anything before, a line begins with its first point; without any, there is none', () => {
  const range = { from: 100, to: 200 }
  expect(stepsOf([point(120, 4)], undefined, range)).toEqual({ times: [120, 200], values: [4, 4] })
  expect(stepsOf([], undefined, range)).toEqual({ times: [], values: [] })
})

test('a range of the URL is a known one, or two times in order', () => {
  expect(rangeSearch({ range: 'hour' })).toEqual({})
  expect(rangeSearch({ range: 'day' })).toEqual({ range: 'day' })
  expect(rangeSearch({ range: 'century' })).toEqual({})
  expect(rangeSearch({ from: 5, to: 3, range: 'week' })).toEqual({ range: 'week' })
  expect(rangeSearch({ from: 3, to: 5, range: 'week' })).toEqual({ from: 3, to: 5 })
  expect(boundsOf({}, 3_600_005)).toEqual({ from: 5, to: 3_600_005 })
  expect(boundsOf({ from: 3, to: 5 }, 9)).toEqual({ from: 3, to: 5 })
})
