import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import type { DuplexSession } from '../../kernel/http/duplex.ts'
import { opened } from '../testing/web-socket-client.ts'
import { type Answer, listen } from './http.ts'
import { serveWebSockets, type WebSocketsOptions } from './web-sockets.ts'

/** A listener whose connections are passed to `session`. */
async function openAny(session: DuplexSession, options?: WebSocketsOptions) {
  const listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', () => new Response(null))
  const answer: Answer = (_request, { duplex }) => {
    duplex!(() => session)
    return new Response(null)
  }
  const webSockets = serveWebSockets(listener.server, answer, options)
  return {
    /** The server's end of the next connection. */
    accepted: () => once(listener.server, 'connection').then(([socket]) => socket as Socket),
    url: `ws://127.0.0.1:${listener.port}/any`,
    async [Symbol.asyncDispose]() {
      await webSockets.close()
      await listener.close(0)
    },
  }
}

test('a flood of tiny frames takes a turn of the event loop each', async () => {
  let [heard, thisTurn, mostInTurn] = [0, 0, 0]
  const receive = () => {
    heard += 1
    if (thisTurn === 0) setImmediate(() => (thisTurn = 0))
    mostInTurn = Math.max(mostInTurn, (thisTurn += 1))
  }
  await using here = await openAny({ receive, end: () => {} })
  const { socket } = await opened(here.url, {})
  for (let i = 0; i < 2000; i++) socket.send(new Uint8Array())
  await expect.poll(() => heard).toBe(2000)
  expect(mostInTurn).toBeLessThanOrEqual(2)
})

test('a client that vanishes while its machine takes no input is found gone', async () => {
  const clock = new ManualClock()
  const ended = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const receive = () => (taken.resolve(), new Promise<void>(() => {}))
  await using here = await openAny({ receive, end: () => ended.resolve() }, { pingEveryMs: 600, clock })
  const client = await opened(here.url, {})
  client.type('x')
  await taken.promise
  // What the server has not read when the connection ends.
  client.socket.send(new Uint8Array(60_000))
  client.socket.terminate()
  const end = ended.promise.then(() => 'ended')
  // Written to a connection that has ended: the first is answered by a reset, the second fails.
  await expect
    .poll(async () => {
      await clock.advance(100)
      return Promise.race([end, 'open'])
    })
    .toBe('ended')
})

test('a client that sends faster than it is heard has to wait', async () => {
  const heard: number[] = []
  const free = Promise.withResolvers<void>()
  const clock = new ManualClock()
  await using here = await openAny(
    {
      receive: (bytes) => {
        heard.push(bytes[0]!)
        return free.promise
      },
      end: () => {},
    },
    { pingEveryMs: 100, clock },
  )
  const accepting = here.accepted()
  const { socket } = await opened(here.url, {})
  const accepted = await accepting
  const sent = Array.from({ length: 250 }, (_, i) => i)
  const flushed = sent.map(
    (i) => new Promise<number>((resolve) => socket.send(new Uint8Array(64 * 1024).fill(i), () => resolve(i))),
  )
  await flushed[0]
  // The last pieces cannot leave, for the server reads no more.
  await expect.poll(() => accepted.isPaused()).toBe(true)
  expect(socket.bufferedAmount).toBeGreaterThan(0)
  expect(heard.length).toBeLessThan(10)
  // What it answers to pings is not read meanwhile.
  await clock.advance(300)
  free.resolve()
  await flushed.at(-1)
  await expect.poll(() => heard.length).toBe(sent.length)
  expect(heard).toEqual(sent)
})
