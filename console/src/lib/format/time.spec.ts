import { afterEach, describe, expect, it, vi } from 'vitest'
import { compactAge, localTimeProblem, momentsOf, spanInWords } from './time.ts'

const day = 86_400_000

describe('compactAge', () => {
  it.each([
    [-5000, '0s'],
    [0, '0s'],
    [59_999, '59s'],
    [60_000, '1m'],
    [3_599_999, '59m'],
    [3_600_000, '1h'],
    [day - 1, '23h'],
    [day, '1d'],
    [7 * day - 1, '6d'],
    [7 * day, '1w'],
    [29 * day, '4w'],
    [30 * day, '1mo'],
    [364 * day, '12mo'],
    [365 * day, '1y'],
    [800 * day, '2y'],
  ])('%d ms is %s', (ms, age) => expect(compactAge(ms)).toBe(age))
})

describe('spanInWords', () => {
  it.each([
    [0, '0 seconds'],
    [-1, '0 seconds'],
    [999, '1 second'],
    [61_000, '1 minute 1 second'],
    [3_600_000, '1 hour'],
    [2 * day + 3 * 3_600_000 + 60_000, '2 days 3 hours'],
  ])('%d ms is %s', (ms, words) => expect(spanInWords(ms)).toBe(words))
})

describe('local times', () => {
  afterEach(() => vi.unstubAllEnvs())
  it.each([
    ['Europe/Berlin', '2026-07-01T12:00', ['2026-07-01T10:00:00.000Z']],
    ['Europe/Berlin', '2026-03-29T01:59:59', ['2026-03-29T00:59:59.000Z']],
    ['Europe/Berlin', '2026-03-29T02:30', []],
    ['Europe/Berlin', '2026-03-29T03:00', ['2026-03-29T01:00:00.000Z']],
    ['Europe/Berlin', '2026-10-25T02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['Europe/Berlin', '2026-10-25T03:00', ['2026-10-25T02:00:00.000Z']],
    ['America/New_York', '2026-03-08T02:00', []],
    ['America/New_York', '2026-11-01T01:00', ['2026-11-01T05:00:00.000Z', '2026-11-01T06:00:00.000Z']],
    ['Australia/Lord_Howe', '2026-10-04T02:15', []],
    ['Australia/Lord_Howe', '2026-10-04T02:30', ['2026-10-03T15:30:00.000Z']],
    ['UTC', '2026-03-29T02:30', ['2026-03-29T02:30:00.000Z']],
    ['UTC', '', []],
  ])('in %s %s is %j', (zone, local, moments) => {
    vi.stubEnv('TZ', zone)
    expect(momentsOf(local).map((moment) => new Date(moment).toISOString())).toEqual(moments)
  })
  it('says why there is no such time', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(localTimeProblem('2026-03-29T02:30')).toBe('There is no such time: clocks were set forward')
    expect(localTimeProblem('2026-03-29T03:30')).toBeUndefined()
    expect(localTimeProblem('')).toBeUndefined()
  })
})
