import { expect, it } from 'vitest'
import { boundedList, differenceOf } from './difference.ts'

it('keeps the fields that differ, and nothing where only the time of the change does', () => {
  const before = { id: 'a', name: 'old', size: 2n, time_modified: '2026-01-01' }
  expect(differenceOf(before, { ...before, name: 'new', time_modified: '2026-01-02' })).toEqual({
    before: { name: 'old' },
    after: { name: 'new' },
  })
  expect(differenceOf(before, { ...before, time_modified: '2026-01-02' })).toBeUndefined()
  expect(differenceOf({}, { name: 'new' })).toEqual({ before: {}, after: { name: 'new' } })
})

it('keeps of lists what was removed and what was added, whatever their order', () => {
  expect(differenceOf({ ips: ['a', 'b', 'c'] }, { ips: ['c', 'd', 'a'] })).toEqual({
    before: { ips: ['b'] },
    after: { ips: ['d'] },
  })
  expect(differenceOf({ ips: ['a', 'b'] }, { ips: ['b', 'a'] })).toBeUndefined()
  expect(differenceOf({ allow: 'any' }, { allow: 'list', ips: ['a'] })).toEqual({
    before: { allow: 'any', ips: [] },
    after: { allow: 'list', ips: ['a'] },
  })
})

it('says that a secret changed, and not what it was or is', () => {
  const before = { md5_auth_key: 'k1', peers: [{ addr: 'x', md5_auth_key: 'k1' }], auth: { password: 'p1' } }
  const after = { md5_auth_key: 'k2', peers: [{ addr: 'x', md5_auth_key: 'k2' }], auth: { password: 'p2' } }
  const difference = differenceOf(before, after)
  expect(Object.keys(difference?.after ?? {})).toEqual(['md5_auth_key', 'peers', 'auth'])
  expect(JSON.stringify(difference)).not.toMatch(/"[kp][12]"/)
})

it('is short, and text that PostgreSQL takes, however long the values are', () => {
  const long = differenceOf(
    { list: [], text: '' },
    { list: Array.from({ length: 5000 }, (_, i) => i), text: 'x'.repeat(1e6) },
  )
  expect(JSON.stringify(long).length).toBeLessThan(2000)
  expect(boundedList(Array.from({ length: 102 }))).toHaveLength(101)
  const emoji = differenceOf({ text: '' }, { text: `${'x'.repeat(999)}\u{1F600}` })
  expect(JSON.stringify(emoji)).not.toContain(String.raw`\ud83d`)
})
