import { ipVersion } from '@skerry/contract/rules/networks.ts'
import ipaddr from 'ipaddr.js'

/** Addresses at the start of every subnet that are the network's own; the last one is too. */
export const RESERVED_AT_START = 5

/** A random /48 of those that anybody may use at home: fd and 40 random bits. */
export function randomIpv6Prefix(): string {
  const bytes = [0xfd, ...crypto.getRandomValues(new Uint8Array(5)), ...Array<number>(10).fill(0)]
  return `${new ipaddr.IPv6(bytes).toString()}/48`
}

export const isIpv6 = (text: string): boolean => ipVersion(text) === 6

/** The first and the last address that a subnet with that IPv4 block may give to interfaces. */
export function usableAddresses(block: string): { first: string; last: string } {
  const { start, end } = ipv4Bounds(block)
  return { first: ipv4Text(start + RESERVED_AT_START), last: ipv4Text(end - 1) }
}

export const isIpv4 = (ip: string): boolean => ipVersion(ip) === 4

/** Whether an address is one that a subnet with that IPv4 block may give to an interface. */
export function usableIn(ip: string, block: string): 'usable' | 'reserved' | 'outside' {
  if (!isIpv4(ip)) return 'outside'
  const { start, end } = ipv4Bounds(block)
  const address = ipv4Number(ip)
  if (address < start || address > end) return 'outside'
  return address >= start + RESERVED_AT_START && address < end ? 'usable' : 'reserved'
}

const numberOf = (address: ipaddr.IPv4): number => address.octets.reduce((sum, octet) => sum * 256 + octet, 0)

/** An IPv4 address as a number that compares as addresses do. */
const ipv4Number = (text: string): number => numberOf(ipaddr.IPv4.parse(text))

const ipv4Text = (number: number): string =>
  new ipaddr.IPv4([24, 16, 8, 0].map((shift) => (number >>> shift) & 255)).toString()

/** The IPv4 address right before or after another; null beyond the first and the last there is. */
export function addressBeside(ip: string, step: -1 | 1): string | null {
  const number = ipv4Number(ip) + step
  return number >= 0 && number < 2 ** 32 ? ipv4Text(number) : null
}

/** The first and the last address of an IPv4 network, as numbers. */
export function ipv4Bounds(net: string): { start: number; end: number } {
  const [address, width] = ipaddr.IPv4.parseCIDR(net)
  const start = numberOf(ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${width}`))
  return { start, end: start + 2 ** (32 - width) - 1 }
}

/** Prefixes of ours, of addresses that no maker owns: those of instances, and those of probes. */
const INSTANCE_MACS = [0x5e, 0x4b, 0x59]
export const PROBE_MACS = [0x5e, 0x4b, 0x5a]

export function randomMac(prefix = INSTANCE_MACS): string {
  const own = crypto.getRandomValues(new Uint8Array(3))
  return [...prefix, ...own].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(':')
}
