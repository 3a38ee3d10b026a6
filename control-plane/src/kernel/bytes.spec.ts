import { expect, it } from 'vitest'
import { bytesText } from './bytes.ts'

it.each([
  [0, '0 B'],
  [513, '513 B'],
  [2 ** 30, '1 GiB'],
  [1.5 * 2 ** 30, '1536 MiB'],
  [2 ** 40, '1 TiB'],
  [2n ** 63n - 1n, '9223372036854775807 B'],
])('writes %d as %s', (bytes, text) => expect(bytesText(bytes)).toBe(text))
