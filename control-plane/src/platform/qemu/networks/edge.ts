import { familyOf } from './addresses.ts'
import { UPLINK } from './links.ts'
import { chainText, setText, tableText } from './nft-text.ts'
import type { NetworkPlan, PlannedExternal } from './plan.ts'

/** The link from the edge to a VPC's namespace. */
export const edgeLink = (vni: number): string => `v${vni.toString(16)}`
/** The table of routes that leads there; above the numbers that Linux uses itself. */
export const edgeTable = (vni: number): number => 0x1_00_00_00 + vni

interface Owned extends PlannedExternal {
  vni: number
}

/**
 * The rules of the namespace between the VPCs and the host. It leads a packet to the VPC that has its external address:
 * of a shared address, by the port, or the number in its place of an ICMP echo or of the packet that an error quotes.
 */
export function edgeTableOf(plans: readonly Pick<NetworkPlan, 'vni' | 'externals'>[]): string {
  const owned = plans.flatMap(({ vni, externals }) =>
    externals.filter(({ outside }) => familyOf(outside) === 4).map((one): Owned => ({ ...one, vni })),
  )
  const blocks = owned.flatMap(({ outside, ports, vni }) =>
    ports ? [`${outside} . ${ports.first}-${ports.last} : ${vni}`] : [],
  )
  const exclusive = owned.flatMap(({ outside, ports, vni }) => (ports ? [] : [`${outside} : ${vni}`]))
  const sources = new Set(owned.map(({ outside, vni }) => `"${edgeLink(vni)}" . ${outside}`))
  return tableText('inet', [
    setText('map', 'owners', 'ipv4_addr : mark', exclusive),
    setText('map', 'blocks', 'ipv4_addr . inet_service : mark', blocks, 'interval'),
    `  map icmp_blocks { typeof ip daddr . icmp id : meta mark; flags interval; ${blocks.length ? `elements = { ${blocks.join(', ')} }` : ''} }`,
    setText('set', 'sources', 'ifname . ipv4_addr', [...sources]),
    chainText('prerouting', 'type filter hook prerouting priority mangle; policy accept;', [
      `iifname != "${UPLINK}" iifname . ip saddr != @sources drop`,
      'meta mark set ip daddr map @owners accept',
      'meta l4proto { tcp, udp } meta mark set ip daddr . th dport map @blocks accept',
      'icmp type echo-reply meta mark set ip daddr . icmp id map @icmp_blocks accept',
      'icmp type { destination-unreachable, time-exceeded, parameter-problem } meta mark set ip daddr . @th,224,16 map @icmp_blocks accept',
    ]),
    chainText('input', 'type filter hook input priority filter; policy drop;', []),
    chainText('forward', 'type filter hook forward priority filter; policy drop;', [
      'meta nfproto ipv6 drop',
      'meta mark != 0 accept',
      `iifname != "${UPLINK}" oifname "${UPLINK}" accept`,
    ]),
  ])
}

/** Guests reach none of the host's own addresses, and other networks only by the uplink. The host reaches theirs. */
export const hostTableOf = (link: string, table: string, uplink?: string): string =>
  tableText(
    'inet',
    [
      chainText('input', 'type filter hook input priority filter - 10; policy accept;', [
        `iifname "${link}" ct state established,related accept`,
        `iifname "${link}" drop`,
      ]),
      chainText('forward', 'type filter hook forward priority filter - 10; policy accept;', [
        ...(uplink === undefined
          ? []
          : [`iifname "${link}" oifname "${uplink}" accept`, `iifname "${uplink}" oifname "${link}" accept`]),
        `iifname "${link}" drop`,
        `oifname "${link}" drop`,
      ]),
    ],
    table,
  )
