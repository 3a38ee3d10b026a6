import { describe, expect, test } from 'vitest'
import { canonicalUuid, isUuid, nameProblem } from './names.ts'

const uuid = 'c0ffee00-1234-4abc-8def-0123456789ab'

describe('nameProblem', () => {
  test.each(['a', 'web-1', 'a--b', 'x'.repeat(63)])('accepts %s', (name) => {
    expect(nameProblem(name)).toBeUndefined()
  })

  test.each([
    ['', 'must not be empty'],
    ['a'.repeat(64), 'must be at most 63 characters'],
    ['Web', 'can only contain lower-case letters, digits and hyphens'],
    ['web server', 'can only contain lower-case letters, digits and hyphens'],
    ['wéb', 'can only contain lower-case letters, digits and hyphens'],
    ['web\n', 'can only contain lower-case letters, digits and hyphens'],
    ['1web', 'must start with a lower-case letter'],
    ['-web', 'must start with a lower-case letter'],
    ['web-', 'must end with a letter or a digit'],
    [uuid, 'must not be a UUID'],
    [uuid.replaceAll('-', ''), 'must not be a UUID'],
  ])('refuses %j: %s', (name, problem) => {
    expect(nameProblem(name)).toBe(problem)
  })

  test('names the first rule broken where there are several', () => {
    expect(nameProblem(`${'A'.repeat(64)}-`)).toBe('must be at most 63 characters')
    expect(nameProblem('1A-')).toBe('can only contain lower-case letters, digits and hyphens')
    expect(nameProblem('1-')).toBe('must start with a lower-case letter')
  })
})

describe('UUIDs', () => {
  test('are told with and without hyphens, in either case', () => {
    for (const spelling of [uuid, uuid.toUpperCase(), uuid.replaceAll('-', '')]) {
      expect(isUuid(spelling)).toBe(true)
      expect(canonicalUuid(spelling)).toBe(uuid)
    }
  })

  test.each(['', 'web', uuid.slice(1), `${uuid}0`, uuid.replace('-', ''), uuid.replace('c', 'g')])(
    '%j is none',
    (text) => {
      expect(isUuid(text)).toBe(false)
      expect(canonicalUuid(text)).toBe(text)
    },
  )
})
