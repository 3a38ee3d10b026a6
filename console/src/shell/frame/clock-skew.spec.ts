import { afterEach, expect, test, vi } from 'vitest'
import { api } from '~/api/api.ts'
import { clockSkew, watchClock } from './clock-skew.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['as far as answers take', 30_000, 0],
  ['an hour and a half ahead', 90 * 60_000 + 400, 90 * 60_000],
  ['three minutes behind', -3 * 60_000, -3 * 60_000],
])('a clock that is off is noticed at any answer: %s', async (_, off, expected) => {
  vi.useFakeTimers({ now: Date.parse('2026-01-31T12:00:00Z') + off })
  const headers = { date: 'Sat, 31 Jan 2026 12:00:00 GMT' }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 404, headers })))
  const stop = watchClock()
  await api.ping()
  expect(clockSkew.get()).toBe(expected)
  stop()
})
