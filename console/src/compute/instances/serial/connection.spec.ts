import { createServer, type Server, type UpgradedSocket } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Availability, ConnectionStatus } from '../lasting-socket.ts'
import { SerialConnection } from './connection.ts'

let server: Server
let opened = 0
const sockets = new Set<UpgradedSocket>()
let connection: SerialConnection
const statuses: ConnectionStatus[] = []
/** Checks that wait for their answer. */
let asked: ((answer: Availability) => void)[] = []

/** What a server answers to a WebSocket's handshake, as RFC 6455 has it. */
async function acceptOf(key: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-1', bytes))))
}

beforeEach(async () => {
  opened = 0
  statuses.length = 0
  asked = []
  server = createServer()
  server.on('upgrade', async ({ headers }, socket) => {
    opened++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => void sockets.delete(socket))
    const accept = await acceptOf(headers['sec-websocket-key']!)
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve))
})
const cutAll = () => {
  for (const socket of sockets) socket.destroy()
}
afterEach(() => {
  connection.close()
  cutAll()
  server.close()
})

const connect = () =>
  new SerialConnection({
    address: `ws://localhost:${server.address().port}/`,
    check: () => new Promise((resolve) => void asked.push(resolve)),
    onStatus: (status) => void statuses.push(status),
    onOutput: () => undefined,
    onGap: () => undefined,
  })

test('reconnecting while a check is under way replaces that attempt', async () => {
  connection = connect()
  connection.reconnect()
  connection.reconnect()
  expect(asked).toHaveLength(3)
  // The replaced attempts learn that the instance is starting, and must not ask again on their own.
  asked[0]!('later')
  asked[1]!({ refused: 'gone' })
  asked[2]!('now')
  await expect.poll(() => statuses.at(-1)).toBe('connected')
  expect(statuses).toEqual(['connecting', 'connecting', 'connected'])
  expect(opened).toBe(1)
})

test('reconnecting while it waits for the instance runs one loop', async () => {
  connection = connect()
  asked[0]!('later')
  await expect.poll(() => statuses.length).toBe(1)
  connection.reconnect()
  asked[1]!('later')
  await expect.poll(() => asked.length).toBe(3)
  asked[2]!('now')
  await expect.poll(() => statuses.at(-1)).toBe('connected')
  expect(asked).toHaveLength(3)
  expect(opened).toBe(1)
})

test('a lost connection comes back by one attempt, and closing ends it for good', async () => {
  connection = connect()
  asked[0]!('now')
  await expect.poll(() => statuses.at(-1)).toBe('connected')
  cutAll()
  await expect.poll(() => asked.length).toBe(2)
  expect(statuses.at(-1)).toBe('reconnecting')
  connection.close()
  asked[1]!('now')
  await new Promise((resolve) => setTimeout(resolve))
  expect(opened).toBe(1)
})
