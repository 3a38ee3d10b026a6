import { isWithin, withinTester } from '@skerry/contract/rules/networks.ts'
import type {
  InstanceNetworkInterface,
  VpcFirewallRule,
  VpcFirewallRuleProtocol,
  VpcFirewallRuleTarget,
  VpcSubnet,
} from '~/api/types.gen.ts'

type Rule = Pick<VpcFirewallRule, 'priority' | 'name' | 'action' | 'direction' | 'status' | 'targets' | 'filters'>
type Interface = Pick<InstanceNetworkInterface, 'ip' | 'transitIps' | 'primary'>

/** What the names in the rules of a VPC stand for. A name that is missing here matches nothing. */
export interface Names {
  /** Name of the VPC itself. */
  vpc: string
  subnets: readonly Pick<VpcSubnet, 'name' | 'ipv4Block' | 'ipv6Block'>[]
  /** Addresses that instances have in the VPC, by the instance's name. */
  instances: ReadonlyMap<string, readonly string[]>
}

const blocksOf = ({ ipv4Block, ipv6Block }: Names['subnets'][number]) => [ipv4Block, ipv6Block]

type Matches = (endpoint: VpcFirewallRuleTarget) => boolean

/**
 * Whether a target or a host of a filter holds an address. Subnets are searched once, and so is each endpoint, however
 * many rules name it: a VPC may have 1024 subnets, and rules with 30,000 targets.
 */
function matcherOf(address: string, names: Names): Matches {
  const isWithinNet = withinTester(address)
  const holding = names.subnets.filter((subnet) => blocksOf(subnet).some(isWithinNet))
  const subnets = new Set(holding.map(({ name }) => name))
  const known = new Map<string, boolean>()
  const holds: Matches = ({ type, value }) => {
    switch (type) {
      case 'vpc':
        return value === names.vpc && subnets.size > 0
      case 'subnet':
        return subnets.has(value)
      case 'instance':
        return (names.instances.get(value) ?? []).some(isWithinNet)
      case 'ip':
      case 'ip_net':
        return isWithinNet(value)
    }
  }
  return (endpoint) => {
    const key = `${endpoint.type} ${endpoint.value}`
    const result = known.get(key) ?? holds(endpoint)
    known.set(key, result)
    return result
  }
}

export interface Applying<R extends Rule = VpcFirewallRule> {
  rule: R
  /** The targets that match the interface. */
  matchedBy: VpcFirewallRuleTarget[]
}

/** Lower numbers first; of equal ones those that deny. */
const byPrecedence = (a: Rule, b: Rule) =>
  a.priority - b.priority || Number(a.action === 'allow') - Number(b.action === 'allow') || (a.name < b.name ? -1 : 1)

/** The rules that apply to an interface, in the order of evaluation, disabled ones too. */
export function rulesThatApply<R extends Rule>(rules: readonly R[], nic: Interface, names: Names): Applying<R>[] {
  const matches = matcherOf(nic.ip, names)
  return rules
    .map((rule) => ({ rule, matchedBy: rule.targets.filter(matches) }))
    .filter(({ matchedBy }) => matchedBy.length > 0)
    .toSorted((a, b) => byPrecedence(a.rule, b.rule))
}

/** Traffic as rules see it. The port is the destination's. */
export type Traffic = { protocol: 'tcp' | 'udp'; port: number } | { protocol: 'icmp'; type: number; code: number }

/** Whether a number is in `22` or `8000-8100`. */
function inRange(number: number, text: string): boolean {
  const [first, last = first] = text.split('-').map(Number)
  return number >= first! && number <= last!
}

function matchesProtocol(protocol: VpcFirewallRuleProtocol, traffic: Traffic): boolean {
  if (protocol.type !== traffic.protocol) return false
  if (protocol.type !== 'icmp' || traffic.protocol !== 'icmp' || !protocol.value) return true
  const { icmpType, code } = protocol.value
  return icmpType === traffic.type && (!code || inRange(traffic.code, code))
}

/** ICMP has no ports: it matches where it is named, whatever the ports. */
const matchesPorts = (ports: string[], protocols: readonly unknown[] | null | undefined, traffic: Traffic): boolean =>
  traffic.protocol === 'icmp' ? !!protocols?.length : ports.some((range) => inRange(traffic.port, range))

/** Whether the filters match traffic. An empty filter matches all; ports limit TCP and UDP. */
function passesFilters({ filters }: Rule, matchesOther: Matches, traffic: Traffic): boolean {
  const { hosts, ports, protocols } = filters
  if (protocols?.length && !protocols.some((protocol) => matchesProtocol(protocol, traffic))) return false
  if (ports?.length && !matchesPorts(ports, protocols, traffic)) return false
  return !hosts?.length || hosts.some(matchesOther)
}

export interface Result<R extends Rule = VpcFirewallRule, N extends Interface = InstanceNetworkInterface> {
  nic: N
  direction: VpcFirewallRule['direction']
  action: VpcFirewallRule['action']
  /** The rule that decides; undefined if no rule matches. */
  rule?: R
}

/** What happens to traffic that matches no rule. */
const unmatched = { inbound: 'deny', outbound: 'allow' } as const

/** @param rules of the interface, in the order of `rulesThatApply` */
export function decide<R extends Rule>(
  rules: readonly R[],
  direction: VpcFirewallRule['direction'],
  other: string,
  traffic: Traffic,
  names: Names,
): { action: VpcFirewallRule['action']; rule?: R } {
  const matchesOther = matcherOf(other, names)
  const rule = rules.find(
    (each) => each.status === 'enabled' && each.direction === direction && passesFilters(each, matchesOther, traffic),
  )
  return rule ? { action: rule.action, rule } : { action: unmatched[direction] }
}

/** The interface that traffic with an address goes through: its own, one in its transit networks, or an external one. */
export function interfaceWith<N extends Interface>(
  interfaces: readonly N[],
  externalIps: readonly string[],
  address: string,
): N | undefined {
  return (
    interfaces.find(({ ip }) => isWithin(address, ip)) ??
    (externalIps.some((ip) => isWithin(address, ip)) ? interfaces.find(({ primary }) => primary) : undefined) ??
    interfaces.find(({ transitIps = [] }) => transitIps.some((net) => isWithin(address, net)))
  )
}
