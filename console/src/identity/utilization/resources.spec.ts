import { expect, test } from 'vitest'
import { resources } from './resources.ts'

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
