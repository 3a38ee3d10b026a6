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

/** What a rule applies to: protocols with their ports (`TCP 22, 80`), then ports of any protocol; nothing for all. */
export function trafficTexts({ protocols, ports }: VpcFirewallRule['filters']): string[] {
  const numbers = ports?.length ? ` ${ports.join(', ')}` : ''
  const withPorts = (protocol: VpcFirewallRuleProtocol) => (protocol.type === 'icmp' ? '' : numbers)
  return [
    ...(protocols ?? []).map((protocol) => protocolText(protocol) + withPorts(protocol)),
    ...(protocols?.some(withPorts) ? [] : (ports ?? [])),
  ]
}

/** The same, then hosts. */
export const filterTexts = ({ filters }: Pick<VpcFirewallRule, 'filters'>): string[] => [
  ...trafficTexts(filters),
  ...(filters.hosts ?? []).map(hostText),
]
