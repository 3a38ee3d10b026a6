import { isWithin } from '@skerry/contract/rules/networks.ts'
import type {
  NetworkAddresses,
  NetworkFirewallRule,
  NetworkInterfaceSpec,
  VpcDocument,
} from '../../../interface/networks.ts'
import type { Outcome, Packet } from './evaluate-plan.ts'

/**
 * Treatment of a packet according to a VPC document itself: by the same rules by which the console shows whether
 * traffic passes, and the comments of `platform/interface/networks.ts`.
 */
export function trafficOf(document: VpcDocument, packet: Packet): Outcome {
  const { nics, externalAddresses } = document
  const primaryOf = (instanceId: string) => nics.find((nic) => nic.primary && nic.instanceId === instanceId)
  const arrive = (nic: NetworkInterfaceSpec | undefined, destination: string): Outcome => {
    const isIts = nic && [nic.ip, ...nic.transitIps].some((net) => isWithin(destination, net))
    if (!isIts || decide(document, 'inbound', nic, packet.source, packet) === 'deny') return { kind: 'dropped' }
    return { kind: 'delivered', to: nic.id, destination }
  }
  const sender = nics.find(({ id }) => id === packet.from)
  if (!sender) {
    const address = externalAddresses.find(({ ip, kind }) => kind !== 'snat' && ip === packet.destination)
    const nic = address && primaryOf(address.instanceId)
    return arrive(nic, nic?.ip ?? '')
  }
  if (![sender.ip, ...sender.transitIps].some((net) => isWithin(packet.source, net))) return { kind: 'dropped' }
  if (decide(document, 'outbound', sender, packet.destination, packet) === 'deny') return { kind: 'dropped' }
  const subnet = document.subnets.find(({ id }) => id === sender.subnetId)!
  const direct = () =>
    arrive(
      nics.find(({ ip }) => isWithin(packet.destination, ip)),
      packet.destination,
    )
  if ([subnet.ipv4Block, subnet.ipv6Block].some((net) => isWithin(packet.destination, net))) return direct()

  const target = targetFor(document, subnet.routerId, packet.destination)
  if (target?.kind === 'subnet') return direct()
  if (target?.kind === 'ip')
    return arrive(
      nics.find(({ ip }) => ip === target.ip),
      packet.destination,
    )
  if (target?.kind === 'instance') return arrive(primaryOf(target.id), packet.destination)
  if (target?.kind !== 'internet-gateway') return { kind: 'dropped' }
  const gateway = document.internetGateways.find(({ id }) => id === target.id)
  const usable = externalAddresses.filter(
    ({ ip, poolId, instanceId }) =>
      primaryOf(instanceId)?.ip === packet.source &&
      (gateway?.poolIds.includes(poolId) || gateway?.addresses.includes(ip)),
  )
  for (const kind of ['floating', 'ephemeral', 'snat'] as const) {
    const [first] = usable.filter((one) => one.kind === kind).toSorted((a, b) => (a.ip < b.ip ? -1 : 1))
    if (first) return { kind: 'sent', source: first.ip, ports: first.ports }
  }
  return { kind: 'dropped' }
}

/** Among the most specific routes: one that drops, else the first by id. */
function targetFor(document: VpcDocument, routerId: string, destination: string) {
  const width = (net: string) => Number(net.split('/')[1])
  const found = document.routes
    .filter((route) => route.routerId === routerId)
    .flatMap((route) => route.destinations.map((net) => ({ ...route, net })))
    .filter(({ net }) => isWithin(destination, net))
  const most = Math.max(...found.map(({ net }) => width(net)))
  const best = found.filter(({ net }) => width(net) === most).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return (best.find(({ target }) => target.kind === 'drop') ?? best[0])?.target
}

function decide(
  document: VpcDocument,
  direction: NetworkFirewallRule['direction'],
  nic: NetworkInterfaceSpec,
  other: string,
  packet: Packet,
): 'allow' | 'deny' {
  const holds = ({ networks, sets }: NetworkAddresses, address: string) =>
    networks.some((net) => isWithin(address, net)) ||
    document.addressSets.some((set) => sets.includes(set.id) && set.networks.some((net) => isWithin(address, net)))
  const applying = document.firewallRules
    .filter((rule) => rule.direction === direction && holds(rule.targets, nic.ip))
    .filter((rule) => (!rule.hosts || holds(rule.hosts, other)) && passes(rule, packet))
  const first = Math.min(...applying.map(({ priority }) => priority))
  const actions = applying.filter(({ priority }) => priority === first).map(({ action }) => action)
  if (actions.length === 0) return direction === 'inbound' ? 'deny' : 'allow'
  return actions.includes('deny') ? 'deny' : 'allow'
}

/** Ports limit TCP and UDP. ICMP has none: a rule with ports matches it only where it is named. */
function passes({ ports, protocols }: NetworkFirewallRule, { protocol, value }: Packet): boolean {
  const within = (number: number, { first, last }: { first: number; last: number }) => first <= number && number <= last
  const [type, code] = [value >> 8, value & 255]
  const isProtocol = (protocols ?? [{ kind: protocol }]).some(
    (one) =>
      one.kind === protocol &&
      (one.kind !== 'icmp' || one.type === undefined || (one.type === type && (!one.codes || within(code, one.codes)))),
  )
  if (!isProtocol || !ports) return isProtocol
  return protocol === 'icmp' ? protocols !== undefined : ports.some((range) => within(value, range))
}
