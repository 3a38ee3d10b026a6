import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MachineSocket } from '../files/machine-socket.ts'
import { GuestAgent } from './guest-agent.ts'

type Answer = (request: { execute: string; arguments?: { id: number } }, socket: Socket) => unknown

const good: Readonly<Record<string, unknown>> = {
  'guest-info': { version: '7.2.22', supported_commands: [] },
  'guest-get-host-name': { 'host-name': 'web-1' },
  'guest-get-osinfo': { 'pretty-name': 'Debian 13', 'kernel-release': '6.12' },
  'guest-network-get-interfaces': [{ name: 'lo', 'ip-addresses': [{ 'ip-address': '127.0.0.1', prefix: 8 }] }],
  'guest-get-fsinfo': [{ mountpoint: '/', type: 'ext4', 'total-bytes': 10, 'used-bytes': 5, disk: [] }],
}

/** A guest's end of the port, which answers lines, and any requests but that for a synchronization as it likes. */
async function agentOf(answer: Answer, deadlineMs?: number): Promise<GuestAgent> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-'))
  const path = join(folder, 'agent.sock')
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let text = ''
    socket.on('data', (bytes) => {
      const lines = (text + bytes.toString('latin1').replaceAll('\xff', '')).split('\n')
      text = lines.pop()!
      for (const line of lines) reply(JSON.parse(line), socket)
    })
  })
  const reply = (request: Parameters<Answer>[0], socket: Socket) => {
    const isSync = request.execute === 'guest-sync-delimited'
    const value = isSync ? { return: request.arguments!.id } : answer(request, socket)
    if (value === undefined) return
    const line = Buffer.from(typeof value === 'string' ? value : `${JSON.stringify(value)}\n`)
    socket.write(isSync ? Buffer.concat([Buffer.from('{"return": "for somebody else'), Buffer.of(0xff), line]) : line)
  }
  server.listen(path)
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await rm(folder, { recursive: true })
  })
  return new GuestAgent(new MachineSocket(path, () => process.getuid!()), deadlineMs)
}

test('its answers become a report, and what was left for others is skipped', async () => {
  const agent = await agentOf(({ execute }) => ({ return: good[execute] }))
  expect(await agent.read()).toEqual({
    agentVersion: '7.2.22',
    hostname: 'web-1',
    system: 'Debian 13',
    kernel: '6.12',
    interfaces: [{ name: 'lo', mac: null, addresses: ['127.0.0.1'] }],
    fileSystems: [{ mountPoint: '/', type: 'ext4', totalBytes: 10, usedBytes: 5 }],
  })
})

test('what it refuses, or answers in another form, is not in the report', async () => {
  const error = { class: 'CommandNotFound', desc: 'The command has been disabled' }
  const agent = await agentOf(({ execute }) =>
    execute === 'guest-get-osinfo' ? { error } : { return: execute === 'guest-info' ? good[execute] : [[{ name: 1 }]] },
  )
  expect(await agent.read()).toEqual({
    agentVersion: '7.2.22',
    hostname: null,
    system: null,
    kernel: null,
    interfaces: [],
    fileSystems: [],
  })
})

test('text has no control characters, lists and texts are cut, and addresses are addresses', async () => {
  const name = `a\u001b[31m\u202eb${'c'.repeat(1000)}`
  const nic = { name: 'x', 'ip-addresses': Array.from({ length: 70 }, () => ({ 'ip-address': 'fe80::1%12' })) }
  const agent = await agentOf(({ execute }) => {
    if (execute === 'guest-network-get-interfaces') return { return: Array.from({ length: 70 }, () => nic) }
    return { return: execute === 'guest-get-host-name' ? { 'host-name': name } : good[execute] }
  })
  const { hostname, interfaces } = await agent.read()
  expect(hostname).toBe(`a[31mb${'c'.repeat(194)}`)
  expect(interfaces).toHaveLength(64)
  expect(interfaces[0]!.addresses).toEqual(Array(64).fill('fe80::1'))
  const wrong = await agentOf(({ execute }) => ({
    return:
      execute === 'guest-network-get-interfaces' ? [{ name: 'x', 'ip-addresses': [{ 'ip-address': '<b>' }] }] : {},
  }))
  expect((await wrong.read()).interfaces).toEqual([])
})

test.each<[string, Answer]>([
  ['says nothing', () => undefined],
  ['hangs up', (_, socket) => void socket.destroy()],
  ['writes without end', () => 'x'.repeat(300 * 1024)],
  ['writes no JSON', () => 'no\n'],
  ['writes JSON of another kind', () => '[]\n'],
])('an agent that %s is unavailable, and asked again', async (_, answer) => {
  let isWell = false
  const agent = await agentOf(
    (request, socket) => (isWell ? { return: good[request.execute] } : answer(request, socket)),
    500,
  )
  await expect(agent.read()).rejects.toMatchObject({ kind: 'transient' })
  isWell = true
  expect((await agent.read()).hostname).toBe('web-1')
})

test('conversations follow one another', async () => {
  const open = new Set<Socket>()
  let most = 0
  const agent = await agentOf(({ execute }, socket) => {
    open.add(socket)
    most = Math.max(most, [...open].filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length)
    return { return: execute === 'guest-fsfreeze-status' ? 'thawed' : (good[execute] ?? 0) }
  })
  await Promise.all([agent.read(), agent.thaw(), agent.freeze()])
  expect(most).toBe(1)
})

test('a thaw is certain or fails', async () => {
  let status = 'frozen'
  const agent = await agentOf(({ execute }) => ({ return: execute === 'guest-fsfreeze-status' ? status : 0 }))
  expect(await agent.freeze()).toBe(true)
  await expect(agent.thaw()).rejects.toMatchObject({ kind: 'transient' })
  status = 'thawed'
  await agent.thaw()
})
