import { expect, it } from 'vitest'
import { askedAndLeft, bytesText } from './bytes.ts'

it.each([
  [0, '0 B'],
  [513, '513 B'],
  [2 ** 30, '1 GiB'],
  [1.5 * 2 ** 30, '1536 MiB'],
  [2 ** 40, '1 TiB'],
  [2n ** 63n - 1n, '9223372036854775807 B'],
])('writes %d as %s', (bytes, text) => expect(bytesText(bytes)).toBe(text))

const [MIB, GIB] = [2n ** 20n, 2n ** 30n]

it.each([
  [999n * GIB, 16873n * MIB, '999 GiB', '16.4 GiB'],
  [4n * GIB, 3n * GIB, '4 GiB', '3 GiB'],
  [2048n * GIB, GIB / 2n, '2048 GiB', '0.5 GiB'],
  [GIB, 0n, '1 GiB', '0 B'],
  [GIB + 1n, GIB, '1.1 GiB', '1 GiB'],
  [3n * MIB, MIB + 1n, '3 MiB', '1 MiB'],
])('writes %d asked for and %d left in one unit: %s, %s', (asked, left, ...texts) =>
  expect(askedAndLeft(asked, left)).toEqual(texts),
)
