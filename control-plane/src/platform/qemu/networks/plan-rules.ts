import type { NetworkAddresses, NetworkFirewallRule, VpcDocument } from '../../interface/networks.ts'
import { familyOf, mergeRanges, type Network, parseNetwork, type Range } from './addresses.ts'
import type { PlannedInterface } from './plan.ts'

/** Addresses of hosts or targets. Rules with the same addresses share a set. */
export interface PlannedSet {
  name: string
  ipv4: readonly Range[]
  ipv6: readonly Range[]
  /** Numbers of the interfaces whose address is in the set. */
  numbers: readonly Range[]
}

export interface Match {
  /** IP protocol. `icmp` stands for that of both families. */
  protocol: 'tcp' | 'udp' | 'icmp'
  /** Destination ports, or for ICMP the type times 256 plus the code; absent matches all. */
  values?: readonly { first: number; last: number }[]
}

export interface PlannedRule {
  id: string
  direction: 'inbound' | 'outbound'
  action: 'allow' | 'deny'
  /** Name of a set. */
  targets: string
  /** Name of a set; absent matches any address. */
  hosts?: string
  /** Traffic that matches one of them; absent matches any. */
  matches?: readonly Match[]
}

export function planRules(
  document: VpcDocument,
  interfaces: readonly PlannedInterface[],
): { sets: PlannedSet[]; rules: PlannedRule[] } {
  const given = new Map(document.addressSets.map(({ id, networks }) => [id, networks]))
  const sets = new Map<string, PlannedSet>()
  const setOf = ({ networks, sets: ids }: NetworkAddresses): string => {
    const key = [...networks.toSorted(), ...ids.toSorted()].join(' ')
    const found = sets.get(key)
    if (found) return found.name
    const all = [...networks, ...ids.flatMap((id) => given.get(id) ?? [])].map(parseNetwork)
    const name = `a${sets.size + 1}`
    sets.set(key, { name, ...rangesOf(all, interfaces) })
    return name
  }
  const rules = document.firewallRules.toSorted(byRulePrecedence).map((rule): PlannedRule => {
    const matches = matchesOf(rule)
    return {
      id: rule.id,
      direction: rule.direction,
      action: rule.action,
      targets: setOf(rule.targets),
      ...(rule.hosts && { hosts: setOf(rule.hosts) }),
      ...(matches && { matches }),
    }
  })
  return { sets: [...sets.values()], rules }
}

const byRulePrecedence = (a: NetworkFirewallRule, b: NetworkFirewallRule) =>
  a.priority - b.priority || Number(a.action === 'allow') - Number(b.action === 'allow') || (a.id < b.id ? -1 : 1)

function rangesOf(networks: readonly Network[], interfaces: readonly PlannedInterface[]): Omit<PlannedSet, 'name'> {
  const ofFamily = (family: 4 | 6) => mergeRanges(networks.filter((network) => network.family === family))
  const [ipv4, ipv6] = [ofFamily(4), ofFamily(6)]
  const numbers: Range[] = []
  for (const [family, ranges] of [[4, ipv4] as const, [6, ipv6] as const])
    for (const { first, last } of ranges) {
      const from = firstFrom(interfaces, family, first)
      const to = firstFrom(interfaces, family, last + 1n)
      if (from < to) numbers.push({ first: BigInt(from + 1), last: BigInt(to) })
    }
  return { ipv4, ipv6, numbers: mergeRanges(numbers) }
}

/** Number of interfaces before an address. Interfaces are sorted by address, IPv4 first. */
function firstFrom(interfaces: readonly PlannedInterface[], family: 4 | 6, address: bigint): number {
  let [low, high] = [0, interfaces.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const one = interfaces[middle]!
    const oneFamily = familyOf(one.ip)
    const isBefore = oneFamily === family ? one.order < address : oneFamily < family
    if (isBefore) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Undefined if any traffic matches. Ports restrict TCP and UDP; without protocols, other traffic does not match then.
 */
function matchesOf({ ports, protocols }: NetworkFirewallRule): Match[] | undefined {
  if (!ports && !protocols) return undefined
  const values = ports && { values: ports }
  if (!protocols)
    return [
      { protocol: 'tcp', ...values },
      { protocol: 'udp', ...values },
    ]
  return protocols.flatMap((protocol): Match[] => {
    if (protocol.kind !== 'icmp') return [{ protocol: protocol.kind, ...values }]
    if (protocol.type === undefined) return [{ protocol: 'icmp' }]
    const { first, last } = protocol.codes ?? { first: 0, last: 255 }
    return [{ protocol: 'icmp', values: [{ first: protocol.type * 256 + first, last: protocol.type * 256 + last }] }]
  })
}
