import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { TLSSocket } from 'node:tls'
import { AddressSet } from './address-set.ts'
import { peerAddress } from './peer-addresses.ts'

/** Proxies in front of this server whose headers about clients are trusted. */
export class TrustedProxies {
  readonly #networks: AddressSet

  constructor(networks = new AddressSet()) {
    this.#networks = networks
  }

  /** The real client and its protocol, by the headers of trusted proxies only. @throws without a peer's address */
  clientOf(incoming: IncomingMessage): { remoteAddress: string; secure: boolean } {
    const peer = plain(peerAddress(incoming.socket))
    const secure = incoming.socket instanceof TLSSocket
    if (!this.#networks.has(peer)) return { remoteAddress: peer, secure }
    return {
      remoteAddress: this.#behind(peer, valuesOf(incoming, 'x-forwarded-for')),
      secure: secure || valuesOf(incoming, 'x-forwarded-proto').at(-1)?.toLowerCase() === 'https',
    }
  }

  /** Each proxy appends its peer, so only the entries right of the first untrusted one are reliable. */
  #behind(peer: string, forwarded: readonly string[]): string {
    let client = peer
    for (const hop of forwarded.toReversed()) {
      const address = plain(hop)
      if (!isIP(address)) return client
      client = address
      if (!this.#networks.has(client)) return client
    }
    return client
  }
}

/** Without brackets, port or zone; IPv4-mapped IPv6 as IPv4. */
const plain = (address: string): string =>
  address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')

const valuesOf = ({ headers }: IncomingMessage, name: string): string[] =>
  [headers[name] ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
