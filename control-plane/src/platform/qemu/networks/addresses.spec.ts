import * as fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { addressNumber, addressText, mergeRanges, parseNetwork } from './addresses.ts'

const bytes = fc.oneof(
  fc.uint8Array({ minLength: 4, maxLength: 4 }),
  fc.uint8Array({ minLength: 16, maxLength: 16 }),
  // Runs of zeros are what IPv6 shortens.
  fc.array(fc.constantFrom(0, 0, 0, 1), { minLength: 16, maxLength: 16 }).map((list) => Uint8Array.from(list)),
)

test('addresses are the numbers of their bytes, in each spelling', () => {
  fc.assert(
    fc.property(bytes, (parts) => {
      const parsed = ipaddr.fromByteArray([...parts])
      const number = [...parts].reduce((sum, part) => sum * 256n + BigInt(part), 0n)
      const family = parts.length === 4 ? 4 : 6
      for (const spelling of [parsed.toString(), parsed.toNormalizedString()])
        expect(addressNumber(spelling)).toBe(number)
      expect(addressNumber(addressText(number, family))).toBe(number)
    }),
  )
})

test.each(['', '1.2.3', '1.2.3.4.5', '01.2.3.4', 'fe80::1%eth0', '::1\n', '1.2.3.4 ', 'g::1'])(
  '%j is no address',
  (text) => {
    expect(() => addressNumber(text)).toThrow('Not an address')
  },
)

test('a network is the range of its addresses, without host bits', () => {
  expect(parseNetwork('10.1.2.3/8')).toMatchObject({ text: '10.0.0.0/8', first: 10n << 24n, last: (11n << 24n) - 1n })
  expect(parseNetwork('fd00::5').text).toBe('fd00::5/128')
  expect(() => parseNetwork('10.0.0.0/33')).toThrow('Not a network')
})

test('merged ranges hold the same numbers, and none touches another', () => {
  const range = fc
    .tuple(fc.nat(40), fc.nat(5))
    .map(([first, more]) => ({ first: BigInt(first), last: BigInt(first + more) }))
  fc.assert(
    fc.property(fc.array(range), (ranges) => {
      const holds = (list: readonly { first: bigint; last: bigint }[], at: bigint) =>
        list.some(({ first, last }) => first <= at && at <= last)
      const merged = mergeRanges(ranges)
      for (let at = 0n; at < 50n; at += 1n) expect(holds(merged, at)).toBe(holds(ranges, at))
      for (const [at, { first }] of merged.slice(1).entries()) expect(first).toBeGreaterThan(merged[at]!.last + 1n)
    }),
  )
})
