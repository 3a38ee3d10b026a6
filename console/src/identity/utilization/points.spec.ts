import { expect, test } from 'vitest'
import type { Measurement } from '~/api/types.gen.ts'
import { stepsOf } from './points.ts'

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
