import { isIPv4, isIPv6 } from 'node:net'

/** A network of one family as the range of its addresses. */
export interface Network {
  family: 4 | 6
  first: bigint
  last: bigint
  width: number
  /** In CIDR form, with the host bits cleared. */
  text: string
}

const BITS = { 4: 32, 6: 128 } as const

export const familyOf = (text: string): 4 | 6 => (text.includes(':') ? 6 : 4)

/** @throws for text that is not an address, so that nothing else reaches a program's configuration */
export function addressNumber(text: string): bigint {
  if (isIPv4(text)) return text.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n)
  if (!isIPv6(text) || text.includes('%')) throw new Error(`Not an address: ${text}`)
  const plain = new URL(`http://[${text}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const groups = (part: string) => (part ? part.split(':') : [])
  const [front, back] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

export function addressText(number: bigint, family: 4 | 6): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join('.')
  const groups = Array.from({ length: 8 }, (_, at) => ((number >> BigInt(112 - 16 * at)) & 65_535n).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

/** Parses a network in CIDR form, or one address. */
export function parseNetwork(text: string): Network {
  const [address = '', suffix] = text.split('/')
  const family = familyOf(address)
  const bits = BITS[family]
  const width = suffix === undefined ? bits : Number(suffix)
  if (!Number.isInteger(width) || width < 0 || width > bits) throw new Error(`Not a network: ${text}`)
  const size = 1n << BigInt(bits - width)
  const first = (addressNumber(address) / size) * size
  return { family, first, last: first + size - 1n, width, text: `${addressText(first, family)}/${width}` }
}

export function contains(network: Network, address: string): boolean {
  if (network.family !== familyOf(address)) return false
  const number = addressNumber(address)
  return network.first <= number && number <= network.last
}

export interface Range {
  first: bigint
  last: bigint
}

/** The same addresses as sorted ranges that neither overlap nor touch. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = []
  for (const { first, last } of ranges.toSorted((a, b) => (a.first < b.first ? -1 : Number(a.first > b.first)))) {
    const previous = merged.at(-1)
    if (previous && first <= previous.last + 1n) previous.last = previous.last > last ? previous.last : last
    else merged.push({ first, last })
  }
  return merged
}
