import { expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'
import { StartupError } from './startup-error.ts'

test('sessions last eight hours unused and a day in all, unless minutes are set', () => {
  expect(readConfiguration([], {}).sessions).toEqual({ idleMs: 8 * 3_600_000, absoluteMs: 24 * 3_600_000 })
  const set = readConfiguration([], { SKERRY_SESSION_IDLE: '15', SKERRY_SESSION_MAX: '60' })
  expect(set.sessions).toEqual({ idleMs: 900_000, absoluteMs: 3_600_000 })
})

test.each(['0', '-1', '1.5', 'an hour', '525601'])('%s minutes of a session are refused', (minutes) => {
  expect(() => readConfiguration([], { SKERRY_SESSION_IDLE: minutes })).toThrow(StartupError)
})
