import { expect, test } from 'vitest'
import { formatBytes } from '~/lib/format/numbers.ts'
import { formatClock, formatDay } from '~/lib/format/time.ts'
import { binarySteps, timeTicks } from './axis.ts'

test('ticks of bytes are whole numbers of a binary unit', () => {
  const words = binarySteps.slice(0, 50).flatMap((step) => [1, 2, 3].map((times) => formatBytes(step * times)))
  expect(words).toContain('2 MiB')
  expect(words.filter((word) => /\.[^5]/.test(word))).toEqual([])
})

test('ticks of time are written as in tables: the clock within a day, days beyond', () => {
  const [from, to] = [Date.UTC(2026, 0, 1, 12), Date.UTC(2026, 0, 1, 13)]
  expect(timeTicks([from, to], { from, to })).toEqual([formatClock(new Date(from)), formatClock(new Date(to))])
  const later = Date.UTC(2026, 0, 8)
  expect(timeTicks([from], { from, to: later })).toEqual([formatDay(new Date(from))])
})
