import { expect, test } from 'vitest'
import { announcementsProblem, maxAnnouncements } from './bgp.ts'

test('networks of either family are announced once each', () => {
  expect(announcementsProblem([])).toBeUndefined()
  expect(announcementsProblem(['203.0.113.0/24', '203.0.113.0/25', 'fd00:1::/64'])).toBeUndefined()
  expect(announcementsProblem(['fd00:1::/64', 'FD00:1:0::/64'])).toBe('network fd00:1::/64 is announced twice')
  expect(announcementsProblem(['203.0.113.1/24'])).toBe('network 203.0.113.1/24 has host bits set')
})

test('a set announces only so many', () => {
  const networks = Array.from({ length: maxAnnouncements + 1 }, (_, at) => `10.${at >> 8}.${at & 255}.0/24`)
  expect(announcementsProblem(networks.slice(1))).toBeUndefined()
  expect(announcementsProblem(networks)).toBe('an announce set has at most 5000 announcements')
})
