import { familyOf } from './addresses.ts'
import { LEG } from './leg.ts'
import { UPLINK } from './links.ts'
import { chainText, setText, tableText } from './nft-text.ts'
import type { NetworkPlan, PlannedExternal } from './plan.ts'
import { askerOf, ASKERS, questionsTo } from './resolving.ts'

const EDGE_LINK_PREFIX = 'v'
/** The link from the edge to a VPC's namespace. */
export const edgeLink = (vni: number): string => `${EDGE_LINK_PREFIX}${vni.toString(16)}`
export const isEdgeLink = (name: string): boolean => name.startsWith(EDGE_LINK_PREFIX)
/** Number of the routing table that leads to a VPC, above the numbers that Linux uses itself. */
export const edgeTable = (vni: number): number => 0x1_00_00_00 + vni

/** The DNS servers to which VPCs' own DNS servers forward, and the source address for questions to the host itself. */
export interface Resolving {
  resolvers: readonly string[]
  asker: string
}

/** Parts of the network around the VPCs. */
export interface Surroundings {
  /** Addresses of the host itself. */
  host: readonly string[]
  /** Next hops in the uplink's network. */
  gateways: readonly string[]
  resolving: Resolving | undefined
}

interface Owned extends PlannedExternal {
  vni: number
}

const EXTERNAL_LIMIT = 'limit rate 20/second burst 100 packets'

/**
 * The rules of the namespace between the VPCs and everything else. They route a packet to the VPC with its external
 * address; for a shared address by the port, or for ICMP by the id of the echo or the port of the quoted packet.
 */
export function edgeTableOf(
  plans: readonly Pick<NetworkPlan, 'vni' | 'externals'>[],
  { host, gateways, resolving }: Surroundings,
): string {
  const owned = plans.flatMap(({ vni, externals }) =>
    externals.filter(({ outside }) => familyOf(outside) === 4).map((one): Owned => ({ ...one, vni })),
  )
  const blocks = owned.flatMap(({ outside, ports, vni }) =>
    ports ? [`${outside} . ${ports.first}-${ports.last} : ${vni}`] : [],
  )
  const exclusive = owned.flatMap(({ outside, ports, vni }) => (ports ? [] : [`${outside} : ${vni}`]))
  const askers = resolving ? plans.map(({ vni }) => ({ vni, asker: askerOf(vni) })) : []
  const sources = new Set([
    ...owned.map(({ outside, vni }) => `"${edgeLink(vni)}" . ${outside}`),
    ...askers.map(({ vni, asker }) => `"${edgeLink(vni)}" . ${asker}`),
  ])
  const outside = [...new Set(owned.map((one) => one.outside))]
  const [questions, asking] = resolving ? askingRules(resolving) : [[], []]
  return tableText('inet', [
    setText('map', 'owners', 'ipv4_addr : mark', exclusive),
    setText('map', 'blocks', 'ipv4_addr . inet_service : mark', blocks, 'interval'),
    `  map icmp_blocks { typeof ip daddr . icmp id : meta mark; flags interval; ${blocks.length ? `elements = { ${blocks.join(', ')} }` : ''} }`,
    setText('set', 'sources', 'ifname . ipv4_addr', [...sources]),
    setText('set', 'outside', 'ipv4_addr', outside),
    setText('set', 'host', 'ipv4_addr', host),
    setText(
      'map',
      'askers',
      'ipv4_addr : mark',
      askers.map(({ vni, asker }) => `${asker} : ${vni}`),
    ),
    setText('map', 'asking', 'ipv4_addr : ipv4_addr', askingElements(owned)),
    // Neighbors in the uplink's network to which each VPC has sent, and a limit for new ones.
    '  set neighbors { type ipv4_addr; flags dynamic,timeout; timeout 1m; }',
    '  set seeking { type ifname; flags dynamic,timeout; timeout 1m; }',
    // Only the host's own connections and questions of DNS servers are tracked here: VPCs' namespaces track their own.
    chainText('untracked', 'type filter hook prerouting priority raw; policy accept;', [
      `iifname "${UPLINK}" accept`,
      'ip daddr @host accept',
      ...asking,
      'notrack',
    ]),
    chainText('prerouting', 'type filter hook prerouting priority mangle; policy accept;', [
      `iifname "${EDGE_LINK_PREFIX}*" iifname . ip saddr != @sources drop`,
      `iifname "${UPLINK}" ip saddr != @host drop`,
      `iifname "${LEG}" ip saddr @outside drop`,
      `iifname "${LEG}" ip saddr ${ASKERS} drop`,
      'ct direction reply meta mark set ct original ip saddr map @askers accept',
      'meta mark set ip daddr map @owners accept',
      'meta l4proto { tcp, udp } meta mark set ip daddr . th dport map @blocks accept',
      'icmp type echo-reply meta mark set ip daddr . icmp id map @icmp_blocks accept',
      'icmp type { destination-unreachable, time-exceeded, parameter-problem } meta mark set ip daddr . @th,224,16 map @icmp_blocks accept',
    ]),
    chainText('input', 'type filter hook input priority filter; policy drop;', []),
    chainText('forward', 'type filter hook forward priority filter; policy drop;', [
      'meta nfproto ipv6 drop',
      ...questions,
      `ip saddr ${ASKERS} drop`,
      // The host accepts only answers.
      `oifname "${UPLINK}" ct state established,related accept`,
      `oifname "${UPLINK}" drop`,
      'meta mark != 0 accept',
      `iifname "${EDGE_LINK_PREFIX}*" oifname "${LEG}" goto leave`,
    ]),
    chainText('leave', '', [
      ...(gateways.length > 0 ? [`rt ip nexthop { ${gateways.join(', ')} } accept`] : []),
      'rt ip nexthop @neighbors accept',
      `update @seeking { iifname ${EXTERNAL_LIMIT} } update @neighbors { rt ip nexthop } accept`,
      'drop',
    ]),
    ...(resolving
      ? [
          chainText('translate', 'type nat hook postrouting priority srcnat; policy accept;', [
            `oifname "${UPLINK}" ip saddr ${ASKERS} snat ip to ${resolving.asker}`,
            `oifname "${LEG}" snat ip to ip saddr map @asking`,
          ]),
        ]
      : []),
    chainText('postrouting', 'type filter hook postrouting priority srcnat + 10; policy accept;', [
      `oifname "${LEG}" ip saddr != @outside drop`,
    ]),
  ])
}

/** A VPC's DNS server sends questions from an address of the VPC. */
const askingElements = (owned: readonly Owned[]): string[] => {
  const first = new Map(owned.toReversed().map(({ vni, outside }) => [vni, outside]))
  return [...first].map(([vni, outside]) => `${askerOf(vni)} : ${outside}`)
}

/** Rules that forward questions, and rules that track questions and their answers. */
const askingRules = ({ resolvers, asker }: Resolving): [string[], string[]] => [
  [`ip saddr ${ASKERS} ${questionsTo(resolvers)} accept`],
  [
    `ip saddr ${ASKERS} accept`,
    `ip daddr ${asker} accept`,
    `ip saddr { ${resolvers.join(', ')} } meta l4proto { tcp, udp } th sport 53 accept`,
  ],
]
