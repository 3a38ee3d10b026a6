import { createHash } from 'node:crypto'
import { MACHINE_USERS } from '../machines/users/machine-user.ts'
import { familyOf, mergeRanges, parseNetwork } from './addresses.ts'
import { BRIDGE, gatewayHop, interfaceHop, NUMBER_MASK, ROUTER_SHIFT, UPLINK } from './links.ts'
import { rulesText, setsText } from './nft-rules.ts'
import { addressRanges, chainText, elementsText, setText, tableText } from './nft-text.ts'
import type { NetworkPlan, PlannedInterface, Translation } from './plan.ts'
import { askerOf } from './resolving.ts'

/** Keeps at most 16 addresses of a port in the neighbour table, which all of the host shares. */
const LEARNED = { timeout: '2m', rate: '4/minute burst 8 packets' }
/** A rate limit for each interface separately. */
const PER_INTERFACE = '{ meta mark limit rate 100/second }'

/** Placeholder for a hash of the whole text: a connection whose mark has it was evaluated by exactly these rules. */
const EPOCH = '@EPOCH@'

/** Input of one `nft -f` for a VPC's namespace, which replaces all rules at once. */
export function nftablesOf(plan: NetworkPlan): string {
  const text = bridgeTable(plan) + routedTable(plan)
  const routes = plan.routers.flatMap(({ routes }) => routes.map(({ network, hop }) => `${network.text} ${hop.kind}`))
  const hash = createHash('sha256').update(text).update(routes.join('\n')).digest()
  // Zero is the mark of a connection that no rules have evaluated yet.
  return text.replaceAll(EPOCH, `${hash.readUInt32BE() || 1}`)
}

/** An interface's address and transit networks, merged, because nft refuses overlaps in concatenations. */
function sendersElements(plan: NetworkPlan, family: 4 | 6, key: (one: PlannedInterface) => string): string[] {
  return plan.interfaces.flatMap((one) => {
    const networks = [parseNetwork(one.ip), ...one.transit].filter((network) => network.family === family)
    return addressRanges(mergeRanges(networks), family).map((range) => `${key(one)} . ${range}`)
  })
}

/**
 * Allows an interface to send only from its MAC and its addresses. The packet's mark holds the interface, and the
 * router unless the packet stays in its subnet. Interfaces share no segment: all traffic is routed.
 */
function bridgeTable(plan: NetworkPlan): string {
  const { interfaces } = plan
  const quoted = ({ link }: PlannedInterface) => `"${link}"`
  const routed = ({ number, subnet }: PlannedInterface) => number + subnet.router * 2 ** ROUTER_SHIFT
  const direct = (at: 0 | 1) => interfaces.map((one) => `${quoted(one)} . ${one.subnet.networks[at].text}`)
  return tableText('bridge', [
    setText(
      'set',
      'owners',
      'ifname . ether_addr',
      interfaces.map((one) => `${quoted(one)} . ${one.mac}`),
    ),
    setText('set', 'senders4', 'ifname . ipv4_addr', sendersElements(plan, 4, quoted), 'interval'),
    setText(
      'map',
      'own4',
      'ifname : ipv4_addr',
      interfaces.filter(({ ip }) => familyOf(ip) === 4).map((one) => `${quoted(one)} : ${one.ip}`),
    ),
    // For all ports: IPv6 sources that the kernel learns as neighbors, and a limit of new ones per port.
    `  set learned { type ifname . ipv6_addr; flags dynamic,timeout; timeout ${LEARNED.timeout}; }`,
    `  set learning { type ifname; flags dynamic,timeout; timeout ${LEARNED.timeout}; }`,
    setText('set', 'senders6', 'ifname . ipv6_addr', sendersElements(plan, 6, quoted), 'interval'),
    setText('set', 'direct4', 'ifname . ipv4_addr', direct(0), 'interval'),
    setText('set', 'direct6', 'ifname . ipv6_addr', direct(1), 'interval'),
    setText(
      'map',
      'numbers',
      'ifname : mark',
      interfaces.map((one) => `${quoted(one)} : ${one.number}`),
    ),
    setText(
      'map',
      'routed',
      'ifname : mark',
      interfaces.map((one) => `${quoted(one)} : ${routed(one)}`),
    ),
    chainText('prerouting', 'type filter hook prerouting priority dstnat; policy drop;', [
      'iifname . ether saddr != @owners drop',
      'ether type arp goto arp_in',
      'ether type ip goto ip_in',
      'ether type ip6 goto ip6_in',
    ]),
    chainText('arp_in', '', [
      'iifname . arp saddr ether != @owners drop',
      'arp saddr ip 0.0.0.0 goto own_subnet',
      // Requests for a transit address are answered with the interface's own address, so the kernel learns no others.
      'iifname . arp saddr ip @senders4 arp saddr ip set iifname map @own4 goto own_subnet',
      'drop',
    ]),
    chainText('ip_in', '', [
      'ip saddr 0.0.0.0 udp sport 68 udp dport 67 goto own_subnet',
      'iifname . ip saddr != @senders4 drop',
      'iifname . ip daddr @direct4 goto own_subnet',
      'meta mark set iifname map @routed accept',
    ]),
    chainText('ip6_in', '', [
      'icmpv6 type { nd-router-advert, nd-redirect } drop',
      'ip6 saddr :: ip6 daddr { fe80::/10, ff02::/16 } goto own_subnet',
      'ip6 saddr fe80::/10 ip6 daddr { fe80::/10, ff02::/16 } goto learn',
      'iifname . ip6 saddr != @senders6 drop',
      'icmpv6 type { nd-router-solicit, nd-neighbor-solicit, nd-neighbor-advert } goto learn',
      'iifname . ip6 daddr @direct6 goto own_subnet',
      'meta mark set iifname map @routed accept',
    ]),
    chainText('learn', '', [
      'iifname . ip6 saddr @learned goto own_subnet',
      `update @learning { iifname limit rate ${LEARNED.rate} } update @learned { iifname . ip6 saddr } goto own_subnet`,
      'drop',
    ]),
    chainText('own_subnet', '', ['meta mark set iifname map @numbers accept']),
    chainText('forward', 'type filter hook forward priority filter; policy drop;', []),
  ])
}

const translationKey = ({ inside, outside, gateway }: Translation) => `${inside} . ${outside} . ${gatewayHop(gateway)}`
const leavingEntry = (one: Translation) => `${leavingKey(one)} : ${one.outside}`
const leavingKey = ({ inside, gateway }: Translation) => `${inside} . ${gatewayHop(gateway)}`

function routedTable(plan: NetworkPlan): string {
  const translations = plan.translations.filter(({ outside }) => familyOf(outside) === 4)
  const preferred = translations.filter((one) => one.preferred)
  const leaving = Map.groupBy(preferred, ({ ports }) => (ports ? `${Math.max(1, ports.first)}-${ports.last}` : ''))
  const exclusive = plan.externals.filter(({ ports, outside }) => !ports && familyOf(outside) === 4)
  const leavingName = (block: string) => `leaving_${block.split('-')[0] || 'all'}`
  const ofFamily = (family: 4 | 6) => plan.interfaces.filter(({ ip }) => familyOf(ip) === family)
  const number = (one: PlannedInterface) => `${one.number}`
  // DHCP's field for the client's address, compared as a number.
  const hardware = plan.interfaces.map((one) => `${one.number} . 0x${one.mac.replaceAll(':', '')}`)
  return tableText('inet', [
    setText(
      'map',
      'numbers4',
      'ipv4_addr : mark',
      ofFamily(4).map((one) => `${one.ip} : ${one.number}`),
    ),
    setText('map', 'numbers6', 'ipv6_addr : mark', [
      ...ofFamily(6).map((one) => `${one.ip} : ${one.number}`),
      ...plan.interfaces.map((one) => `${interfaceHop(one.number)} : ${one.number}`),
    ]),
    `  set hardware { typeof meta mark . @th,288,48; ${elementsText(hardware)} }`,
    ...['pings', 'pings6'].map((name) => `  set ${name} { type mark; flags dynamic,timeout; timeout 1m; }`),
    setText('set', 'reach4', 'mark . ipv4_addr', sendersElements(plan, 4, number), 'interval'),
    setText('set', 'reach6', 'mark . ipv6_addr', sendersElements(plan, 6, number), 'interval'),
    setText('set', 'translations', 'ipv4_addr . ipv4_addr . ipv4_addr', translations.map(translationKey)),
    setText('set', 'leaving', 'ipv4_addr . ipv4_addr', preferred.map(leavingKey)),
    ...[...leaving].map(([block, ones]) =>
      setText('map', leavingName(block), 'ipv4_addr . ipv4_addr : ipv4_addr', ones.map(leavingEntry)),
    ),
    setText(
      'map',
      'arriving',
      'ipv4_addr : ipv4_addr',
      exclusive.map((one) => `${one.outside} : ${one.inside}`),
    ),
    ...setsText(plan),
    chainText('prerouting', 'type nat hook prerouting priority dstnat; policy accept;', [
      `iifname "${UPLINK}" dnat ip to ip daddr map @arriving`,
    ]),
    chainText(
      'postrouting',
      'type nat hook postrouting priority srcnat; policy accept;',
      [...leaving.keys()].map((block) => {
        const [which, ports] = block ? ['meta l4proto { tcp, udp, icmp } ', ` : ${block}`] : ['', '']
        return `oifname "${UPLINK}" ${which}snat ip to ip saddr . rt ip nexthop map @${leavingName(block)}${ports}`
      }),
    ),
    chainText('input', 'type filter hook input priority filter; policy drop;', [
      'iifname "lo" accept',
      `iifname "${UPLINK}" ip daddr ${askerOf(plan.vni)} ct state established,related accept`,
      `iifname != "${BRIDGE}" drop`,
      // DHCP only for the guest's own hardware address. DHCPv6 messages do not name the interface, so releases (8) and
      // declines (9) are not accepted.
      'udp dport 67 meta mark . @th,288,48 @hardware accept',
      'udp dport 547 @th,64,8 { 1, 3, 4, 5, 6, 11 } accept',
      'meta l4proto { tcp, udp } th dport 53 accept',
      `icmp type echo-request update @pings ${PER_INTERFACE} accept`,
      `icmpv6 type { echo-request, nd-router-solicit, nd-neighbor-solicit, nd-neighbor-advert } update @pings6 ${PER_INTERFACE} accept`,
    ]),
    // Answers to other addresses would make the kernel look for neighbors.
    chainText('output', 'type filter hook output priority filter; policy drop;', [
      // Drops packets of processes here: a machine's QEMU runs in this namespace and, if compromised, could act as the
      // gateway.
      `meta skuid ${MACHINE_USERS} drop`,
      `oifname != "${BRIDGE}" accept`,
      'ip daddr 255.255.255.255 accept',
      'ip6 daddr { fe80::/10, ff02::/16 } accept',
      'meta mark set ip daddr map @numbers4 accept',
      'meta mark set ip6 daddr map @numbers6 accept',
    ]),
    ...forwardChains(),
    chainText('outbound', '', ['meta mark 0 return', ...rulesText(plan, 'outbound')]),
    chainText('inbound', '', ['meta mark 0 return', ...rulesText(plan, 'inbound'), 'drop']),
  ])
}

/**
 * Evaluates each connection once per set of rules, with its first packet; its mark then stores the set's number. So a
 * new rule ends at once what it denies, and other connections continue.
 */
const forwardChains = (): string[] => [
  chainText('forward', 'type filter hook forward priority filter; policy drop;', [
    `meta mark set meta mark & ${NUMBER_MASK}`,
    'ct state invalid drop',
    'ct state related accept',
    `oifname "${UPLINK}" jump leave`,
    `ct mark ${EPOCH} accept`,
    'ct direction reply goto answer',
    'jump outbound',
    'jump arrive',
    'jump inbound',
    `ct mark set ${EPOCH} accept`,
  ]),
  chainText('answer', '', ['jump inbound', 'jump arrive', 'jump outbound', `ct mark set ${EPOCH} accept`]),
  // From here on the mark is the number of the destination interface; zero for a packet that leaves the VPC.
  chainText('arrive', '', [
    'meta mark set 0',
    `oifname "${UPLINK}" return`,
    'meta mark set rt ip nexthop map @numbers4',
    'meta mark set rt ip6 nexthop map @numbers6',
    'meta mark . ip daddr @reach4 return',
    'meta mark . ip6 daddr @reach6 return',
    'drop',
  ]),
  // A connection keeps its external address only while its interface has it and the gateway may use it.
  chainText('leave', '', [
    'ct direction reply ip saddr . ct original ip daddr . rt ip nexthop @translations return',
    'ct direction original ct status & snat == 0 ip saddr . rt ip nexthop @leaving return',
    'ct direction original ct status & snat != 0 ip saddr . ct reply ip daddr . rt ip nexthop @translations return',
    'drop',
  ]),
]
