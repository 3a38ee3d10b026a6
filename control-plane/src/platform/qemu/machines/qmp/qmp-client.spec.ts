import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MachineSocket } from '../files/machine-socket.ts'
import { QmpClient, QmpError, QmpFlood } from './qmp-client.ts'
import type { QmpEvent } from './qmp-messages.ts'

const GREETING = '{"QMP": {"version": {"qemu": {"major": 7}}, "capabilities": ["oob"]}}\r\n'
const DEADLINE_MS = 200
const LIMITS = { windowCharacters: 8 * 2 ** 20, maxFloodMs: 5000 }

const connect = (
  path: string,
  ...rest: Parameters<typeof QmpClient.connect> extends [unknown, ...infer Rest] ? Rest : []
) => QmpClient.connect(new MachineSocket(path, () => process.getuid!()), ...rest)

/** A server that talks as QEMU does, or as one would that its guest has taken over. */
async function server(greeting: string, answer: (line: { execute: string; id: number }, socket: Socket) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'qmp-'))
  const path = join(folder, 'qmp.sock')
  const sockets = new Set<Socket>()
  const listening = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write(greeting)
    socket.on('data', (bytes) => {
      for (const line of `${bytes}`.trim().split('\n')) answer(JSON.parse(line), socket)
    })
  }).listen(path)
  await once(listening, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    listening.close()
    await rm(folder, { recursive: true })
  })
  return path
}

const ok = ({ id }: { id: number }, socket: Socket) => void socket.write(`{"return": {}, "id": ${id}}\r\n`)
const afterNegotiation =
  (answer: Parameters<typeof server>[1]): Parameters<typeof server>[1] =>
  (line, socket) =>
    (line.execute === 'qmp_capabilities' ? ok : answer)(line, socket)

test('answers go to their commands, in whatever order they come', async () => {
  const waiting: number[] = []
  const path = await server(
    GREETING,
    afterNegotiation(({ id }, socket) => {
      waiting.push(id)
      if (waiting.length < 2) return
      socket.write(`{"return": {"status": "paused", "running": false}, "id": ${waiting[1]}}\r\n`)
      socket.write(`{"return": {"status": "running", "running": true}, "id": ${waiting[0]}}\r\n`)
    }),
  )
  const client = await connect(path)
  const [first, second] = await Promise.all([client.execute('query-status'), client.execute('query-status')])
  expect([first.status, second.status]).toEqual(['running', 'paused'])
  client.close()
})

test('a refusal has its class and description, and the connection goes on', async () => {
  const path = await server(
    GREETING,
    afterNegotiation((line, socket) =>
      line.execute === 'cont'
        ? void socket.write(`{"id": ${line.id}, "error": {"class": "GenericError", "desc": "Not now"}}\r\n`)
        : ok(line, socket),
    ),
  )
  const client = await connect(path)
  await expect(client.execute('cont')).rejects.toMatchObject({ message: 'Not now', qemuClass: 'GenericError' })
  await client.execute('system_reset')
  client.close()
})

test('events come in their order, also in parts that split a character', async () => {
  const events: QmpEvent[] = []
  const text = Buffer.from(
    ['RESET', 'SHUTDOWN']
      .map((event) => `{"event": "${event}", "data": {"x": "ü"}, "timestamp": {"seconds": 1, "microseconds": 2}}\r\n`)
      .join(''),
  )
  const path = await server(
    GREETING,
    afterNegotiation((line, socket) => {
      for (const byte of text) socket.write(Uint8Array.of(byte))
      ok(line, socket)
    }),
  )
  const client = await connect(path, (event) => events.push(event))
  await client.execute('cont')
  expect(events.map(({ event, data }) => [event, data['x']])).toEqual([
    ['RESET', 'ü'],
    ['SHUTDOWN', 'ü'],
  ])
  client.close()
})

test('a flood of events takes little of the time, and keeps no answer for long', async () => {
  let events = 0
  const event = '{"event": "RESET", "data": {"guest": true}, "timestamp": {"seconds": 1, "microseconds": 2}}\r\n'
  const path = await server(
    GREETING,
    afterNegotiation((line, socket) => {
      const flood = () => {
        while (!socket.destroyed && socket.write(event.repeat(1000)));
      }
      flood()
      ok(line, socket)
      socket.on('drain', flood)
    }),
  )
  const client = await connect(path, () => void events++, undefined, { ...LIMITS, maxFloodMs: 60_000 })
  const begun = performance.now()
  await client.execute('cont')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const turns = Math.ceil((performance.now() - begun) / 100) + 1
  expect(events).toBeGreaterThan(64)
  expect(events).toBeLessThanOrEqual(turns * 64)
  client.close()
})

test.each([
  ['without end', Infinity, true],
  ['for a moment', 130, false],
])('a flood of answers %s ends the connection: %s messages, %s', async (_, count, ends) => {
  const answer = '{"return": {}, "id": 0}\r\n'
  const path = await server(
    GREETING,
    afterNegotiation((line, socket) => {
      let left = count
      const flood = () => {
        while (left-- > 0 && !socket.destroyed && socket.write(answer));
      }
      flood()
      socket.on('drain', flood)
      ok(line, socket)
    }),
  )
  const client = await connect(path, undefined, 5000, { ...LIMITS, maxFloodMs: 500 })
  await client.execute('cont').catch(() => {})
  if (!ends) client.close()
  expect((await client.closed) instanceof QmpFlood).toBe(ends)
})

test('large answers that nobody asked for end the connection although they are few', async () => {
  const large = JSON.stringify({
    return: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`${n}`, 1])),
    id: 0,
  })
  const path = await server(
    GREETING,
    afterNegotiation((line, socket) => {
      const flood = setInterval(() => socket.write(`${large}\r\n`), 50)
      socket.on('close', () => clearInterval(flood))
      ok(line, socket)
    }),
  )
  const client = await connect(path, undefined, 5000, { ...LIMITS, maxFloodMs: 500 })
  await client.execute('cont').catch(() => {})
  expect(await client.closed).toBeInstanceOf(QmpFlood)
})

const eventOf = (name: string) =>
  `{"timestamp": {"seconds": 1, "microseconds": 2}, "event": "${name}", "data": {"device": "SHUTDOWN"}}\r\n`

test('events that nobody uses keep the connection and its answers, however many come for however long', async () => {
  const path = await server(
    GREETING,
    afterNegotiation((line, socket) => {
      if (line.execute === 'cont') {
        const flood = setInterval(() => socket.write(eventOf('BLOCK_IO_ERROR').repeat(1000)), 10)
        socket.on('close', () => clearInterval(flood))
      } else socket.write(eventOf('RESET'))
      ok(line, socket)
    }),
  )
  const events: string[] = []
  const client = await connect(path, ({ event }) => events.push(event), 5000, { ...LIMITS, maxFloodMs: 100 })
  await client.execute('cont')
  for (let n = 0; n < 10; n++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    await client.execute('system_reset')
  }
  expect(events).toEqual(Array(10).fill('RESET'))
  client.close()
})

test('events that nobody uses end the connection where QEMU sends too much of them', async () => {
  const path = await server(
    GREETING,
    afterNegotiation((line, socket) => {
      const flood = () => {
        while (!socket.destroyed && socket.write(eventOf('BLOCK_IO_ERROR').repeat(100_000)));
      }
      flood()
      socket.on('drain', flood)
      ok(line, socket)
    }),
  )
  const client = await connect(path, undefined, 60_000, { windowCharacters: 2 ** 16, maxFloodMs: 200 })
  await client.execute('cont').catch(() => {})
  expect(await client.closed).toBeInstanceOf(QmpFlood)
})

test('a command that is not answered fails at its deadline, and a late answer is ignored', async () => {
  const late: (() => void)[] = []
  const path = await server(
    GREETING,
    afterNegotiation((line, socket) =>
      line.execute === 'cont' ? void late.push(() => ok(line, socket)) : ok(line, socket),
    ),
  )
  const client = await connect(path, undefined, DEADLINE_MS)
  await expect(client.execute('cont')).rejects.toThrow('No answer to cont')
  late[0]!()
  await client.execute('system_reset')
  client.close()
})

test('open commands fail when the socket closes, and later ones at once', async () => {
  const path = await server(
    GREETING,
    afterNegotiation((_, socket) => void socket.destroy()),
  )
  const client = await connect(path)
  await expect(client.execute('cont')).rejects.toThrow(QmpError)
  await client.closed
  await expect(client.execute('cont')).rejects.toThrow(QmpError)
})

test.each([
  ['nothing', ''],
  ['no JSON', 'SSH-2.0-OpenSSH\r\n'],
  ['JSON of another protocol', '{"jsonrpc": "2.0"}\r\n'],
  ['a line without end', 'x'.repeat(3 * 2 ** 20)],
  ['a long line', `{"QMP": {"version": "${'x'.repeat(2 * 2 ** 20)}"}}\r\n`],
])('a server that greets with %s is left', async (_, greeting) => {
  const path = await server(greeting, ok)
  await expect(connect(path, undefined, DEADLINE_MS)).rejects.toThrow(QmpError)
})

test('an answer of an unknown form fails its command', async () => {
  const path = await server(GREETING, afterNegotiation(ok))
  const client = await connect(path)
  await expect(client.execute('query-status')).rejects.toThrow('unknown form')
  client.close()
})

test('where nothing listens the connection is refused', async () => {
  await expect(connect('/nowhere/qmp.sock')).rejects.toThrow(QmpError)
})
