import { familyOf } from './addresses.ts'
import { UPLINK } from './links.ts'
import { chainText, setText, tableText } from './nft-text.ts'
import type { NetworkPlan, PlannedExternal } from './plan.ts'
import { askerOf, ASKERS, questionsTo } from './resolving.ts'

/** The link from the edge to a VPC's namespace. */
export const edgeLink = (vni: number): string => `v${vni.toString(16)}`
/** The table of routes that leads there; above the numbers that Linux uses itself. */
export const edgeTable = (vni: number): number => 0x1_00_00_00 + vni

/** Where the VPCs' own DNS servers look up names of others, and from which address they appear on the host. */
export interface Resolving {
  resolvers: readonly string[]
  asker: string
}

interface Owned extends PlannedExternal {
  vni: number
}

/**
 * The rules of the namespace between the VPCs and the host. It leads a packet to the VPC that has its external address:
 * of a shared address, by the port, or the number in its place of an ICMP echo or of the packet that an error quotes.
 */
export function edgeTableOf(plans: readonly Pick<NetworkPlan, 'vni' | 'externals'>[], resolving?: Resolving): string {
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
  return tableText('inet', [
    setText('map', 'owners', 'ipv4_addr : mark', exclusive),
    setText('map', 'blocks', 'ipv4_addr . inet_service : mark', blocks, 'interval'),
    `  map icmp_blocks { typeof ip daddr . icmp id : meta mark; flags interval; ${blocks.length ? `elements = { ${blocks.join(', ')} }` : ''} }`,
    setText('set', 'sources', 'ifname . ipv4_addr', [...sources]),
    ...(resolving
      ? [
          setText(
            'map',
            'askers',
            'ipv4_addr : mark',
            askers.map(({ vni, asker }) => `${asker} : ${vni}`),
          ),
          // Nothing but questions and their answers is tracked here: the VPCs' namespaces do that.
          chainText('untracked', 'type filter hook prerouting priority raw; policy accept;', [
            `ip saddr ${ASKERS} accept`,
            `ip daddr != ${resolving.asker} notrack`,
          ]),
          chainText('postrouting', 'type nat hook postrouting priority srcnat; policy accept;', [
            `oifname "${UPLINK}" ip saddr ${ASKERS} snat ip to ${resolving.asker}`,
          ]),
        ]
      : []),
    chainText('prerouting', 'type filter hook prerouting priority mangle; policy accept;', [
      `iifname != "${UPLINK}" iifname . ip saddr != @sources drop`,
      ...(resolving ? ['ct direction reply meta mark set ct original ip saddr map @askers accept'] : []),
      'meta mark set ip daddr map @owners accept',
      'meta l4proto { tcp, udp } meta mark set ip daddr . th dport map @blocks accept',
      'icmp type echo-reply meta mark set ip daddr . icmp id map @icmp_blocks accept',
      'icmp type { destination-unreachable, time-exceeded, parameter-problem } meta mark set ip daddr . @th,224,16 map @icmp_blocks accept',
    ]),
    chainText('input', 'type filter hook input priority filter; policy drop;', []),
    chainText('forward', 'type filter hook forward priority filter; policy drop;', [
      'meta nfproto ipv6 drop',
      ...(resolving
        ? [`ip saddr ${ASKERS} ${questionsTo(resolving.resolvers)} accept`, `ip saddr ${ASKERS} drop`]
        : []),
      'meta mark != 0 accept',
      `iifname != "${UPLINK}" oifname "${UPLINK}" accept`,
    ]),
  ])
}

export interface HostRules {
  /** The host's link to the edge. */
  link: string
  uplink: string | undefined
  resolving: Resolving | undefined
}

/**
 * Guests reach none of the host's own addresses, and other networks only by the uplink. The host reaches theirs. What
 * asks resolvers appears as the host itself.
 */
export const hostTableOf = ({ link, uplink, resolving }: HostRules): string => {
  const questions = resolving
    ? [`iifname "${link}" ip saddr ${resolving.asker} ${questionsTo(resolving.resolvers)} accept`]
    : []
  return tableText(
    'inet',
    [
      chainText('input', 'type filter hook input priority filter - 10; policy accept;', [
        `iifname "${link}" ct state established,related accept`,
        ...questions,
        `iifname "${link}" drop`,
      ]),
      chainText('forward', 'type filter hook forward priority filter - 10; policy accept;', [
        ...questions,
        ...(resolving ? [`oifname "${link}" ip daddr ${resolving.asker} ct state established,related accept`] : []),
        ...(uplink === undefined
          ? []
          : [`iifname "${link}" oifname "${uplink}" accept`, `iifname "${uplink}" oifname "${link}" accept`]),
        `iifname "${link}" drop`,
        `oifname "${link}" drop`,
      ]),
      ...(resolving
        ? [
            chainText('postrouting', 'type nat hook postrouting priority srcnat; policy accept;', [
              `oifname != "${link}" ip saddr ${resolving.asker} masquerade`,
            ]),
          ]
        : []),
    ],
    link,
  )
}
