import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import { type Clock, systemClock } from '../../clock/clock.ts'
import type { AcceptDuplex } from '../../kernel/http/duplex.ts'
import { type Log, silent } from '../../kernel/telemetry/log.ts'
import { reasonOf, StartupError } from '../start/startup-error.ts'
import { BodyPace, type Pace } from './body-pace.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { keepPeerAddress } from './peer-addresses.ts'
import { answerRaw, rawRefusal } from './raw-answer.ts'
import type { SniCallback } from './tls-contexts.ts'
import { TrustedProxies } from './trusted-proxies.ts'

/** Facts about the connection of a request. */
export interface Peer {
  /** Address of the client, as the connection or a trusted proxy has it. */
  remoteAddress: string
  /** Whether the client speaks TLS, with this server or a trusted proxy. */
  secure: boolean
  /** Accepts the connection of a request for a WebSocket; undefined for others. */
  duplex?: AcceptDuplex
}

export type Answer = (request: Request, peer: Peer) => Response | Promise<Response>

export interface Listener {
  server: Server | SecureServer
  port: number
  /** Refuses new requests, waits up to `limitMs` for running ones, then closes the rest. */
  close(limitMs: number): Promise<void>
}

export interface ListenOptions {
  proxies?: TrustedProxies
  /** The minimum pace of bodies. `patienceMs` also limits how long a client may read nothing of an answer. */
  pace?: Pace
  /** Serves TLS, with the certificate that this callback finds for a host. */
  tls?: SniCallback | undefined
  log?: Log
  /** The time of the pace. */
  clock?: Clock
}

/** Proxies keep idle connections for a minute: the server must not close them first. */
const keepAliveMs = 75_000
const headersLimitMs = 20_000
const headerBytes = 16 * 1024
const defaultPace: Pace = { patienceMs: 30_000, bytesPerSecond: 16 * 1024 }

/**
 * Listens; `port` 0 chooses any free one. `setting` names the environment variable in the message about a taken port.
 */
export async function listen(
  host: string,
  port: number,
  setting: string,
  answer: Answer,
  { proxies = new TrustedProxies(), pace = defaultPace, tls, log = silent, clock = systemClock }: ListenOptions = {},
): Promise<Listener> {
  const bodies = new BodyPace(pace, clock)
  const handle = getRequestListener(
    (request, { incoming }) => answer(request, proxies.clientOf(incoming as IncomingMessage)),
    {
      errorHandler: (error) =>
        error instanceof RequestError ? rawRefusal(log, 400, reasonOf(error)) : rawRefusal(log, 500, error),
    },
  )
  /** All connections, also those of clients that have not begun or ended their TLS handshake. */
  const connections = new Set<Duplex>()
  /** Connections without a request so far. */
  const unused = new Set<Duplex>()
  // Clients also offer HTTP/2 in this header: they are served by HTTP/1.
  const shouldUpgradeCallback = ({ headers, socket }: IncomingMessage): boolean => {
    unused.delete(socket)
    return server.listenerCount('upgrade') > 0 && headers.upgrade?.toLowerCase() === 'websocket'
  }
  const limits = {
    keepAliveTimeout: keepAliveMs,
    headersTimeout: headersLimitMs,
    maxHeaderSize: headerBytes,
    // A time limit for the whole request would cut off large uploads: their pace is limited instead.
    requestTimeout: 0,
    // A request without Host is refused below, with a proper error body.
    requireHostHeader: false,
    shouldUpgradeCallback,
  }
  const answering = new WeakMap<Duplex, ServerResponse>()
  const onRequest = oneAtATime((incoming, outgoing) => {
    answering.set(incoming.socket, outgoing)
    unused.delete(incoming.socket)
    if (hasBody(incoming)) {
      bodies.watch(incoming, () => refuse(incoming.socket, 408, 'the body is too slow'))
      // The body of a GET is not read, so its connection is not reused.
      if (incoming.method === 'GET' || incoming.method === 'HEAD') outgoing.shouldKeepAlive = false
    }
    // A client that does not read keeps its answer in memory.
    outgoing.setTimeout(pace.patienceMs, () => {
      if (incoming.socket.writableLength > 0) incoming.socket.destroy()
    })
    void handle(incoming, outgoing)
  })
  const server: Server | SecureServer = tls
    ? createSecureServer({ ...limits, handshakeTimeout: headersLimitMs, SNICallback: tls }, onRequest)
    : createServer(limits, onRequest)
  const keepIn = (all: Set<Duplex>) => (socket: Duplex) => {
    all.add(socket)
    socket.once('close', () => all.delete(socket))
  }
  const opened = tls ? 'secureConnection' : 'connection'
  server.on('connection', keepIn(connections)).on(opened, keepPeerAddress).on(opened, keepIn(unused))
  const refuse = (socket: Duplex, status: number, reason: string): void => {
    const present = answering.get(socket)
    if (!socket.writable || (present?.headersSent && !present.writableFinished)) socket.destroy()
    else void answerRaw(socket, rawRefusal(log, status, reason))
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuse(socket, unreadableStatus[error.code ?? ''] ?? 400, reasonOf(error)),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new StartupError(wordingOf(error, host, port, setting))))
    server.listen(port, host, resolve)
  })
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close: (limitMs) => close(server, { connections, unused }, limitMs).finally(() => bodies.close()),
  }
}

const unreadableStatus: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function wordingOf(error: NodeJS.ErrnoException, host: string, port: number, setting: string): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken: end what listens there, or choose another with ${setting}`
  if (error.code === 'EACCES')
    return `Port ${port} needs more rights than this user has: choose another with ${setting}`
  return `Cannot listen on ${host}, port ${port}: ${reasonOf(error)}`
}

async function close(
  server: Server | SecureServer,
  { connections, unused }: Record<'connections' | 'unused', ReadonlySet<Duplex>>,
  limitMs: number,
): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // Browsers open connections ahead of a request, which Node does not count as idle.
  for (const socket of unused) socket.destroy()
  server.closeIdleConnections()
  // A keep-alive connection becomes idle when its last request ends.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const limit = setTimeout(() => {
    for (const socket of connections) socket.destroy()
  }, limitMs)
  await closed
  clearInterval(sweep)
  clearTimeout(limit)
}
