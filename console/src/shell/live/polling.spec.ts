import { expect, test } from 'vitest'
import { createPolling } from './polling.ts'

interface Row {
  id: string
  moving: boolean
}

const rules = { isMoving: (row: Row) => row.moving, every: 3, longest: 30, otherwise: 60 }
const still = { id: 'a', moving: false }
const moving = { id: 'a', moving: true }

test('a list is read seldom while nothing moves, and before it is known', () => {
  const next = createPolling(rules)
  expect(next(undefined, 1000)).toBe(60)
  expect(next([still], 1000)).toBe(60)
})

test('a row that moves has it read often, but not for ever', () => {
  const next = createPolling(rules)
  expect(next([moving], 1000)).toBe(3)
  expect(next([moving], 1029)).toBe(3)
  expect(next([moving], 1030)).toBe(60)
})

test('another row that sets out, or the same one again, restarts the time', () => {
  const next = createPolling(rules)
  next([moving], 1000)
  expect(next([moving, { id: 'b', moving: true }], 1025)).toBe(3)
  expect(next([moving, { id: 'b', moving: true }], 1050)).toBe(3)
  expect(next([moving], 1060)).toBe(60)
  expect(next([still], 1061)).toBe(60)
  expect(next([moving], 1062)).toBe(3)
})
