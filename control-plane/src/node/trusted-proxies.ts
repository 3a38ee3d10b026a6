import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Whose word about a client is taken: proxies that stand before this server. */
export class TrustedProxies {
  readonly #list = new BlockList()

  /**
   * @param entries addresses and networks: `10.0.0.7`, `10.0.0.0/8`, `::1`
   * @throws for an entry that is neither
   */
  constructor(entries: readonly string[] = []) {
    for (const entry of entries) {
      const [address = '', width, ...rest] = entry.split('/')
      const family = familyOf(address)
      if (!family || rest.length || (width !== undefined && !/^\d{1,3}$/.test(width))) throw new Error(entry)
      if (width === undefined) this.#list.addAddress(address, family)
      else this.#list.addSubnet(address, Number(width), family)
    }
  }

  #has(address: string): boolean {
    const family = familyOf(address)
    return family !== undefined && this.#list.check(address, family)
  }

  /** Who really asks, and how: by the headers of trusted proxies, and of nobody else. */
  clientOf(incoming: IncomingMessage): { remoteAddress: string; secure: boolean } {
    const peer = plain(incoming.socket?.remoteAddress ?? '')
    if (!this.#has(peer)) return { remoteAddress: peer, secure: false }
    return {
      remoteAddress: this.#behind(peer, valuesOf(incoming, 'x-forwarded-for')),
      secure: valuesOf(incoming, 'x-forwarded-proto').at(-1)?.toLowerCase() === 'https',
    }
  }

  /** Each proxy adds to the right whom it heard from, so only what stands right of the first stranger can be believed. */
  #behind(peer: string, forwarded: readonly string[]): string {
    let client = peer
    for (const hop of forwarded.toReversed()) {
      const address = plain(hop)
      if (!familyOf(address)) return client
      client = address
      if (!this.#has(client)) return client
    }
    return client
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined => ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)]

/** Without brackets or a port, and IPv4 as such where it came mapped into IPv6. */
const plain = (address: string): string =>
  address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')

const valuesOf = ({ headers }: IncomingMessage, name: string): string[] =>
  [headers[name] ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
