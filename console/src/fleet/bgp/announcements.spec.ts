import { expect, test } from 'vitest'
import { setDifferences, type SetValues } from './announcements.ts'

const set = (description: string, ...networks: string[]): SetValues => ({
  name: 'edge',
  description,
  announcements: networks.map((network) => ({ network, block: 'one', lot: 'public' })),
})

test('what differs of a set is its description and each network on one side alone', () => {
  expect(setDifferences(set('', '10.0.0.0/8', 'fd00::/64'), set('', 'FD00::/64', '10.0.0.0/8'))).toEqual([])
  expect(setDifferences(set('', '10.0.0.0/8'), set('Mine', '10.1.0.0/16'))).toEqual([
    { what: 'Description', before: 'none', now: 'Mine' },
    { what: '10.0.0.0/8', before: 'public' },
    { what: '10.1.0.0/16', now: 'public' },
  ])
})
