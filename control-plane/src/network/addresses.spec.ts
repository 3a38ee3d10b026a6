import { canonicalNet, ipv4BlockProblem } from '@skerry/contract/rules/networks.ts'
import { hostAddressProblem, poolRangeProblem, transitProblem } from '@skerry/contract/rules/special-networks.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEED } from '../testing/seed.ts'
import { adjacentAddress, ipv4Bounds, usableAddresses, addressStatus } from './addresses.ts'

/** The model: an address is its bit string, a network is the common prefix of its addresses. */
const bitsOf = (number: bigint, length: number) => number.toString(2).padStart(length, '0')
const ipv4Of = (number: bigint) => [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join('.')
const ipv6Of = (number: bigint) =>
  Array.from({ length: 8 }, (_, index) => ((number >> BigInt(112 - index * 16)) & 0xffffn).toString(16)).join(':')

const ipv4 = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n })
const ipv6 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })
interface Net {
  text: string
  bits: string
  width: number
  version: 4 | 6
}
const net4 = fc.tuple(ipv4, fc.nat(32)).map(([number, width]): Net => ({
  text: `${ipv4Of(number)}/${width}`,
  bits: bitsOf(number, 32),
  width,
  version: 4,
}))
const net6 = fc.tuple(ipv6, fc.nat(128)).map(([number, width]): Net => ({
  text: `${ipv6Of(number)}/${width}`,
  bits: bitsOf(number, 128),
  width,
  version: 6,
}))
/** The prefix of IPv4-mapped IPv6 addresses. */
const mapped = bitsOf(0xffffn, 96)
const mappedNet = fc.tuple(ipv4, fc.integer({ min: 90, max: 128 })).map(([number, width]): Net => {
  const bits = mapped + bitsOf(number, 32)
  return { text: `${ipv6Of(BigInt(`0b${bits}`))}/${width}`, bits, width, version: 6 }
})
/** The network without host bits. */
const cleared = (net: Net): Net => {
  const bits = net.bits.slice(0, net.width).padEnd(net.bits.length, '0')
  const number = BigInt(`0b${bits}`)
  return { ...net, bits, text: `${net.version === 4 ? ipv4Of(number) : ipv6Of(number)}/${net.width}` }
}
const meet = (a: Net, b: Net) =>
  a.version === b.version &&
  (a.bits.startsWith(b.bits.slice(0, b.width)) || b.bits.startsWith(a.bits.slice(0, a.width)))

describe('A network', () => {
  it('has one canonical form, and none with host bits', () => {
    fc.assert(
      fc.property(fc.oneof(net4, net6), (net) => {
        const clear = !net.bits.slice(net.width).includes('1')
        expect(canonicalNet(net.text) !== undefined).toBe(clear)
        const canonical = canonicalNet(cleared(net).text)!
        expect(canonicalNet(canonical)).toBe(canonical)
        expect(canonical.endsWith(`/${net.width}`)).toBe(true)
      }),
      { seed: SEED },
    )
  })

  it('has the first and last address that its prefix implies (IPv4)', () => {
    fc.assert(
      fc.property(net4, ({ text, bits, width }) => {
        const prefix = bits.slice(0, width)
        expect(ipv4Bounds(text)).toEqual({
          start: Number(`0b${prefix.padEnd(32, '0')}`),
          end: Number(`0b${prefix.padEnd(32, '1')}`),
        })
      }),
      { seed: SEED },
    )
  })

  it('is accepted as a transit network beside others that it does not overlap', () => {
    // In a small part of the private addresses, where overlaps are frequent.
    const near = fc
      .tuple(fc.nat(255), fc.integer({ min: 24, max: 32 }))
      .map(([last, width]) => cleared({ text: '', bits: bitsOf((10n << 24n) | BigInt(last), 32), width, version: 4 }))
    fc.assert(
      fc.property(fc.array(near, { minLength: 1, maxLength: 6 }), (nets) => {
        const overlaps = nets.some((net, index) => nets.slice(0, index).some((earlier) => meet(earlier, net)))
        const problem = transitProblem(nets.map(({ text }) => text))
        expect(problem?.includes('overlaps') ?? false).toBe(overlaps)
      }),
      { seed: SEED },
    )
  })

  it('is accepted among thousands of transit networks', () => {
    const nets = Array.from({ length: 9_000 }, (_, index) => `10.${index >> 8}.${index & 255}.0/24`)
    const began = performance.now()
    expect(transitProblem(nets)).toBeUndefined()
    expect(transitProblem([...nets, '10.3.4.128/25'])).toBe('10.3.4.128/25 overlaps 10.3.4.0/24')
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('is refused as a transit network when it has a multicast or loopback address', () => {
    const special = (net: Net) =>
      (
        [
          ['1110', 4],
          ['01111111', 4],
          ['11111111', 6],
          [bitsOf(1n, 128), 6],
          [`${mapped}1110`, 6],
          [`${mapped}01111111`, 6],
        ] as const
      ).some(([bits, version]) => meet({ text: '', bits, width: bits.length, version }, net))
    fc.assert(
      fc.property(fc.oneof(net4, net6, mappedNet).map(cleared), (net) => {
        expect(transitProblem([net.text]) !== undefined).toBe(net.width === 0 || special(net))
      }),
      { seed: SEED },
    )
  })
})

describe('A block of a subnet', () => {
  it('is private and within the size limits', () => {
    const inside = ['00001010', '101011000001', '1100000010101000']
    const often = fc.tuple(fc.constantFrom(...inside), ipv4, fc.nat(32)).map(([start, number, width]): Net => {
      const bits = start + bitsOf(number, 32).slice(start.length)
      return { text: `${ipv4Of(BigInt(`0b${bits}`))}/${width}`, bits, width, version: 4 }
    })
    fc.assert(
      fc.property(fc.oneof(net4, often), fc.boolean(), (any, clear) => {
        const net = clear ? cleared(any) : any
        const right =
          net.width >= 8 &&
          net.width <= 26 &&
          !net.bits.slice(net.width).includes('1') &&
          inside.some((bits) => net.width >= bits.length && net.bits.startsWith(bits))
        expect(ipv4BlockProblem(net.text) === undefined).toBe(right)
      }),
      { seed: SEED },
    )
  })

  it('has all addresses usable except the first five and the last', () => {
    const block = fc
      .tuple(ipv4, fc.integer({ min: 24, max: 26 }))
      .map(([number, width]) => cleared({ text: '', bits: bitsOf(number, 32), width, version: 4 }))
    fc.assert(
      fc.property(block, ({ text, bits, width }) => {
        const start = BigInt(`0b${bits}`)
        const size = 2n ** BigInt(32 - width)
        const given = []
        for (let index = 0n; index < size; index++)
          if (addressStatus(ipv4Of(start + index), text) === 'usable') given.push(index)
        expect([given[0], given.at(-1), given.length]).toEqual([5n, size - 2n, Number(size) - 6])
        expect(usableAddresses(text)).toEqual({ first: ipv4Of(start + 5n), last: ipv4Of(start + size - 2n) })
        const beside = [adjacentAddress(ipv4Of(start), -1), adjacentAddress(ipv4Of(start + size - 1n), 1)]
        for (const outside of beside.filter((each) => each !== null))
          expect(addressStatus(outside, text)).toBe('outside')
      }),
      { numRuns: 30, seed: SEED },
    )
  })
})

it('A host address is not unspecified, multicast, loopback or broadcast', () => {
  const special4 = ['1110', '1111', '01111111', '00000000', bitsOf((169n << 8n) | 254n, 16)]
  const special6 = [
    '11111111',
    '1111111010',
    bitsOf(0n, 128),
    bitsOf(1n, 128),
    ...special4.map((bits) => mapped + bits),
  ]
  /** Any address, often with the prefix of a special one. */
  const among = (special: readonly string[], length: number) =>
    fc
      .tuple(fc.constantFrom('', ...special), fc.bigInt({ min: 0n, max: 2n ** BigInt(length) - 1n }))
      .map(([start, number]) => start + bitsOf(number, length).slice(start.length))
  fc.assert(
    fc.property(fc.oneof(among(special4, 32), among(special6, 128)), (bits) => {
      const number = BigInt(`0b${bits}`)
      const [text, special] = bits.length === 32 ? [ipv4Of(number), special4] : [ipv6Of(number), special6]
      expect(hostAddressProblem(text) === undefined).toBe(!special.some((start) => bits.startsWith(start)))
    }),
    { numRuns: 500, seed: SEED },
  )
})

describe('A range of a pool', () => {
  it('is ascending and has host addresses only', () => {
    const special = ['1110', '1111', '01111111', '00000000', bitsOf((169n << 8n) | 254n, 16)]
    const near = fc
      .tuple(fc.constantFrom(...special), fc.integer({ min: -300, max: 300 }), fc.boolean())
      .map(([bits, step, atEnd]) => {
        const edge = BigInt(`0b${bits.padEnd(32, atEnd ? '1' : '0')}`) + BigInt(step)
        return edge < 0n ? 0n : edge >= 2n ** 32n ? 2n ** 32n - 1n : edge
      })
    const address = fc.oneof(ipv4, near)
    fc.assert(
      fc.property(address, address, (first, last) => {
        const holds = special.some((bits) => {
          const [start, end] = [BigInt(`0b${bits.padEnd(32, '0')}`), BigInt(`0b${bits.padEnd(32, '1')}`)]
          return first <= end && last >= start
        })
        expect(poolRangeProblem(ipv4Of(first), ipv4Of(last)) === undefined).toBe(first <= last && !holds)
      }),
      { numRuns: 500, seed: SEED },
    )
  })
})
