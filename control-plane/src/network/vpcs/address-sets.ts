import type { NetworkAddresses, NetworkAddressSet } from '../../platform/interface/networks.ts'
import type { Endpoint, VpcNames } from './vpc-names.ts'

/** The address sets that the rules of a VPC refer to, each created when the first rule names it. */
export class AddressSets {
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
