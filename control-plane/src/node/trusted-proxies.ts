import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { TLSSocket } from 'node:tls'
import { Networks } from './networks.ts'

/** Whose word about a client is taken: proxies that stand before this server. */
export class TrustedProxies {
  readonly #networks: Networks

  constructor(networks = new Networks()) {
    this.#networks = networks
  }

  /** Who really asks, and how: by the headers of trusted proxies, and of nobody else. */
  clientOf(incoming: IncomingMessage): { remoteAddress: string; secure: boolean } {
    const peer = plain(incoming.socket?.remoteAddress ?? '')
    const secure = incoming.socket instanceof TLSSocket
    if (!this.#networks.has(peer)) return { remoteAddress: peer, secure }
    return {
      remoteAddress: this.#behind(peer, valuesOf(incoming, 'x-forwarded-for')),
      secure: secure || valuesOf(incoming, 'x-forwarded-proto').at(-1)?.toLowerCase() === 'https',
    }
  }

  /** Each proxy adds to the right whom it heard from, so only what stands right of the first stranger can be believed. */
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
