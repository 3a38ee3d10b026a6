import { isIpv6 } from '../addresses.ts'
import type { VpcRows } from './vpc-rows.repo.ts'

/** A rule's target or host, or a route's destination. */
export interface Endpoint {
  type: 'vpc' | 'subnet' | 'instance' | 'ip' | 'ip_net'
  value: string
}

/** Resolves the names in the rules and routes of one VPC. */
export class VpcNames {
  readonly #rows: VpcRows
  readonly #subnets: Map<string, VpcRows['subnets'][number]>
  readonly #gateways: Map<string, VpcRows['gateways'][number]>
  readonly #instances: Map<string, VpcRows['nics']>

  constructor(rows: VpcRows) {
    this.#rows = rows
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

  /** Id and networks of the resource that an endpoint names; undefined for an unknown name. */
  named(type: 'vpc' | 'subnet' | 'instance', name: string): { id: string; networks: string[] } | undefined {
    const { vpc, subnets } = this.#rows
    if (type === 'vpc') return vpc.name === name ? { id: vpc.id, networks: subnets.flatMap(blocksOf) } : undefined
    if (type === 'subnet') {
      const subnet = this.subnet(name)
      return subnet && { id: subnet.id, networks: blocksOf(subnet) }
    }
    const [first, ...others] = this.instance(name)
    return first && { id: first.instance_id, networks: [first, ...others].map(({ ip }) => hostNetwork(ip)) }
  }

  /** The networks of an endpoint; empty for an unknown name. */
  networksOf({ type, value }: Endpoint): string[] {
    if (type === 'ip') return [hostNetwork(value)]
    return type === 'ip_net' ? [value] : (this.named(type, value)?.networks ?? [])
  }
}

const hostNetwork = (ip: string): string => `${ip}/${isIpv6(ip) ? 128 : 32}`
const blocksOf = (subnet: { ipv4_block: string; ipv6_block: string }): string[] => [
  subnet.ipv4_block,
  subnet.ipv6_block,
]
