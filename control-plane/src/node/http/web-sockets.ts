import type { IncomingMessage, Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { type Clock, systemClock } from '../../clock/clock.ts'
import type { JoinDuplex } from '../../kernel/http/duplex.ts'
import { type Log, silent } from '../../kernel/telemetry/log.ts'
import type { Answer } from './http.ts'
import { answerRaw, rawRefusal } from './raw-answer.ts'
import { TrustedProxies } from './trusted-proxies.ts'

export interface WebSocketsOptions {
  /** How often a client must answer a ping. */
  pingEveryMs?: number
  /** Measures the time between pings. */
  clock?: Clock
  /** Largest number of connections; one more is refused with 503. */
  most?: number
  proxies?: TrustedProxies
  log?: Log
}

/** Largest frame from a client; typed and pasted text is shorter. */
const frameBytes = 64 * 1024
/** How long clients may take to close when the server stops. */
const closeLimitMs = 1000

/**
 * Serves the WebSockets of operations that accept a connection (`call.duplex`). An upgrade runs through the operation
 * like any request, so a refusal is plain HTTP, before there is a socket.
 * @returns `close` closes all with 1001 and refuses new ones.
 */
export function serveWebSockets(
  server: Server | SecureServer,
  answer: Answer,
  {
    pingEveryMs = 30_000,
    clock = systemClock,
    most = 1000,
    proxies = new TrustedProxies(),
    log = silent,
  }: WebSocketsOptions = {},
): { close(): Promise<void> } {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytes,
    perMessageDeflate: false,
    // One frame per turn of the event loop: a single chunk may contain thousands of tiny ones.
    allowSynchronousEvents: false,
  })
  const asking = new Set<Duplex>()
  const silent = new WeakSet<WebSocket>()
  let closed = false

  const ask = async (incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const request = requestOf(incoming)
    if (!request) return answerRaw(socket, rawRefusal(log, 400, 'its address is invalid'))
    if (sockets.clients.size + asking.size > most)
      return answerRaw(socket, rawRefusal(log, 503, `${most} WebSockets are open`))
    let join: JoinDuplex | undefined
    const response = await answer(request, {
      ...proxies.clientOf(incoming),
      duplex: (accepted) => void (join = accepted),
    })
    if (socket.destroyed) return void response.body?.cancel()
    if (!join) return answerRaw(socket, response)
    const accepted = join
    sockets.handleUpgrade(incoming, socket, head, (webSocket) => connect(webSocket, accepted))
  }

  server.on('upgrade', (incoming, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (closed) return void socket.destroy()
    asking.add(socket)
    ask(incoming, socket, head)
      .catch((error: unknown) => {
        log('error', 'cannot open a WebSocket', { error })
        socket.destroy()
      })
      .finally(() => asking.delete(socket))
  })

  // The server does not read from a client whose machine accepts no input, so it does not see its close either: writing
  // to it detects a lost connection.
  const endProbes = clock.every(pingEveryMs / 6, () => {
    for (const client of sockets.clients) if (client.isPaused) client.ping()
  })
  const endBeat = clock.every(pingEveryMs, () => {
    for (const client of sockets.clients) {
      // Its pongs are not read either.
      if (client.isPaused) {
        silent.delete(client)
        continue
      }
      if (silent.has(client)) client.terminate()
      silent.add(client)
      client.once('pong', () => silent.delete(client))
      client.ping()
    }
  })

  return {
    async close() {
      closed = true
      endBeat()
      endProbes()
      for (const socket of asking) socket.destroy()
      const gone = [...sockets.clients].map((client) => new Promise((resolve) => client.once('close', resolve)))
      for (const client of sockets.clients) client.close(1001, 'the server is stopping')
      const late = setTimeout(() => {
        for (const client of sockets.clients) client.terminate()
      }, closeLimitMs)
      await Promise.all(gone)
      clearTimeout(late)
    },
  }
}

function connect(webSocket: WebSocket, join: JoinDuplex): void {
  const session = join({
    send: (bytes) =>
      new Promise((resolve, reject) => webSocket.send(bytes, (error) => (error ? reject(error) : resolve()))),
    close: (code, reason) => webSocket.close(code, reason),
  })
  webSocket.on('message', (data, isBinary) => {
    const taken = isBinary ? session.receive(new Uint8Array(data as Buffer)) : undefined
    if (!taken) return
    webSocket.pause()
    void taken.then(() => webSocket.resume())
  })
  webSocket.on('close', () => session.end())
  // A transport error is followed by `close`.
  webSocket.on('error', () => undefined)
}

/** The upgrade as a request; undefined when its URL is invalid. */
function requestOf({ method, url, headers }: IncomingMessage): Request | undefined {
  const address = URL.parse(url ?? '', `http://${headers.host ?? 'localhost'}`)
  if (!address) return undefined
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  )
  return new Request(address, { method: method ?? 'GET', headers: fields })
}
