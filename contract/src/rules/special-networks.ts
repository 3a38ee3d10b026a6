import ipaddr from 'ipaddr.js'
import { canonicalNet, ipVersion } from './networks.ts'

/** Networks whose addresses are valid only inside one network or one machine, by their usual name. */
const MULTICAST = ['multicast', '224.0.0.0/4', 'ff00::/8'] as const
const LOOPBACK = ['loopback', '127.0.0.0/8', '::1/128'] as const
const NOT_FOR_TRANSIT = [MULTICAST, LOOPBACK]
const NOT_FOR_HOSTS = [
  ...NOT_FOR_TRANSIT,
  ['unspecified', '0.0.0.0/8', '::/128'],
  ['link-local', '169.254.0.0/16', 'fe80::/10'],
  ['reserved', '240.0.0.0/4', undefined],
] as const

type Cidr = ReturnType<typeof ipaddr.parseCIDR>
interface Special {
  what: string
  net: string
  cidr: Cidr
}

/** Parsed on first use, so that importing this module does not load the library. */
const parsed = (blocks: readonly (readonly [string, string, string | undefined])[]): Special[] =>
  blocks.flatMap(([what, ipv4, ipv6]) =>
    [ipv4, mappedIpv4(ipv4), ...(ipv6 ? [ipv6] : [])].map((net) => ({ what, net, cidr: ipaddr.parseCIDR(net) })),
  )

/** The IPv4-mapped IPv6 network of an IPv4 network. */
function mappedIpv4(net: string): string {
  const [address, width] = net.split('/')
  return `::ffff:${address}/${96 + Number(width)}`
}

const meet = (a: Cidr, b: Cidr): boolean => a[0].kind() === b[0].kind() && a[0].match(b[0], Math.min(a[1], b[1]))

/** Why an address cannot belong to a host, worded to follow it; undefined when it can, or is not an address. */
export function hostAddressProblem(ip: string): string | undefined {
  if (!ipVersion(ip)) return undefined
  const address = ipaddr.parse(ip)
  const own: Cidr = [address, address.toByteArray().length * 8]
  const special = parsed(NOT_FOR_HOSTS).find(({ cidr }) => meet(cidr, own))
  return special && `is ${special.what}: it is in ${special.net}`
}

/** Sorted so that a network comes before those inside it, with nothing else in between. */
const inOrder = (a: { bytes: number[]; cidr: Cidr }, b: { bytes: number[]; cidr: Cidr }): number => {
  const at = a.bytes.findIndex((byte, index) => byte !== b.bytes[index])
  return a.bytes.length - b.bytes.length || (at < 0 ? a.cidr[1] - b.cidr[1] : a.bytes[at]! - b.bytes[at]!)
}

/** Why networks cannot be the transit IPs of an interface; undefined when they can. */
export function transitProblem(nets: readonly string[]): string | undefined {
  const special = parsed(NOT_FOR_TRANSIT)
  const seen = nets.map((net) => {
    const cidr = ipaddr.parseCIDR(net)
    return { net, cidr, bytes: cidr[0].toByteArray() }
  })
  for (const { net, cidr } of seen) {
    if (cidr[1] === 0) return `${net} is every address`
    if (!canonicalNet(net)) return `${net} has host bits set`
    const held = special.find((block) => meet(block.cidr, cidr))
    if (held) return `${net} holds ${held.what} addresses of ${held.net}`
  }
  const sorted = seen.toSorted(inOrder)
  const at = sorted.findIndex(({ cidr }, index) => index > 0 && meet(sorted[index - 1]!.cidr, cidr))
  return at < 0 ? undefined : `${sorted[at]!.net} overlaps ${sorted[at - 1]!.net}`
}

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6): number =>
  address.toByteArray().reduce((sum, octet) => sum * 256 + octet, 0)

export const ipv6RangeProblem = 'IPv6 ranges are not supported yet'

/** Why a range of addresses of one version cannot be in a pool; undefined when it can. */
export function poolRangeProblem(first: string, last: string): string | undefined {
  if (ipVersion(first) === 6) return ipv6RangeProblem
  const [from, to] = [first, last].map((ip) => numberOf(ipaddr.IPv4.parse(ip))) as [number, number]
  if (from > to) return `the first address of the range ${first}-${last} is after its last`
  const special = parsed(NOT_FOR_HOSTS).find(({ cidr: [address, width] }) => {
    if (address.kind() !== 'ipv4') return false
    const start = numberOf(address)
    return from < start + 2 ** (32 - width) && to >= start
  })
  return special && `the range ${first}-${last} holds ${special.what} addresses of ${special.net}`
}
