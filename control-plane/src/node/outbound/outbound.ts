import { lookup as lookUp } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent as TlsAgent, request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { callbackify } from 'node:util'
import { canonicalIp } from '@skerry/contract/rules/networks.ts'
import ipaddr from 'ipaddr.js'
import { type Clock, systemClock } from '../../clock/clock.ts'
import { withDeadline } from '../../kernel/limits/deadline.ts'
import {
  type Outbound,
  type OutboundAnswer,
  OutboundProblem,
  type OutboundDownload,
  type OutboundRequest,
  type OutboundStream,
  type OutboundStreams,
  outboundUrl,
} from '../../kernel/services/outbound.ts'
import { AddressSet } from '../http/address-set.ts'
import { readWhole, solvableProblem } from './outbound-answer.ts'
import { RequestLimits } from './outbound-limits.ts'
import { proxyFor } from './outbound-proxy.ts'

/** Finds the addresses of a host name. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

/** How long a check waits for the address of a name. */
const CHECK_MS = 5000
/** Limits for draining the unread rest of an answer. */
const LET_END_MS = 1000
const LET_END_BYTES = 65_536

const whoAllows = "the server's operator can allow it in SKERRY_OUTBOUND_NETWORKS"

const resolveBySystem: Resolve = (host) => lookUp(host, { all: true, verbatim: true })

/**
 * Requests to addresses that users enter. A name is resolved once, and the connection uses the addresses that were
 * checked, so a second lookup cannot return another address.
 * @param allowed addresses that may be reached although they belong to this machine or are not public
 * @param environment names the proxy of downloads
 */
export function outbound(
  allowed: AddressSet = new AddressSet(),
  resolve: Resolve = resolveBySystem,
  clock: Clock = systemClock,
  ownAddresses: () => string[] = addressesOfMachine,
  environment: NodeJS.ProcessEnv = process.env,
): Outbound & OutboundStreams {
  const refuseInside = (address: string): void => {
    if (allowed.has(plain(address))) return
    if (!isPublic(address))
      throw new OutboundProblem('refused', `it leads to an address outside of the public internet: ${whoAllows}`)
    if (ownAddresses().includes(plain(address)))
      throw new OutboundProblem('refused', `it leads to the machine of this server: ${whoAllows}`)
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
  /** Checks an IP address in the URL, for which no lookup takes place. */
  const refuseLiteral = (url: URL): string => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host)) refuseInside(host)
    return host
  }
  const check = async (text: string): Promise<void> => {
    const host = refuseLiteral(outboundUrl(text))
    if (isIP(host)) return
    // A resolver that does not answer is no reason to refuse the name.
    const found = await withDeadline(clock, CHECK_MS, resolve(host)).catch(() => [])
    for (const { address } of found) refuseInside(address)
  }
  return {
    check,
    async request(asked) {
      const url = outboundUrl(asked.url)
      refuseLiteral(url)
      const limits = new RequestLimits(clock, asked)
      try {
        return await send(url, asked, limits, lookup)
      } catch (error) {
        throw outboundProblem(error, limits, 'there was no answer')
      } finally {
        limits.end()
      }
    },
    async open(asked) {
      const url = outboundUrl(asked.url)
      if (url.protocol !== 'https:') throw new OutboundProblem('address', 'it is not an https URL')
      refuseLiteral(url)
      const proxy = proxyFor(url, environment)
      // With a proxy this check comes first and may find nothing: the proxy resolves the name, and this machine perhaps
      // cannot.
      if (proxy !== undefined) await check(asked.url)
      const limits = new RequestLimits(clock, asked)
      try {
        const route = proxy === undefined ? { lookup, agent: false as const } : { agent: agentOf(proxy) }
        return streamOf(await answerTo(url, asked, limits, route), limits)
      } catch (error) {
        limits.end()
        throw outboundProblem(error, limits, 'there was no answer')
      }
    },
  }
}

function outboundProblem(error: unknown, limits: RequestLimits, otherwise: string): unknown {
  if (limits.signal.aborted) return limits.signal.reason
  if (error instanceof OutboundProblem) return error
  const solvable = solvableProblem(error)
  if (!solvable) return new OutboundProblem('unreachable', otherwise, error)
  return new OutboundProblem(solvable.passes ? 'unreachable' : 'misconfigured', solvable.message, error)
}

const agentOf = (proxy: string): TlsAgent => new TlsAgent({ proxyEnv: { https_proxy: proxy } })

function answerTo(
  url: URL,
  { headers = {} }: OutboundDownload,
  { signal }: RequestLimits,
  route: { lookup?: LookupFunction; agent: TlsAgent | false },
): Promise<IncomingMessage> {
  const sent = requestTls(url, { ...route, signal, headers })
  return new Promise((done, failed) => void sent.on('response', done).on('error', failed).end())
}

function streamOf(answer: IncomingMessage, limits: RequestLimits): OutboundStream {
  const close = () => {
    limits.end()
    answer.destroy()
  }
  // Errors after `close` are ignored.
  answer.on('error', () => {})
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers as Record<string, string | undefined>,
    body: partsOf(answer, limits, close),
    close,
  }
}

async function* partsOf(answer: IncomingMessage, limits: RequestLimits, close: () => void): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      limits.received(part.length)
      yield part
    }
  } catch (error) {
    throw outboundProblem(error, limits, 'the connection ended before the file did')
  } finally {
    close()
  }
}

async function send(
  url: URL,
  asked: OutboundRequest,
  limits: RequestLimits,
  lookup: LookupFunction,
): Promise<OutboundAnswer> {
  const { method = 'GET', headers = {}, body, maxBytes } = asked
  const secure = url.protocol === 'https:'
  const request = secure ? requestTls : requestPlain
  const sent = request(url, { lookup, signal: limits.signal, method, headers, agent: false })
  sent.on('socket', (socket) => socket.once(secure ? 'secureConnect' : 'connect', () => limits.connected()))
  const answer = await new Promise<IncomingMessage>((done, failed) => {
    sent.on('response', done).on('error', failed).end(body)
  })
  const status = answer.statusCode ?? 0
  if (maxBytes !== 'none') return { status, body: await readWhole(answer, maxBytes) }
  letEnd(answer)
  return { status, body: new Uint8Array() }
}

/** Drains a short unread answer so that its sender sees no reset. A long one is cut off. */
function letEnd(answer: IncomingMessage): void {
  let size = 0
  const end = () => answer.destroy()
  const timer = setTimeout(end, LET_END_MS)
  answer
    .on('data', (part: Buffer) => {
      size += part.length
      if (size > LET_END_BYTES) end()
    })
    .on('error', () => {})
    .on('close', () => clearTimeout(timer))
}

/** The address; IPv4 instead of IPv4-mapped IPv6. */
const parsedOf = (address: string) => ipaddr.process(canonicalIp(address))
const plain = (address: string): string => parsedOf(address).toString()

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * False for private, loopback, link-local, translated and multicast addresses. IPv6 has one public block: addresses
 * outside of it may be translated somewhere, like ::/96 to IPv4.
 */
function isPublic(address: string): boolean {
  const parsed = parsedOf(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6))
}

/** Read each time, since interfaces change. Behind network address translation these are not the public addresses. */
const addressesOfMachine = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => plain(address)))
