import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NoPlainFile } from '../../../file-system/plain-file.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { MachineOrder } from '../machines/order/machine-order.ts'
import { smallVpc } from '../networks/testing/small-vpc.ts'
import { plainOrder } from '../testing/plain-order.ts'
import type { Host } from './host.ts'
import { linesOf } from './lines.ts'
import { MAX_CALLS, MAX_MESSAGE_BYTES } from './messages.ts'
import { serveHost } from './serve-host.ts'

const USER = 1_900_000_000
const STARTED = { pid: 4711, startTime: 1, user: USER, cgroup: '/sys/fs/cgroup/x', bootAndPlace: 'boot 1:2' }
const [ID, PLANTED] = [crypto.randomUUID(), crypto.randomUUID()]
const conversion = () => ({ source: `${ID}.raw`, target: `${ID}.raw.draft`, format: 'qcow2', sizeBytes: 2 ** 30 })
const order = (parts: Record<string, unknown> = {}) => ({ ...plainOrder({ user: USER }), ...parts })

/** A host that notes what it is asked for, served on a Unix socket. */
async function served() {
  const asked: unknown[] = []
  const starts: PromiseWithResolvers<void>[] = []
  const host: Host = {
    processes: {
      start: async (one: MachineOrder) => {
        asked.push(one)
        const begun = Promise.withResolvers<void>()
        starts.push(begun)
        await begun.promise
        return STARTED
      },
      find: async (...names) => void asked.push(...names),
      owns: async (...process) => asked.push(...process) > 0,
      giveLayer: async (given) => void asked.push(given),
      clear: async (id) => void asked.push(id),
      kill: async (...process) => void asked.push(...process),
    },
    convert: async (order) => void asked.push(order),
    networks: {
      restore: async (documents) => {
        asked.push(documents)
        return { failed: [], kept: [] }
      },
      ensure: async (document) => {
        asked.push(document)
        throw new PlatformError('transient', 'not now')
      },
      remove: async (vpcId) => {
        throw vpcId === PLANTED ? new NoPlainFile('a link') : new Error('a bug')
      },
      list: async () => [{ vpcId: smallVpc(1, 1).id, generation: 3 }],
    },
    close: async () => {},
  }
  const folder = await mkdtemp(join(tmpdir(), 'serve-host-'))
  const server = createServer()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  server.listen(join(folder, 'socket'))
  await once(server, 'listening')
  const client = createConnection(join(folder, 'socket'))
  const [socket] = await accepted
  onTestFinished(async () => {
    client.destroy()
    server.close()
    await rm(folder, { recursive: true })
  })
  const end = serveHost(socket, host).then(
    () => 'closed',
    (error: Error) => error.message,
  )
  const answers = linesOf(client, MAX_MESSAGE_BYTES)
  const next = async () => JSON.parse((await answers.next()).value as string)
  const send = (value: unknown) => void client.write(`${JSON.stringify(value)}\n`)
  const call = (method: string, parameters: unknown, id = 1) => {
    send({ id, method, parameters })
    return next()
  }
  return { client, socket, asked, starts, end, send, next, call }
}

test('calls reach the host with checked values, and answers come back with their ids', async () => {
  const { asked, starts, send, call, next } = await served()
  const [machine, document] = [order(), smallVpc(1, 1)]
  send({ id: 7, method: 'startMachine', parameters: machine })
  expect(await call('listNetworks', null, 8)).toEqual({ id: 8, result: [{ vpcId: document.id, generation: 3 }] })
  starts[0]!.resolve()
  expect(await next()).toEqual({ id: 7, result: STARTED })
  expect(await call('restoreNetworks', [document])).toEqual({ id: 1, result: { failed: [], kept: [] } })
  expect(await call('findMachine', { id: ID, runId: machine.runId, user: USER })).toEqual({ id: 1, result: null })
  expect(asked).toEqual([machine, [document], ID, machine.runId, USER])
})

test('failures keep their kinds', async () => {
  const { call } = await served()
  const document = smallVpc(1, 1)
  expect(await call('ensureNetwork', document)).toEqual({ id: 1, failure: { kind: 'transient', message: 'not now' } })
  expect(await call('removeNetwork', { vpcId: document.id })).toEqual({
    id: 1,
    failure: { kind: null, message: 'a bug' },
  })
  expect(await call('removeNetwork', { vpcId: PLANTED })).toEqual({
    id: 1,
    failure: { kind: 'permanent', message: 'a link' },
  })
})

test.each<[string, string, unknown]>([
  ['a machine with a command', 'startMachine', order({ command: ['sh'] })],
  ['a machine with arguments', 'startMachine', order({ args: ['-device', 'x'] })],
  ['a machine of root', 'startMachine', order({ user: 0 })],
  ['a machine whose id is a path', 'startMachine', order({ id: '../../../etc/cron.d' })],
  ['a disk that is a path', 'startMachine', order({ disks: [{ ...plainOrder().disks[0], layers: ['/etc/shadow'] }] })],
  ['a machine that is a list', 'startMachine', [order()]],
  ['no machine', 'startMachine', null],
  ['a text that is no run', 'findMachine', { id: ID, runId: 'qemu' }],
  ['a layer that is a path', 'giveLayer', { id: ID, user: USER, layer: { id: '../x', format: 'raw' } }],
  ['a layer for root', 'giveLayer', { id: ID, user: 0, layer: { id: ID, format: 'raw' } }],
  ['an image that is a path', 'convertImage', { ...conversion(), source: '../../etc/shadow' }],
  ['a disk that is no draft', 'convertImage', { ...conversion(), target: `${ID}.raw` }],
  ['an end of what is no draft', 'endConversion', { target: `../${ID}.raw.draft` }],
  ['an image in a format that leads elsewhere', 'convertImage', { ...conversion(), format: 'nbd' }],
  ['a folder instead of a machine', 'clearMachine', { id: '../x' }],
  ['the process of everything', 'killMachine', { id: ID, pid: 1, startTime: 1 }],
  ['a group of processes', 'killMachine', { id: ID, pid: -1, startTime: 1 }],
  ['a cgroup by its path', 'killMachine', { id: ID, ...STARTED }],
  ['a process without a machine', 'killMachine', { pid: 4711, startTime: 1 }],
  ['a network without an id', 'ensureNetwork', { ...smallVpc(1, 1), id: '../x' }],
  ['a network with a command', 'ensureNetwork', { ...smallVpc(1, 1), exec: 'sh' }],
  ['a network with a long text', 'ensureNetwork', { ...smallVpc(1, 1), ipv6Prefix: 'x'.repeat(256) }],
  ['networks that are none', 'restoreNetworks', [{}]],
  ['a network that is a path', 'removeNetwork', { vpcId: '..' }],
])('%s is refused, and the host is not asked', async (_, method, parameters) => {
  const { asked, call } = await served()
  expect(await call(method, parameters)).toEqual({
    id: 1,
    failure: { kind: 'permanent', message: expect.stringContaining(method) },
  })
  expect(asked).toEqual([])
})

test.each([
  ['no JSON', 'startMachine\n'],
  ['JSON that is no call', '[]\n'],
  ['a call without an id', '{"method":"listNetworks","parameters":null}\n'],
  ['an unknown method', '{"id":1,"method":"exec","parameters":"sh"}\n'],
  ['a method of all objects', '{"id":1,"method":"constructor","parameters":null}\n'],
  ['a call with more than a call has', '{"id":1,"method":"listNetworks","parameters":null,"fd":3}\n'],
])('%s ends the helper', async (_, line) => {
  const { asked, client, end } = await served()
  client.write(line)
  expect(await end).not.toBe('closed')
  expect(asked).toEqual([])
})

test('a message without an end is not kept', async () => {
  const { client, end } = await served()
  client.on('error', () => {})
  const part = Buffer.alloc(2 ** 20, 'x')
  for (let sent = 0; sent <= MAX_MESSAGE_BYTES; sent += part.length) client.write(part)
  expect(await end).toContain('bytes')
})

test('a call that is cut off is none', async () => {
  const { asked, client, end } = await served()
  client.end(JSON.stringify({ id: 1, method: 'startMachine', parameters: order() }))
  expect(await end).toBe('closed')
  expect(asked).toEqual([])
})

test('no more calls are under way than allowed', async () => {
  const { asked, starts, send, next } = await served()
  for (let id = 0; id <= MAX_CALLS; id++) send({ id, method: 'startMachine', parameters: order() })
  expect(await next()).toMatchObject({ id: MAX_CALLS, failure: { kind: 'transient' } })
  expect(asked).toHaveLength(MAX_CALLS)
  for (const { resolve } of starts) resolve()
  expect(await next()).toMatchObject({ result: { pid: 4711 } })
})

test('a server that is killed while answers wait for it has ended like any other', async () => {
  const { client, socket, end, send } = await served()
  await vi.waitFor(
    () => {
      for (let id = 0; id < 1000; id++) send({ id, method: 'listNetworks', parameters: null })
      expect(socket.writableLength).toBeGreaterThan(0)
    },
    { timeout: 60_000 },
  )
  client.destroy()
  expect(await end).toBe('closed')
})
