import { expect, it } from 'vitest'
import { timestamp } from './time.ts'

it.each([
  ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000000Z'],
  ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999000Z'],
  ['2024-02-29T09:08:07.060Z', '2024-02-29T09:08:07.060000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999000Z'],
  ['-000001-01-01T00:00:00.000Z', '-000001-01-01T00:00:00.000000Z'],
])('writes %s with microseconds', (text, expected) => {
  expect(timestamp(new Date(text))).toBe(expected)
})

it('writes times of different days in any order', () => {
  const days = ['2026-11-23T23:59:59.999Z', '2026-11-24T00:00:00.000Z', '2026-11-23T12:00:00.500Z']
  expect(days.map((day) => timestamp(new Date(day)))).toEqual(days.map((day) => day.replace('Z', '000Z')))
})
