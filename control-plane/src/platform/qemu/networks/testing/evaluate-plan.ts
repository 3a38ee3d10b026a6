import { addressNumber, contains, familyOf, type Range } from '../addresses.ts'
import { type NetworkPlan, type PlannedInterface, routeFor } from '../plan.ts'

/** The first packet of a connection. */
export interface Packet {
  /** The interface that sends it; absent for one from outside. */
  from?: string
  source: string
  destination: string
  protocol: 'tcp' | 'udp' | 'icmp'
  /** The destination's port, or for ICMP the type times 256 plus the code. */
  value: number
}

export type Outcome =
  | { kind: 'dropped' }
  | { kind: 'delivered'; to: string; destination: string }
  | { kind: 'sent'; source: string; ports?: { first: number; last: number } | undefined }

const DROPPED: Outcome = { kind: 'dropped' }

/** Treatment of a packet by the nftables rules and routes of a plan. */
export function evaluatePlan(plan: NetworkPlan, packet: Packet): Outcome {
  const sender = plan.interfaces.find(({ id }) => id === packet.from)
  if (!sender) {
    const external = plan.externals.find(({ outside, ports }) => !ports && isSame(outside, packet.destination))
    return external ? deliver(plan, holderOf(plan, external.inside), packet, external.inside) : DROPPED
  }
  if (!mayHave(sender, packet.source)) return DROPPED
  if (!allows(plan, 'outbound', sender, packet.destination, packet)) return DROPPED
  const isNear = sender.subnet.networks.some((network) => contains(network, packet.destination))
  const router = plan.routers.find(({ number }) => number === sender.subnet.router)!
  const hop = isNear ? ({ kind: 'direct' } as const) : routeFor(router, packet.destination)?.hop
  switch (hop?.kind) {
    case undefined:
    case 'drop':
      return DROPPED
    case 'direct':
      return deliver(plan, holderOf(plan, packet.destination), packet, packet.destination)
    case 'interface':
      return deliver(plan, plan.interfaces[hop.number - 1], packet, packet.destination)
    case 'gateway': {
      const found = plan.translations.find(
        ({ gateway, inside, preferred }) => gateway === hop.number && preferred && isSame(inside, packet.source),
      )
      return found ? { kind: 'sent', source: found.outside, ports: found.ports } : DROPPED
    }
  }
}

function deliver(plan: NetworkPlan, to: PlannedInterface | undefined, packet: Packet, destination: string): Outcome {
  if (!to || !mayHave(to, destination) || !allows(plan, 'inbound', to, packet.source, packet)) return DROPPED
  return { kind: 'delivered', to: to.id, destination }
}

const isSame = (a: string, b: string) => familyOf(a) === familyOf(b) && addressNumber(a) === addressNumber(b)
const holderOf = (plan: NetworkPlan, address: string) => plan.interfaces.find(({ ip }) => isSame(ip, address))
const mayHave = ({ ip, transit }: PlannedInterface, address: string) =>
  isSame(ip, address) || transit.some((network) => contains(network, address))

function allows(
  plan: NetworkPlan,
  direction: 'inbound' | 'outbound',
  own: PlannedInterface,
  remote: string,
  { protocol, value }: Packet,
): boolean {
  const setOf = (name: string) => plan.sets.find((set) => set.name === name)!
  const holds = (ranges: readonly Range[], number: bigint) =>
    ranges.some(({ first, last }) => first <= number && number <= last)
  const rule = plan.rules.find(
    (each) =>
      each.direction === direction &&
      holds(setOf(each.targets).numbers, BigInt(own.number)) &&
      (each.hosts === undefined ||
        holds(familyOf(remote) === 4 ? setOf(each.hosts).ipv4 : setOf(each.hosts).ipv6, addressNumber(remote))) &&
      (!each.matches ||
        each.matches.some(
          (match) =>
            match.protocol === protocol &&
            (!match.values || match.values.some(({ first, last }) => first <= value && value <= last)),
        )),
  )
  return rule ? rule.action === 'allow' : direction === 'outbound'
}
