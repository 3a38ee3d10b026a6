import { nameProblem } from '@skerry/contract/rules/names.ts'
import { expect, it } from 'vitest'
import { generateName } from './generated-name.ts'

it('joins its parts and ends in six hex characters', () =>
  expect(generateName(['web', 'debian-12'])).toMatch(/^web-debian-12-[0-9a-f]{6}$/))

it('leaves out empty parts', () => expect(generateName(['web', ''], 'abc123')).toBe('web-abc123'))

it('stays within 63 characters', () => {
  const name = generateName(['a'.repeat(63), 'b'], 'abc123')
  expect(name).toBe(`${'a'.repeat(56)}-abc123`)
  expect(name).toHaveLength(63)
})

it('does not double the hyphen where the cut falls on one', () => {
  const name = generateName([`${'a'.repeat(55)}-b`], 'abc123')
  expect(name).toBe(`${'a'.repeat(55)}-abc123`)
  expect(nameProblem(name)).toBeUndefined()
})
