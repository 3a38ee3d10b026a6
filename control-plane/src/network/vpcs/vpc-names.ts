import { ipv4Bounds, ipv4Number, isIpv6 } from '../addresses.ts'
import type { VpcRows } from './vpc-rows.repo.ts'

/** What a rule's target or host, or a route's destination, names. */
export interface Endpoint {
  type: 'vpc' | 'subnet' | 'instance' | 'ip' | 'ip_net'
  value: string
}

/** IPv4 addresses as numbers, both ends among them. */
interface Interval {
  start: number
  end: number
}

/**
 * Resolves what the rules and routes of one VPC name, each endpoint once however many name it. What an endpoint binds
 * is a few intervals of addresses, and interfaces stand in the order of theirs, so no rule looks at each interface.
 */
export class VpcNames {
  readonly #rows: VpcRows
  readonly #addresses: readonly number[]
  readonly #nicIds: readonly string[]
  readonly #subnets: Map<string, VpcRows['subnets'][number]>
  readonly #gateways: Map<string, VpcRows['gateways'][number]>
  readonly #instances: Map<string, VpcRows['nics']>
  readonly #intervals = new Map<string, readonly Interval[]>()

  constructor(rows: VpcRows) {
    this.#rows = rows
    const nics = [...rows.nics, ...rows.probes.map(({ interface_id, ip }) => ({ id: interface_id, ip }))]
      .map(({ id, ip }) => ({ id, address: ipv4Number(ip) }))
      .toSorted((a, b) => a.address - b.address)
    this.#addresses = nics.map(({ address }) => address)
    this.#nicIds = nics.map(({ id }) => id)
    this.#subnets = new Map(rows.subnets.map((subnet) => [subnet.name, subnet]))
    this.#gateways = new Map(rows.gateways.map((gateway) => [gateway.name, gateway]))
    this.#instances = Map.groupBy(rows.nics, (nic) => nic.instance_name)
  }

  subnet(name: string) {
    return this.#subnets.get(name)
  }

  gateway(name: string) {
    return this.#gateways.get(name)
  }

  /** The interfaces of an instance in this VPC. */
  instance(name: string) {
    return this.#instances.get(name) ?? []
  }

  /** The networks that endpoints stand for, each once; what is nobody's name in this VPC stands for none. */
  networksOf(endpoints: readonly Endpoint[]): string[] {
    return [...new Set(distinct(endpoints).flatMap((endpoint) => this.#networksOf(endpoint)))]
  }

  /** The interfaces that endpoints bind, each once. */
  nicIdsOf(endpoints: readonly Endpoint[]): string[] {
    const intervals = distinct(endpoints)
      .flatMap((endpoint) => this.#intervalsOf(endpoint))
      .toSorted((a, b) => a.start - b.start)
    const found: string[] = []
    let next = 0
    for (const { start, end } of intervals) {
      next = Math.max(next, this.#firstFrom(start))
      for (; next < this.#addresses.length && this.#addresses[next]! <= end; next++) found.push(this.#nicIds[next]!)
    }
    return found
  }

  #networksOf({ type, value }: Endpoint): string[] {
    switch (type) {
      case 'vpc':
        return this.#rows.vpc.name === value ? this.#rows.subnets.flatMap(blocksOf) : []
      case 'subnet': {
        const subnet = this.#subnets.get(value)
        return subnet ? blocksOf(subnet) : []
      }
      case 'instance':
        return this.instance(value).map((nic) => hostNetwork(nic.ip))
      case 'ip':
        return [hostNetwork(value)]
      case 'ip_net':
        return [value]
    }
  }

  #intervalsOf(endpoint: Endpoint): readonly Interval[] {
    const key = keyOf(endpoint)
    const known = this.#intervals.get(key)
    if (known) return known
    // Interfaces have IPv4 addresses alone.
    const intervals = this.#networksOf(endpoint)
      .filter((net) => !isIpv6(net.split('/')[0]!))
      .map(ipv4Bounds)
    this.#intervals.set(key, intervals)
    return intervals
  }

  /** Index of the first interface at an address or after it. */
  #firstFrom(address: number): number {
    let [low, high] = [0, this.#addresses.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#addresses[middle]! < address) low = middle + 1
      else high = middle
    }
    return low
  }
}

const keyOf = ({ type, value }: Endpoint): string => `${type} ${value}`
const distinct = (endpoints: readonly Endpoint[]): Endpoint[] => [
  ...new Map(endpoints.map((endpoint) => [keyOf(endpoint), endpoint])).values(),
]

const hostNetwork = (ip: string): string => `${ip}/${isIpv6(ip) ? 128 : 32}`
const blocksOf = (subnet: { ipv4_block: string; ipv6_block: string }): string[] => [
  subnet.ipv4_block,
  subnet.ipv6_block,
]
