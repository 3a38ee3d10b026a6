import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

const at = (total: number) => {
  let now = 0
  const pace = createPace(total, () => now)
  return { pace, msLeftAt: (seconds: number, sent: number) => ((now = seconds * 1000), pace(sent)) }
}

test('the time left follows the pace of the last ten seconds', () => {
  const { msLeftAt } = at(1000)
  expect(msLeftAt(0, 0)).toBeUndefined()
  expect(msLeftAt(1, 100)).toBe(9000)
  expect(msLeftAt(2, 200)).toBe(8000)
  // Ten times slower from here on: once the quick seconds are out of sight, they count no more.
  msLeftAt(11, 210)
  expect(msLeftAt(20, 219)).toBe(781_000)
})

test('a pause is not counted', () => {
  const { pace, msLeftAt } = at(1000)
  msLeftAt(0, 0)
  msLeftAt(1, 100)
  pace.rest()
  expect(msLeftAt(60, 200)).toBeUndefined()
  expect(msLeftAt(61, 300)).toBe(7000)
})
