import { expect, test } from 'vitest'
import { changedLines, shownValue } from './audit-change.tsx'

const nils = '0b8f7f0e-6f0f-4f0a-8b1d-3f4c5a6b7c8d'
const role = (role_name: string, identity_id = nils) => ({ identity_id, identity_type: 'silo_user', role_name })

test('a change of roles is a line for each user, by name', () => {
  const names = { [nils]: 'nils-aker' }
  const line = (before: unknown, after: unknown) => changedLines(before, after, names)
  expect(line([role('viewer')], [role('collaborator')])).toEqual([
    { sign: '→', text: 'nils-aker: viewer → collaborator' },
  ])
  expect(line([], [role('viewer')])).toEqual([{ sign: '+', text: 'nils-aker: viewer' }])
  expect(line([role('viewer', 'gone')], [])).toEqual([{ sign: '−', text: 'gone: viewer' }])
})

test('other values have names instead of ids', () => {
  expect(changedLines({ silo_id: nils }, undefined, { [nils]: 'north-quay' })).toEqual([
    { sign: '−', text: '{"silo_id":"north-quay"}' },
  ])
  expect(changedLines(null, [1, 'two'])).toEqual([
    { sign: '+', text: '1' },
    { sign: '+', text: 'two' },
  ])
})

test('amounts of bytes are in the usual unit, with the number that was sent', () => {
  expect(shownValue('memory', 8 * 2 ** 30)).toBe('8 GiB (8589934592)')
  expect(shownValue('size', 2n ** 60n)).toBe('1 EiB (1152921504606846976)')
  expect(shownValue('ncpus', 2)).toBe(2)
  expect(shownValue('size', undefined)).toBeUndefined()
})
