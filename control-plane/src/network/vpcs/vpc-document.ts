import type { VpcFirewallRuleFilter, VpcFirewallRuleTarget } from '@skerry/contract/network/firewall-rules.ts'
import type { RouteDestination, RouteTarget } from '@skerry/contract/network/routers.ts'
import type { NetworkFirewallRule, NetworkRoute, VpcDocument } from '../../platform/networks.ts'
import type { Row } from '../../kernel/tables.ts'
import { inNet, isIpv6 } from '../addresses.ts'
import { SNAT_PORTS } from '../external-ips/snat.ts'
import type { VpcRows } from './vpc-rows.repo.ts'

/** What the platform is told of a VPC. Names in rules and routes are resolved here; what they do not find is left out. */
export function vpcDocumentOf(rows: VpcRows): VpcDocument {
  const { vpc, subnets, nics, externalIps } = rows
  return {
    id: vpc.id,
    generation: vpc.generation,
    vni: vpc.vni,
    ipv6Prefix: vpc.ipv6_prefix,
    subnets: subnets.map((subnet) => ({
      id: subnet.id,
      ipv4Block: subnet.ipv4_block,
      ipv6Block: subnet.ipv6_block,
      routerId: subnet.custom_router_id ?? vpc.system_router_id,
    })),
    routes: rows.routes.flatMap((route) => routeOf(rows, route)),
    nics: nics.map((nic) => ({
      id: nic.id,
      instanceId: nic.instance_id,
      subnetId: nic.subnet_id,
      mac: nic.mac,
      ip: nic.ip,
      primary: nic.is_primary,
      transitIps: nic.transit_ips,
    })),
    firewallRules: rows.rules.map((rule) => ruleOf(rows, rule)).filter((rule) => rule.nicIds.length),
    externalAddresses: externalIps.map(({ kind, ip, instance_id, first_port }) => ({
      kind,
      ip,
      instanceId: instance_id!,
      ...(first_port !== null && { ports: { first: first_port, last: first_port + SNAT_PORTS - 1 } }),
    })),
  }
}

const host = (ip: string): string => `${ip}/${isIpv6(ip) ? 128 : 32}`
const blocksOf = (subnets: readonly Row<'subnets'>[]): string[] =>
  subnets.flatMap((subnet) => [subnet.ipv4_block, subnet.ipv6_block])

type Endpoint = VpcFirewallRuleTarget | RouteDestination

/** The networks that an endpoint stands for; none when its name is nobody's in this VPC. */
function networksOf({ vpc, subnets, nics }: VpcRows, { type, value }: Endpoint): string[] {
  switch (type) {
    case 'vpc':
      return vpc.name === value ? blocksOf(subnets) : []
    case 'subnet':
      return blocksOf(subnets.filter((subnet) => subnet.name === value))
    case 'instance':
      return nics.filter((nic) => nic.instance_name === value).map((nic) => host(nic.ip))
    case 'ip':
      return [host(value)]
    case 'ip_net':
      return [value]
  }
}

/** The interfaces that an endpoint stands for. */
function nicsOf({ vpc, subnets, nics }: VpcRows, { type, value }: VpcFirewallRuleTarget) {
  switch (type) {
    case 'vpc':
      return vpc.name === value ? nics : []
    case 'subnet': {
      const subnet = subnets.find(({ name }) => name === value)
      return nics.filter((nic) => nic.subnet_id === subnet?.id)
    }
    case 'instance':
      return nics.filter((nic) => nic.instance_name === value)
    case 'ip':
      return nics.filter((nic) => nic.ip === value)
    case 'ip_net':
      return nics.filter((nic) => inNet(nic.ip, value))
  }
}

function routeOf(rows: VpcRows, route: Row<'router_routes'>): NetworkRoute[] {
  const destinations = networksOf(rows, route.destination as RouteDestination)
  const target = targetOf(rows, route.target as RouteTarget)
  return destinations.length && target ? [{ id: route.id, routerId: route.router_id, destinations, target }] : []
}

function targetOf({ subnets, gateways, nics }: VpcRows, target: RouteTarget): NetworkRoute['target'] | undefined {
  switch (target.type) {
    case 'drop':
      return { kind: 'drop' }
    case 'ip':
      return { kind: 'ip', ip: target.value }
    case 'subnet': {
      const subnet = subnets.find(({ name }) => name === target.value)
      return subnet && { kind: 'subnet', id: subnet.id }
    }
    case 'instance': {
      const nic = nics.find((candidate) => candidate.instance_name === target.value)
      return nic && { kind: 'instance', id: nic.instance_id }
    }
    case 'internet_gateway': {
      const gateway = gateways.find(({ name }) => name === target.value)
      return gateway && { kind: 'internet-gateway', id: gateway.id }
    }
    case 'vpc':
      return undefined
  }
}

function ruleOf(rows: VpcRows, rule: Row<'firewall_rules'>): NetworkFirewallRule {
  const targets = rule.targets as VpcFirewallRuleTarget[]
  const { hosts, ports, protocols } = rule.filters as VpcFirewallRuleFilter
  return {
    id: rule.id,
    priority: rule.priority,
    direction: rule.direction,
    action: rule.action,
    nicIds: [...new Set(targets.flatMap((target) => nicsOf(rows, target).map((nic) => nic.id)))],
    ...(hosts?.length && { hosts: [...new Set(hosts.flatMap((endpoint) => networksOf(rows, endpoint)))] }),
    ...(ports?.length && { ports: ports.map(range) }),
    ...(protocols?.length && {
      protocols: protocols.map((protocol) => {
        if (protocol.type !== 'icmp') return { kind: protocol.type }
        const { icmp_type: type, code } = protocol.value ?? {}
        return { kind: 'icmp', ...(type !== undefined && { type }), ...(code && { codes: range(code) }) }
      }),
    }),
  }
}

/** `22` or `8000-8080`. */
const range = (text: string): { first: number; last: number } => {
  const [first, last = first] = text.split('-').map(Number)
  return { first: first!, last: last! }
}
