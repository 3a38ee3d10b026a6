import { ipVersion } from '@skerry/contract/rules/networks.ts'
import ipaddr from 'ipaddr.js'

/** Reserved addresses at the start of every subnet. The last address is reserved too. */
export const RESERVED_AT_START = 5

/** A random unique local IPv6 prefix (RFC 4193): fd and 40 random bits. */
export function randomIpv6Prefix(): string {
  const bytes = [0xfd, ...crypto.getRandomValues(new Uint8Array(5)), ...Array<number>(10).fill(0)]
  return `${new ipaddr.IPv6(bytes).toString()}/48`
}

export const isIpv6 = (text: string): boolean => ipVersion(text) === 6

/** The first and last assignable address of a subnet's IPv4 block. */
export function usableAddresses(block: string): { first: string; last: string } {
  const { start, end } = ipv4Bounds(block)
  return { first: ipv4Text(start + RESERVED_AT_START), last: ipv4Text(end - 1) }
}

export const isIpv4 = (ip: string): boolean => ipVersion(ip) === 4

/** Whether an address of a subnet's IPv4 block is assignable, reserved, or outside the block. */
export function addressStatus(ip: string, block: string): 'usable' | 'reserved' | 'outside' {
  if (!isIpv4(ip)) return 'outside'
  const { start, end } = ipv4Bounds(block)
  const address = ipv4Number(ip)
  if (address < start || address > end) return 'outside'
  return address >= start + RESERVED_AT_START && address < end ? 'usable' : 'reserved'
}

const numberOf = (address: ipaddr.IPv4): number => address.octets.reduce((sum, octet) => sum * 256 + octet, 0)

/** An IPv4 address as a number, in the same order. */
const ipv4Number = (text: string): number => numberOf(ipaddr.IPv4.parse(text))

const ipv4Text = (number: number): string =>
  new ipaddr.IPv4([24, 16, 8, 0].map((shift) => (number >>> shift) & 255)).toString()

/** The previous or next IPv4 address; null past either end of the address space. */
export function adjacentAddress(ip: string, step: -1 | 1): string | null {
  const number = ipv4Number(ip) + step
  return number >= 0 && number < 2 ** 32 ? ipv4Text(number) : null
}

/** The first and the last address of an IPv4 network, as numbers. */
export function ipv4Bounds(net: string): { start: number; end: number } {
  const [address, width] = ipaddr.IPv4.parseCIDR(net)
  const start = numberOf(ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${width}`))
  return { start, end: start + 2 ** (32 - width) - 1 }
}

/** Our locally administered MAC prefixes, for instances and for probes. */
const INSTANCE_MACS = [0x5e, 0x4b, 0x59]
export const PROBE_MACS = [0x5e, 0x4b, 0x5a]

export function randomMac(prefix = INSTANCE_MACS): string {
  const own = crypto.getRandomValues(new Uint8Array(3))
  return [...prefix, ...own].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(':')
}
