import { expect, test } from 'vitest'
import { isNearlyUsedUp, resources, usedShare } from './resources.ts'

const [mib, gib, tib] = [1024 ** 2, 1024 ** 3, 1024 ** 4]

test.each([
  ['storage', 0, 'GiB', ['0', '0']],
  ['storage', gib, 'GiB', ['0.5', '1']],
  ['storage', 300 * mib, 'MiB', ['150', '300']],
  ['storage', 32 * tib, 'TiB', ['16', '32']],
  ['memory', 2 * tib, 'GiB', ['1,024', '2,048']],
  ['memory', 512 * mib, 'MiB', ['256', '512']],
  ['cpus', 4, 'vCPUs', ['2', '4']],
])('%s: half of %d and all of it are in %s', (resource, most, unit, words) => {
  const sums = resources.find(({ key }) => key === resource)!.sums(most)
  expect([sums.unit, [most / 2, most].map(sums.inUnit)]).toEqual([unit, words])
})

test.each([
  [0, 0, 0, false],
  [1, 0, 1, true],
  [3, 4, 0.75, false],
  [3.1, 4, 0.775, true],
  [6, 4, 1.5, true],
])('%d of %d used is a share of %d, red: %s', (used, most, share, isRed) => {
  expect([usedShare(used, most), isNearlyUsedUp(used, most)]).toEqual([share, isRed])
})
