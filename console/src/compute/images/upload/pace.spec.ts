import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

const at = (total: number) => {
  let now = 0
  const pace = createPace(total, () => now)
  return { pace, tell: (seconds: number, sent: number) => ((now = seconds * 1000), pace(sent)) }
}

test('the time left follows the pace of the last ten seconds', () => {
  const { tell } = at(1000)
  expect(tell(0, 0)).toBeUndefined()
  expect(tell(1, 100)).toBe(9000)
  expect(tell(2, 200)).toBe(8000)
  // Ten times slower from here on: once the quick seconds are out of sight, they count no more.
  tell(11, 210)
  expect(tell(20, 219)).toBe(781_000)
})

test('a pause is not counted', () => {
  const { pace, tell } = at(1000)
  tell(0, 0)
  tell(1, 100)
  pace.rest()
  expect(tell(60, 200)).toBeUndefined()
  expect(tell(61, 300)).toBe(7000)
})
