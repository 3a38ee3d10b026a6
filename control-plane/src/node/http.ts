import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { AcceptDuplex } from '../kernel/duplex.ts'
import { reasonOf, StartupError } from './startup-error.ts'

/** What a request brings beside itself. */
export interface Peer {
  /** Address of the other end of the connection. */
  remoteAddress: string
  /** Where the request asks for a WebSocket. */
  duplex?: AcceptDuplex
}

export type Answer = (request: Request, peer: Peer) => Response | Promise<Response>

export interface Listener {
  server: Server
  port: number
  /** Takes no new requests, waits up to `limitMs` for those running, then closes what is left. */
  close(limitMs: number): Promise<void>
}

/** An upload of several GiB may take its time; a request that never ends must not. */
const requestLimitMs = 3_600_000

/** Listens, on any free port where `port` is 0. `setting` names the variable that would change a taken port. */
export async function listen(host: string, port: number, setting: string, answer: Answer): Promise<Listener> {
  const handle = getRequestListener((request, { incoming }) =>
    answer(request, { remoteAddress: incoming.socket?.remoteAddress ?? '' }),
  )
  // Clients that would rather speak HTTP/2 say so in the same header: they are served as they are.
  const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean =>
    server.listenerCount('upgrade') > 0 && headers.upgrade?.toLowerCase() === 'websocket'
  const server = createServer({ requestTimeout: requestLimitMs, shouldUpgradeCallback }, handle)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new StartupError(wordingOf(error, host, port, setting))))
    server.listen(port, host, resolve)
  })
  return { server, port: (server.address() as AddressInfo).port, close: (limitMs) => close(server, limitMs) }
}

function wordingOf(error: NodeJS.ErrnoException, host: string, port: number, setting: string): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken: end what listens there, or choose another with ${setting}`
  if (error.code === 'EACCES')
    return `Port ${port} needs more rights than this user has: choose another with ${setting}`
  return `Cannot listen on ${host}, port ${port}: ${reasonOf(error)}`
}

async function close(server: Server, limitMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  // A connection kept alive becomes idle as its last request ends.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const limit = setTimeout(() => server.closeAllConnections(), limitMs)
  await closed
  clearInterval(sweep)
  clearTimeout(limit)
}
