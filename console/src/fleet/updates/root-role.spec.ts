import { expect, test } from 'vitest'
import { factsOfRootRole, validateRootRole } from './root-role.ts'

const role = { signed: { _type: 'root', version: 3, expires: '2030-01-01T00:00:00Z', keys: { a: {} } }, signatures: [] }

test('a root role is JSON that is signed', () => {
  expect(validateRootRole(JSON.stringify(role))).toBeUndefined()
  expect(validateRootRole('root')).toBe('Must be JSON')
  for (const other of [1, null, {}, { signed: {} }]) expect(validateRootRole(JSON.stringify(other))).toMatch(/signed/)
  expect(validateRootRole(JSON.stringify({ ...role, signed: { _type: 'targets' } }))).toMatch(/"_type"/)
})

test('what it says is read where it is there', () => {
  expect(factsOfRootRole(role)).toEqual({ version: '3', expires: new Date('2030-01-01T00:00:00Z'), keys: 1 })
  expect(factsOfRootRole(null)).toEqual({ version: '', expires: undefined, keys: 0 })
})
