import type { RouteDestination, RouteTarget } from '@skerry/contract/network/routers.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { Yielder } from '../../kernel/limits/yielder.ts'
import type {
  NetworkFirewallRule,
  NetworkRoute,
  VpcDocument,
  NetworkHost,
  NetworkAddresses,
  NetworkAddressSet,
} from '../../platform/interface/networks.ts'
import { SNAT_PORTS } from '../ip-pools/snat-blocks.repo.ts'
import { VpcNames, type Endpoint } from './vpc-names.ts'
import type { VpcRows } from './vpc-rows.repo.ts'

/**
 * The platform's specification of a VPC. Resolves the names in rules and routes, and leaves out a rule or route without
 * any match. Rules refer to address sets, so the document grows only linearly with the rows.
 */
export async function vpcDocumentOf(rows: VpcRows, yielder = new Yielder()): Promise<VpcDocument> {
  const { vpc, subnets, nics, externalIps, gateways } = rows
  const names = new VpcNames(rows)
  await yielder.spent(nics.length + subnets.length)
  const routes: NetworkRoute[] = []
  for (const route of rows.routes) {
    const resolved = routeOf(names, route)
    if (resolved) routes.push(resolved)
    await yielder.spent(1 + (resolved?.destinations.length ?? 0))
  }
  const sets = new AddressSets(names)
  const firewallRules: NetworkFirewallRule[] = []
  for (const row of rows.rules) {
    const rule = ruleOf(sets, row)
    if (rule) firewallRules.push(rule)
    const { hosts, ports, protocols } = row.filters
    await yielder.spent([row.targets, hosts, ports, protocols].reduce((sum, list) => sum + (list?.length ?? 0), 0))
  }
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
    routes,
    nics: nics.map((nic) => ({
      id: nic.id,
      instanceId: nic.instance_id,
      subnetId: nic.subnet_id,
      mac: nic.mac,
      ip: nic.ip,
      primary: nic.is_primary,
      transitIps: nic.transit_ips,
    })),
    probes: rows.probes.map((probe) => ({
      id: probe.id,
      sledId: probe.sled_id,
      interfaceId: probe.interface_id,
      subnetId: probe.subnet_id,
      mac: probe.mac,
      ip: probe.ip,
      externalAddress:
        probe.external_ip && probe.ip_pool_id ? { ip: probe.external_ip, poolId: probe.ip_pool_id } : null,
    })),
    addressSets: sets.all(),
    firewallRules,
    externalAddresses: externalIps.map(({ kind, ip, ip_pool_id, instance_id, first_port }) => ({
      kind,
      ip,
      poolId: ip_pool_id,
      instanceId: instance_id!,
      ...(first_port !== null && { ports: { first: first_port, last: first_port + SNAT_PORTS - 1 } }),
    })),
    internetGateways: gateways.map(({ id, pool_ids, addresses }) => ({ id, poolIds: pool_ids, addresses })),
    dns: { domain: vpc.dns_name, hosts: hostsOf(vpc.dns_name, nics) },
  }
}

function routeOf(names: VpcNames, route: Row<'router_routes'>): NetworkRoute | undefined {
  const destinations = names.networksOf(route.destination as RouteDestination)
  const target = targetOf(names, route.target as RouteTarget)
  return destinations.length && target ? { id: route.id, routerId: route.router_id, destinations, target } : undefined
}

function targetOf(names: VpcNames, target: RouteTarget): NetworkRoute['target'] | undefined {
  switch (target.type) {
    case 'drop':
      return { kind: 'drop' }
    case 'ip':
      return { kind: 'ip', ip: target.value }
    case 'subnet': {
      const subnet = names.subnet(target.value)
      return subnet && { kind: 'subnet', id: subnet.id }
    }
    case 'instance': {
      const [nic] = names.instance(target.value)
      return nic && { kind: 'instance', id: nic.instance_id }
    }
    case 'internet_gateway': {
      const gateway = names.gateway(target.value)
      return gateway && { kind: 'internet-gateway', id: gateway.id }
    }
    case 'vpc':
      return undefined
  }
}

/** Undefined for a rule without any match. An empty list of hosts, ports or protocols is no filter. */
function ruleOf(sets: AddressSets, rule: Row<'firewall_rules'>): NetworkFirewallRule | undefined {
  const { ports, protocols } = rule.filters
  const targets = sets.addressesOf(rule.targets)
  const anyHost = !rule.filters.hosts?.length
  const hosts = sets.addressesOf(rule.filters.hosts ?? [])
  if (!targets || !(hosts || anyHost)) return undefined
  return {
    id: rule.id,
    priority: rule.priority,
    direction: rule.direction,
    action: rule.action,
    targets,
    ...(hosts && { hosts }),
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

const MAX_LABEL = 63
const MAX_NAME = 253

/**
 * The DNS names of instances in a VPC. DNS ignores case. A hostname that is too long with the domain is left out.
 * So is one with a label that is too long, which the API accepted once.
 */
function hostsOf(
  domain: string,
  nics: readonly { hostname: string; ip: string; is_primary: boolean }[],
): NetworkHost[] {
  const named = nics.filter(({ hostname, is_primary }) => is_primary && isDnsName(`${hostname}.${domain}`))
  const hosts = Map.groupBy(named, ({ hostname }) => hostname.toLowerCase())
  return [...hosts].map(([name, instances]) => ({ name, addresses: instances.map(({ ip }) => ip).toSorted() }))
}

const isDnsName = (name: string): boolean =>
  name.length <= MAX_NAME && name.split('.').every((label) => label.length <= MAX_LABEL)

/** The address sets that the rules of a VPC refer to, each created when the first rule names it. */
class AddressSets {
  readonly #names: VpcNames
  /** Sets by type and name; undefined for an unknown name. */
  readonly #sets = new Map<string, NetworkAddressSet | undefined>()

  constructor(names: VpcNames) {
    this.#names = names
  }

  /** Undefined when the endpoints have no address. */
  addressesOf(endpoints: readonly Endpoint[]): NetworkAddresses | undefined {
    const [networks, sets] = [new Set<string>(), new Set<string>()]
    for (const endpoint of endpoints)
      if (endpoint.type === 'ip' || endpoint.type === 'ip_net')
        for (const network of this.#names.networksOf(endpoint)) networks.add(network)
      else {
        const set = this.#setOf(endpoint.type, endpoint.value)
        if (set) sets.add(set.id)
      }
    return networks.size + sets.size > 0 ? { networks: [...networks], sets: [...sets] } : undefined
  }

  all(): NetworkAddressSet[] {
    return [...this.#sets.values()].filter((set) => set !== undefined)
  }

  #setOf(type: 'vpc' | 'subnet' | 'instance', name: string): NetworkAddressSet | undefined {
    const key = `${type} ${name}`
    if (!this.#sets.has(key)) {
      const named = this.#names.named(type, name)
      this.#sets.set(key, named?.networks.length ? named : undefined)
    }
    return this.#sets.get(key)
  }
}
