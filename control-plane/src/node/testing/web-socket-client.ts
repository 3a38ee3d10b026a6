import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A client of a WebSocket, for tests. */
export interface Client {
  socket: WebSocket
  text(): string
  /** Resolves once the text has come, after what was expected before. */
  expect(text: string): Promise<void>
  type(text: string): void
  closed: Promise<{ code: number; reason: string }>
}

export function join(url: string, headers: Record<string, string>, options = {}): Client {
  const socket = new WebSocket(url, { headers, ...options })
  let all = ''
  let from = 0
  let look = () => {}
  socket.on('message', (data: Buffer) => {
    all += data.toString()
    look()
  })
  return {
    socket,
    text: () => all,
    expect: (text) =>
      new Promise((resolve) => {
        look = () => {
          const at = all.indexOf(text, from)
          if (at < 0) return
          from = at + text.length
          look = () => {}
          resolve()
        }
        look()
      }),
    type: (text) => socket.send(Buffer.from(text)),
    closed: once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) })),
  }
}

export async function opened(url: string, headers: Record<string, string>): Promise<Client> {
  const client = join(url, headers)
  await once(client.socket, 'open')
  return client
}

/** What plain HTTP answered instead of a socket. */
export function refused(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  const socket = new WebSocket(url, { headers })
  return new Promise((resolve, reject) => {
    socket.on('open', () => reject(new Error('It was let in')))
    socket.on('error', reject)
    socket.on('unexpected-response', async (_, answer) => {
      const parts = await answer.toArray()
      resolve({ status: answer.statusCode!, body: Buffer.concat(parts).toString() })
    })
  })
}
