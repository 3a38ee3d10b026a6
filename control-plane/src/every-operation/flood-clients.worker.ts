import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { parentPort } from 'node:worker_threads'
import { WebSocket } from 'ws'

/** Clients that flood a server. They run in a thread of their own: the turns of the server's are measured. */

export interface Flood {
  url: string
  headers: Record<string, string>
}
const agent = new Agent()

async function opened({ url, headers }: Flood): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers })
  await once(socket, 'open')
  return socket
}

/** Resolves once a console has written this text. */
const written = (socket: WebSocket, text: string) =>
  new Promise<void>((resolve, reject) => {
    let last = ''
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
    socket.on('message', (data: Buffer) => {
      last = (last + data.toString('latin1')).slice(-4096)
      if (last.includes(text)) resolve()
    })
  })

/** A request whose answer is read and dropped. @returns its bytes */
function exchange(target: Flood, method: string, pieces: readonly Uint8Array[] = []): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(target.url, { method, headers: target.headers }, async (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.once('end', () => resolve(bytes)).once('error', reject)
    })
    outgoing.once('error', reject)
    for (const piece of pieces) outgoing.write(piece)
    outgoing.end()
  })
}

/** An event stream that is read. */
class EventStream {
  text = ''
  beats = 0
  #look = () => {}

  static open({ url, headers }: Flood): Promise<EventStream> {
    const stream = new EventStream()
    return new Promise((resolve, reject) => {
      const outgoing = request(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`a stream is answered ${answer.statusCode}`))
        answer
          .on('error', () => {})
          .on('data', (data: Buffer) => {
            stream.#take(data.toString())
            resolve(stream)
          })
      })
      outgoing.once('error', reject).end()
    })
  }

  /** Resolves once this holds. */
  until(holds: (stream: this) => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#look = () => holds(this) && resolve()
      this.#look()
    })
  }

  #take(text: string): void {
    if (text.startsWith(':')) this.beats++
    this.text += text
    this.#look()
  }
}
const streams: EventStream[] = []

const clients = {
  /** Many consoles whose machine counts at once. */
  async output({ target, consoles, last }: { target: Flood; consoles: number; last: number }) {
    const sockets = await Promise.all(Array.from({ length: consoles }, () => opened(target)))
    const ends = sockets.map((socket) => written(socket, `\r\n${last}\r\n`))
    sockets[0]!.send(Buffer.from(`\x03ann\rseq ${last}\r`))
    await Promise.all(ends)
    for (const socket of sockets) socket.removeAllListeners('close').close()
  },
  /** Many consoles that send frames of Enter. */
  async input({ target, consoles, frames, bytes }: { target: Flood; consoles: number; frames: number; bytes: number }) {
    const sockets = await Promise.all(Array.from({ length: consoles }, () => opened(target)))
    await Promise.all(
      sockets.map(async (socket) => {
        for (let at = 0; at < frames; at++) socket.send(Buffer.alloc(bytes, '\r'))
        // Its answer comes behind the frames.
        socket.ping()
        await once(socket, 'pong')
        socket.close()
      }),
    )
  },
  /** Opens event streams, one after the other, and reads what comes. */
  async listen({ targets }: { targets: Flood[] }) {
    for (const target of targets) streams.push(await EventStream.open(target))
  },
  /** Waits until the stream that was opened last has received this so many times. */
  events: ({ text, times }: { text: string; times: number }) =>
    streams.at(-1)!.until((stream) => stream.text.split(text).length > times),
  /** Waits until each stream has received so many heartbeats. */
  heartbeats: ({ times }: { times: number }) =>
    Promise.all(streams.map((each) => each.until(({ beats }) => beats >= times))),
  async download({ target, count, least }: { target: Flood; count: number; least: number }) {
    const sizes = await Promise.all(Array.from({ length: count }, () => exchange(target, 'GET')))
    for (const size of sizes) if (size < least) throw new Error(`only ${size} bytes came`)
  },
  upload({ target, method, pieces, bytes }: { target: Flood; method: string; pieces: number; bytes: number }) {
    const piece = new Uint8Array(bytes)
    return exchange(
      target,
      method,
      Array.from({ length: pieces }, () => piece),
    )
  },
}

type Clients = typeof clients
export type FloodKind = keyof Clients
export type Given<K extends FloodKind> = Parameters<Clients[K]>[0]

parentPort?.on('message', async ({ kind, given }: { kind: FloodKind; given: never }) => {
  try {
    parentPort?.postMessage({ answer: await clients[kind](given) })
  } catch (error) {
    parentPort?.postMessage({ problem: String(error) })
  }
})
