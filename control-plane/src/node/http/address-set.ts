import { BlockList, isIP } from 'node:net'

/** A set of addresses and networks from a setting. */
export class AddressSet {
  readonly #list = new BlockList()

  /**
   * @param entries addresses and networks: `10.0.0.7`, `10.0.0.0/8`, `::1`
   * @throws for an entry that is neither
   */
  constructor(entries: readonly string[] = []) {
    for (const entry of entries) {
      const [address = '', width, ...rest] = entry.split('/')
      const family = familyOf(address)
      if (!family || rest.length || (width !== undefined && !/^(0|[1-9]\d{0,2})$/.test(width))) throw new Error(entry)
      if (width === undefined) this.#list.addAddress(address, family)
      else this.#list.addSubnet(address, Number(width), family)
    }
  }

  has(address: string): boolean {
    const family = familyOf(address)
    return family !== undefined && this.#list.check(address, family)
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined => ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)]
