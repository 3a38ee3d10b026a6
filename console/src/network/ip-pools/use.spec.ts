import { expect, test } from 'vitest'
import { basisPoints, usesOf } from './use.ts'

const use = (allocated: bigint, capacity: bigint) => ({ version: 'IPv6' as const, allocated, capacity })

test('counts stay digit for digit, also beyond what a double holds', () => {
  const capacity = '340282366920938463463374607431768211455'
  expect(usesOf({ ipv4: { allocated: 3, capacity: 4094 }, ipv6: { allocated: '9007199254740993', capacity } })).toEqual(
    [
      { version: 'IPv4', allocated: 3n, capacity: 4094n },
      { version: 'IPv6', allocated: 9007199254740993n, capacity: BigInt(capacity) },
    ],
  )
})

test('a version without addresses is left out', () => {
  const none = { allocated: '0', capacity: '0' }
  expect(usesOf({ ipv4: { allocated: 0, capacity: 0 }, ipv6: none })).toEqual([])
  expect(usesOf({ ipv4: { allocated: 0, capacity: 8 }, ipv6: none })).toHaveLength(1)
})

test('only a full pool is 100 %, and only an unused one is 0 %', () => {
  const all = 2n ** 64n
  expect(basisPoints(use(0n, all))).toBe(0)
  expect(basisPoints(use(1n, all))).toBe(1)
  expect(basisPoints(use(all / 2n, all))).toBe(5000)
  expect(basisPoints(use(all - 1n, all))).toBe(9999)
  expect(basisPoints(use(all, all))).toBe(10_000)
  expect(basisPoints(use(0n, 0n))).toBe(0)
})
