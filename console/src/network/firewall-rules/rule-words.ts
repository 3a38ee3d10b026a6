import { icmpTypes } from '@skerry/contract/rules/firewall.ts'
import type { VpcFirewallRule, VpcFirewallRuleProtocol, VpcFirewallRuleTarget } from '~/api/types.gen.ts'

export type HostType = VpcFirewallRuleTarget['type']

export const hostTypeLabel: Record<HostType, string> = {
  vpc: 'VPC',
  subnet: 'Subnet',
  instance: 'Instance',
  ip: 'IP',
  ip_net: 'IP network',
}

/** A target, or a host of a filter: `Subnet default`. */
export const hostText = ({ type, value }: VpcFirewallRuleTarget): string => `${hostTypeLabel[type]} ${value}`

const icmpTypeName = (type: number) => icmpTypes.find((each) => each.type === type)?.name

/** `TCP`, `ICMP type 3 Destination Unreachable, code 0-4`. */
export function protocolText(protocol: VpcFirewallRuleProtocol): string {
  if (protocol.type !== 'icmp' || !protocol.value) return protocol.type.toUpperCase()
  const { icmpType, code } = protocol.value
  const type = ['ICMP type', icmpType, icmpTypeName(icmpType)].filter((part) => part !== undefined).join(' ')
  return code ? `${type}, code ${code}` : type
}

export const actionLabel = { allow: 'Allow', deny: 'Deny' } as const
export const directionLabel = { inbound: 'Inbound', outbound: 'Outbound' } as const
export const statusLabel = { enabled: 'Enabled', disabled: 'Disabled' } as const

export const targetTexts = ({ targets }: Pick<VpcFirewallRule, 'targets'>): string[] => targets.map(hostText)

type Traffic = Pick<VpcFirewallRule['filters'], 'protocols' | 'ports'>

const isIcmp = ({ type }: VpcFirewallRuleProtocol) => type === 'icmp'

/** Ports beside ICMP alone, which has none. */
const hasIdlePorts = ({ protocols, ports }: Traffic) =>
  Boolean(ports?.length && protocols?.length && protocols.every(isIcmp))

/**
 * What a rule applies to: each protocol with its ports (`TCP 22, 80`), ports alone with the two that have ports; nothing
 * for all.
 */
export function trafficTexts({ protocols, ports }: Traffic): string[] {
  const numbers = ports?.length ? ` ${ports.join(', ')}` : ''
  // With the first, which is what a table shows.
  const idle = hasIdlePorts({ protocols, ports }) ? `,${numbers} (no effect)` : ''
  const withPorts = (protocol: VpcFirewallRuleProtocol, at: number) =>
    isIcmp(protocol) ? (at === 0 ? idle : '') : numbers
  const known = (protocols ?? []).map((protocol, at) => protocolText(protocol) + withPorts(protocol, at))
  return known.length === 0 && numbers ? [`TCP/UDP${numbers}`] : known
}

/** What ports do to ICMP in a rule that has both, or has ports and no protocols. */
export function portsNote(traffic: Traffic): string | undefined {
  const { protocols, ports } = traffic
  if (!ports?.length) return undefined
  if (!protocols?.length) return 'With ports, and no protocols, the rule matches TCP and UDP only.'
  if (hasIdlePorts(traffic))
    return 'ICMP has no ports: these have no effect, and the rule matches ICMP only. Remove them, or add TCP or UDP.'
  return protocols.some(isIcmp) ? 'ICMP has no ports: the rule matches it whatever the ports.' : undefined
}

/** The same, then hosts; without them the first says that any host is meant, as a table shows the first. */
export function filterTexts({ filters, direction }: Pick<VpcFirewallRule, 'filters' | 'direction'>): string[] {
  const traffic = trafficTexts(filters)
  if (filters.hosts?.length) return [...traffic, ...filters.hosts.map(hostText)]
  const [first = 'Any', ...rest] = traffic
  return [`${first} ${direction === 'inbound' ? 'from' : 'to'} anywhere`, ...rest]
}

/** What an enabled rule lacks, of whose targets or hosts some name nothing: it matches in part, or not at all. */
export function effectOf(
  { targets, filters }: Pick<VpcFirewallRule, 'targets' | 'filters'>,
  namesNothing: (endpoint: VpcFirewallRuleTarget) => boolean,
): 'no effect' | 'in part' | undefined {
  const lists = [targets, filters.hosts ?? []].filter((list) => list.length > 0)
  if (lists.some((list) => list.every(namesNothing))) return 'no effect'
  return lists.some((list) => list.some(namesNothing)) ? 'in part' : undefined
}
