import { expect, test } from 'vitest'
import { listDifferences } from './allow-list-values.ts'

test('what differs of two lists is whether they allow any, and their networks', () => {
  const list = (...networks: string[]) => ({ allow: 'list' as const, networks })
  expect(listDifferences(list('10.0.0.0/8', 'fd00::/64'), list('FD00:0::/64', '10.0.0.0/8'))).toEqual([])
  expect(listDifferences({ allow: 'any', networks: [] }, list('10.0.0.0/8'))).toEqual([
    { what: 'Allowed', before: 'Any address', now: 'These networks' },
    { what: '10.0.0.0/8', now: 'allowed' },
  ])
  expect(listDifferences(list('10.0.0.0/8'), list('10.0.0.0/16'))).toEqual([
    { what: '10.0.0.0/8', before: 'allowed' },
    { what: '10.0.0.0/16', now: 'allowed' },
  ])
})
