import { describe, expect, it } from 'vitest'
import { formatBytes, formatCompact, formatCpus, formatFewDigits, formatPercent, plural } from './numbers.ts'

it.each([
  [0, '0'],
  [999_999, '999,999'],
  [1_000_000, '1M'],
  [1_250_000, '1.3M'],
  [3_400_000_000, '3.4B'],
  [1e15, '1e15'],
  [18_446_744_073_709_551_616n, '18.4e18'],
  [999_960_000_000_000_000, '1e18'],
  [-1_500_000, '-1.5M'],
])('formatCompact(%s) is %s', (value, text) => expect(formatCompact(value)).toBe(text))

it.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [1024 ** 2 - 1, '1 MiB'],
  [10 * 1024 ** 3, '10 GiB'],
  [7 * 1024 ** 4, '7 TiB'],
])('formatBytes(%d) is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

describe('formatPercent', () => {
  it('keeps two decimals', () => expect(formatPercent(1, 3)).toBe('33.33%'))
  it('has none to keep for a half', () => expect(formatPercent(1, 2)).toBe('50%'))
  it('says nothing of nothing', () => expect(formatPercent(0, 0)).toBe('—%'))
})

it.each([
  [0, '0'],
  [0.00459, '0.0046'],
  [0.1, '0.1'],
  [6.714, '6.71'],
  [4096, '4,096'],
])('formatFewDigits(%s) is %s', (value, text) => expect(formatFewDigits(value)).toBe(text))

it('one vCPU, two vCPUs', () => expect([formatCpus(1), formatCpus(2)]).toEqual(['1 vCPU', '2 vCPUs']))
it('one disk, two disks', () => expect([plural(1, 'disk'), plural(2, 'disk')]).toEqual(['1 disk', '2 disks']))
