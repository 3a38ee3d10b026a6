import ipaddr from 'ipaddr.js'

/** Bounds what one project can have the platform compute: a VPC is described to it whole. */
export const maxVpcs = 256
export const maxSubnets = 1024
export const maxRouters = 256
/** Custom routes, of all routers of a VPC. */
export const maxRoutes = 4096
export const maxGateways = 256
export const maxGatewayAddresses = 256

/** Bits of a network that holds all IPv4-mapped addresses. */
const MAPPED_WIDTH = 96
const SUBNET_WIDTHS = { least: 8, most: 26 }

const isIpv4 = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text)
const isIpv6 = (text: string) => /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`)

/** The version of an address; undefined for any other text. */
export const ipVersion = (text: string): 4 | 6 | undefined => (isIpv4(text) ? 4 : isIpv6(text) ? 6 : undefined)

/** Why a text is not an IP address, worded for a person; undefined when it is one. */
export const ipProblem = (text: string): string | undefined =>
  ipVersion(text) ? mappedProblem(text) : 'Not a valid IP address'

const isMappedWidth = (text: string) => /^\d+$/.test(text) && Number(text) >= MAPPED_WIDTH && Number(text) <= 128

/**
 * Why an IPv4-mapped address or network cannot be used, worded for a person; undefined for any other text. Packets carry
 * the IPv4 address, so nothing would match it.
 */
export function mappedProblem(text: string): string | undefined {
  const [address = '', width] = text.split('/')
  const [, ipv4] = (isIpv6(address) && /^::ffff:([\d.]+)$/.exec(canonicalIp(address))) || []
  if (!ipv4 || (width !== undefined && !isMappedWidth(width))) return undefined
  return `IPv4-mapped: write ${ipv4}${width === undefined ? '' : `/${Number(width) - MAPPED_WIDTH}`}`
}

/** Why a text is not an IP network, worded for a person; undefined when it is one. */
export function ipNetProblem(text: string): string | undefined {
  const [address = '', width, ...rest] = text.split('/')
  if (!address || !width || rest.length > 0) return 'Must contain an IP address and a width, separated by a /'
  const version = ipVersion(address)
  if (!version) return 'Not a valid IP address'
  if (!/^\d+$/.test(width)) return 'Width must be an integer'
  // Some programs read 010 as eight.
  if (/^0\d/.test(width)) return 'Width must not begin with a zero'
  if (version === 4 && Number(width) > 32) return 'Max width for IPv4 is 32'
  if (version === 6 && Number(width) > 128) return 'Max width for IPv6 is 128'
  return mappedProblem(text)
}

/** The same for a network that may have no host bits. */
export function networkProblem(text: string): string | undefined {
  const problem = ipNetProblem(text)
  if (problem || canonicalNet(text)) return problem
  const [address, width] = ipaddr.parseCIDR(text)
  return `Has host bits set: write ${canonicalIpNet(`${bounds(address, width).network.toString()}/${width}`)}`
}

/** The IP version of a valid network. */
export const netVersion = (net: string): 4 | 6 | undefined => ipVersion(net.split('/')[0]!)

/** The canonical spelling of an address (RFC 5952): `::1` for `0:0::1`. Other text is returned unchanged. */
export function canonicalIp(text: string): string {
  if (!isIpv6(text)) return text
  // The library parses ::1.2.3.4 as ::ffff:1.2.3.4, which is a different address.
  const plain = new URL(`http://[${text}]`).hostname.slice(1, -1)
  const address = ipaddr.IPv6.parse(plain)
  return address.isIPv4MappedAddress() ? `::ffff:${address.toIPv4Address().toString()}` : plain
}

/** The canonical spelling of a network; host bits stay. Other text is returned unchanged. */
export function canonicalIpNet(text: string): string {
  if (ipNetProblem(text)) return text
  const [address, width] = text.split('/')
  return `${canonicalIp(address!)}/${Number(width)}`
}

/** The canonical spelling of a network; undefined when it has host bits. */
export function canonicalNet(text: string): string | undefined {
  const net = canonicalIpNet(text)
  const [address, width] = ipaddr.parseCIDR(net)
  return bounds(address, width).network.toString() === address.toString() ? net : undefined
}

function bounds(address: ipaddr.IPv4 | ipaddr.IPv6, width: number) {
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  const cidr = `${address.toString()}/${width}`
  return { network: family.networkAddressFromCIDR(cidr), last: family.broadcastAddressFromCIDR(cidr) }
}

/** Why an IPv4 network cannot be a subnet's block; undefined when it can. */
export function ipv4BlockProblem(net: string): string | undefined {
  const [address, width] = ipaddr.IPv4.parseCIDR(net)
  if (width < SUBNET_WIDTHS.least || width > SUBNET_WIDTHS.most)
    return `must be from /${SUBNET_WIDTHS.least} to /${SUBNET_WIDTHS.most}`
  if (!canonicalNet(net)) return 'has host bits set'
  const isPrivate = bounds(address, width).last.range() === 'private' && address.range() === 'private'
  return isPrivate ? undefined : 'must be private: in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'
}

/** Why an IPv6 network cannot be a VPC's prefix; undefined when it can. */
export function ipv6PrefixProblem(net: string): string | undefined {
  const [address, width] = ipaddr.IPv6.parseCIDR(net)
  if (width !== 48) return 'must be a /48'
  if (address.toByteArray()[0] !== 0xfd) return 'must be in fd00::/8'
  return canonicalNet(net) ? undefined : 'has host bits set'
}

/** Why an IPv6 network cannot be the block of a subnet of a VPC with that prefix; undefined when it can. */
export function ipv6BlockProblem(net: string, prefix: string): string | undefined {
  const [address, width] = ipaddr.IPv6.parseCIDR(net)
  if (width !== 64) return 'must be a /64'
  if (!canonicalNet(net)) return 'has host bits set'
  return address.match(ipaddr.IPv6.parseCIDR(prefix)) ? undefined : `must be in the VPC's prefix ${prefix}`
}

/** Why two addresses are not a range, worded for a person; undefined when they are. Both are valid addresses. */
export function rangeProblem(first: string, last: string): string | undefined {
  const [from, to] = [ipaddr.parse(first), ipaddr.parse(last)]
  if (from.kind() !== to.kind()) return 'First and last address must both be IPv4 or both IPv6'
  const [bytes, end] = [from.toByteArray(), to.toByteArray()]
  const at = bytes.findIndex((byte, index) => byte !== end[index])
  return at >= 0 && bytes[at]! > end[at]! ? 'Last address must not be lower than the first' : undefined
}

/** Whether an address is in a network, or equals it where an address is given instead of a network. */
export function isWithin(address: string, netOrAddress: string): boolean {
  const parsed = ipaddr.parse(address)
  if (!netOrAddress.includes('/')) return ipaddr.parse(netOrAddress).toString() === parsed.toString()
  const [net, width] = ipaddr.parseCIDR(netOrAddress)
  return net.kind() === parsed.kind() && parsed.match(net, width)
}

const ipv4Number = (text: string): number => text.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)

/** `isWithin` for one address and very many networks: of IPv4 it costs a tenth. */
export function withinTester(address: string): (netOrAddress: string) => boolean {
  if (!isIpv4(address)) return (net) => net.includes(':') && isWithin(address, net)
  const own = ipv4Number(address)
  return (net) => {
    if (net.includes(':')) return false
    const [start = '', width = 32] = net.split('/')
    const size = 2 ** (32 - Number(width))
    return Math.floor(own / size) === Math.floor(ipv4Number(start) / size)
  }
}

/** Whether a network is inside another. */
export const isNetWithin = (net: string, outer: string): boolean =>
  Number(net.split('/')[1]) >= Number(outer.split('/')[1]) && isWithin(net.split('/')[0]!, outer)

/** Whether a network is inside a range of addresses. */
export function isNetWithinRange(net: string, first: string, last: string): boolean {
  const [address, width] = ipaddr.parseCIDR(net)
  const { network, last: end } = bounds(address, width)
  return isOrdered(first, network.toString()) && isOrdered(end.toString(), last)
}

/** Whether two addresses of one version are in ascending order. */
const isOrdered = (...addresses: [string, string]): boolean => rangeProblem(...addresses) === undefined
