import { lookup as lookUp } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { type Outside, type OutsideAnswer, OutsideProblem, type OutsideRequest } from '../kernel/outside.ts'
import { Networks } from './networks.ts'

/** Finds the addresses of a host name. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

const resolveBySystem: Resolve = (host) => lookUp(host, { all: true, verbatim: true })

/**
 * Requests to addresses that anybody may type in. A name is resolved once and the connection goes to the very addresses
 * that were looked at, so that a name cannot lead elsewhere a moment later.
 * @param allowed addresses that may be reached although they are not of the public internet
 */
export function outside(allowed: Networks = new Networks(), resolve: Resolve = resolveBySystem): Outside {
  const refuseInside = (address: string): void => {
    if (!isPublic(address) && !allowed.has(plain(address)))
      throw new OutsideProblem('refused', 'it leads to an address that is not of the public internet')
  }
  const checked = callbackify(async (host: string) => {
    const found = await resolve(host)
    for (const { address } of found) refuseInside(address)
    return found
  })
  const lookup: LookupFunction = (host, { all }, done) =>
    checked(host, (error, found = []) =>
      all ? done(error, found) : done(error, found[0]?.address ?? '', found[0]?.family),
    )
  return {
    async request(asked) {
      const url = URL.parse(asked.url)
      if (!url || !/^https?:$/.test(url.protocol)) throw new OutsideProblem('address', 'it is not an http or https URL')
      if (url.username || url.password) throw new OutsideProblem('address', 'it must not hold a password')
      // Only names are looked up: an address that stands in the URL itself is connected to as it is.
      const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
      if (isIP(literal)) refuseInside(literal)
      const signal = AbortSignal.timeout(asked.timeoutMs)
      try {
        return await send(url, asked, { lookup, signal })
      } catch (error) {
        if (signal.aborted) throw new OutsideProblem('timeout', `there was no answer in ${asked.timeoutMs / 1000} s`)
        throw error instanceof OutsideProblem ? error : new OutsideProblem('unreachable', 'there was no answer', error)
      }
    },
  }
}

async function send(url: URL, asked: OutsideRequest, options: RequestOptions): Promise<OutsideAnswer> {
  const { method = 'GET', headers = {}, body, maxBytes } = asked
  const request = url.protocol === 'https:' ? requestTls : requestPlain
  const sent = request(url, { ...options, method, headers, agent: false })
  const answer = await new Promise<IncomingMessage>((done, failed) => {
    sent.on('response', done).on('error', failed).end(body)
  })
  return { status: answer.statusCode ?? 0, body: await readWhole(answer, maxBytes) }
}

async function readWhole(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    // Leaving the loop closes the connection.
    if (size > maxBytes) throw new OutsideProblem('size', `its answer is larger than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** IPv4 as such where it came mapped into IPv6. */
const plain = (address: string): string => ipaddr.process(address).toString()

/** Everything with a purpose of its own (private, loopback, link-local, translated, multicast) is not. */
const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast'
