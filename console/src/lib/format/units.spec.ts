import { expect, test } from 'vitest'
import { formatMeasured } from './units.ts'

test.each([
  [456.2e9, 'nanoseconds', '456.2 s'],
  [1.5e6, 'nanoseconds', '1.5 ms'],
  [0, 'nanoseconds', '0 s'],
  [1.1e12, 'count', '1.1 T'],
  [456.2e9, 'none', '456.2 G'],
  [456_200, 'count', '456,200'],
  [1.25, undefined, '1.25'],
  [1536, 'bytes', '1.5 KiB'],
  [41.5, 'degrees_celsius', '41.5 °C'],
  [2_500_000, 'watts', '2.5 MW'],
  [12_000, 'rpm', '12,000 rpm'],
] as const)('%s in %s is %s', (value, unit, text) => expect(formatMeasured(value, unit)).toBe(text))
