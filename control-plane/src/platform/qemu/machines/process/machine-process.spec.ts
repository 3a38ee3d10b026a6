import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { takenBytes } from '../../../../file-system/space.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import { isAlive, startTimeOf } from '../../base/process-id.ts'
import { unlimited } from '../../cgroups/cgroups.ts'
import { type MachineConnector, connectTaps } from '../../networks/machine-networks.ts'
import { canMakeNetworks, NetnsBed } from '../../networks/testing/netns-bed.ts'
import { connectAlone } from '../../networks/user-network.ts'
import { linkCounters } from '../../samples/link-counters.ts'
import { plainOrder } from '../../testing/plain-order.ts'
import type { MachineOrder } from '../order/machine-order.ts'
import { MachineFolder } from '../record/machine-folder.ts'
import { remains } from '../record/started-process.ts'
import { OwnProcesses } from './machine-process.ts'

const options = {
  architecture: 'x64',
  accelerator: 'tcg',
  group: null,
  owner: null,
  users: null,
  cgroups: unlimited,
} as const
/** Without a child that would outlive it. */
const FOREVER = 'kill -STOP $$'

/** A host where a shell script stands for QEMU. */
async function host(script: string, connector = connectAlone) {
  const folder = await mkdtemp(join(tmpdir(), 'process-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const binary = join(folder, 'qemu')
  await writeFile(binary, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return { folder, binary, processes: new OwnProcesses({ ...options, binary, folder, connector }) }
}

async function started(script: string, connector?: MachineConnector, order = plainOrder()) {
  const { folder, processes } = await host(script, connector)
  const machine = new MachineFolder(join(folder, order.id))
  await machine.create()
  await machine.qemu.prepare(new Uint8Array(), [], false)
  const id = await processes.start(order)
  onTestFinished(() => processes.kill(order.id, id))
  return { id, order, processes, machine, folder }
}

test('a process is found by its run, and is not alive once it was killed', async () => {
  const { id, order, processes } = await started(FOREVER)
  expect(isAlive(id)).toBe(true)
  expect(await processes.find(order.id, order.runId, null)).toEqual(id)
  expect(await processes.find(order.id, crypto.randomUUID(), null)).toBeUndefined()
  await processes.kill(order.id, id)
  await expect.poll(() => isAlive(id)).toBe(false)
  expect(await processes.find(order.id, order.runId, null)).toBeUndefined()
})

test('a copy of the folder has none of its processes, and ends none', async () => {
  const { id, order, processes, folder } = await started(FOREVER)
  const copy = await mkdtemp(join(tmpdir(), 'copy-'))
  onTestFinished(() => rm(copy, { recursive: true }))
  // Node's own copy refuses a FIFO.
  await promisify(execFile)('cp', ['-a', `${folder}/.`, copy])
  const other = new OwnProcesses({ ...options, binary: '/nowhere', folder: copy, connector: connectAlone })
  expect([await processes.owns(order.id, id), await other.owns(order.id, id)]).toEqual([true, false])
  expect(await other.find(order.id, order.runId, null)).toBeUndefined()
  await expect(other.kill(order.id, id)).rejects.toMatchObject({ kind: 'permanent' })
  expect(isAlive(id)).toBe(true)
})

test('a process whose first thread has ended runs as long as another does', async () => {
  const source = `
import ctypes, threading, time
threading.Thread(target=time.sleep, args=(1000,)).start()
ctypes.CDLL(None).syscall(60 if ${process.arch === 'x64' ? 'True' : 'False'} else 93, 0)
`
  const { id, order, processes } = await started(`exec python3 -c '${source}'`)
  await expect.poll(() => readFile(`/proc/${id.pid}/stat`, 'utf8')).toContain(') Z ')
  expect([isAlive(id), await processes.owns(order.id, id)]).toEqual([true, true])
  await processes.kill(order.id, id)
  await expect.poll(() => isAlive(id)).toBe(false)
})

test('a process that left its folder is of its machine, and is killed with its children', async () => {
  const { id, order, processes, folder } = await started('cd /; sleep 1000 & echo $! >"$0.child"; kill -STOP $$')
  await expect.poll(() => readlink(`/proc/${id.pid}/cwd`)).toBe('/')
  await expect.poll(() => readFile(join(folder, 'qemu.child'), 'utf8').catch(() => '')).not.toBe('')
  const pid = Number(await readFile(join(folder, 'qemu.child'), 'utf8'))
  expect([await processes.owns(order.id, id), startTimeOf(pid)]).toEqual([true, expect.any(Number)])
  await processes.kill(order.id, id)
  await expect.poll(async () => [await remains(id), startTimeOf(pid)]).toEqual([false, undefined])
})

test('a process that was started before the host was, is not killed', async () => {
  const { id, order, processes } = await started(FOREVER)
  const before = { ...id, bootAndPlace: id.bootAndPlace.replace(/^\S+/, crypto.randomUUID()) }
  expect(await processes.owns(order.id, before)).toBe(false)
  await expect(processes.kill(order.id, before)).rejects.toMatchObject({ kind: 'permanent' })
  expect(isAlive(id)).toBe(true)
})

test('another process with the same number is not the one that was started, and is not killed', async () => {
  const { id, order, processes } = await started(FOREVER)
  const earlier = { ...id, startTime: id.startTime - 1 }
  expect(isAlive(earlier)).toBe(false)
  await processes.kill(order.id, earlier)
  expect(isAlive(id)).toBe(true)
})

test('what it writes is in the folder of its machine, also when it ends at once', async () => {
  const { id, machine } = await started('echo no such device >&2; exit 1')
  await expect.poll(() => isAlive(id)).toBe(false)
  expect(await machine.messages('qemuLog')).toBe('no such device\n')
})

test('of much that it writes, the end is read', async () => {
  const { id, machine } = await started('yes again | head -c 600000; echo no such device >&2; exit 1')
  await expect.poll(() => isAlive(id)).toBe(false)
  const messages = await machine.messages('qemuLog')
  expect(messages.endsWith('again\nno such device\n')).toBe(true)
  expect(messages.length).toBeLessThan(100_000)
})

test('what it writes without end takes little, while it goes on', async () => {
  const { machine } = await started(`yes again | head -c 19999998; echo no such device; ${FOREVER}`)
  await expect.poll(() => machine.messages('qemuLog')).toContain('no such device')
  await machine.freeMessages()
  expect(await takenBytes(machine.file('qemuLog'))).toBeLessThan(4 * 2 ** 20)
  expect(await machine.messages('qemuLog')).toMatch(/again\nno such device\n$/)
})

test('a process leaves no core dump', async () => {
  const { id } = await started(FOREVER)
  await expect.poll(() => readFile(`/proc/${id.pid}/limits`, 'utf8')).toMatch(/^Max core file size +0 +0 /m)
})

test.runIf(await canMakeNetworks())('as root, a machine is in no network that it was not connected to', async () => {
  const bed = await NetnsBed.open()
  onTestFinished(() => bed.close())
  const withoutNics = { ...plainOrder(), nics: [] }
  for (const [connector, order] of [
    [connectAlone, plainOrder()],
    [connectAlone, withoutNics],
    [connectTaps(bed.networks()), withoutNics],
  ] as const) {
    const { id } = await started(FOREVER, connector, order)
    await expect.poll(() => readFile(`/proc/${id.pid}/stat`, 'utf8')).toContain(' T ')
    expect([...(await linkCounters(id.pid)).keys()]).toEqual(['lo'])
    expect(await readlink(`/proc/${id.pid}/ns/net`)).not.toBe(await readlink('/proc/self/ns/net'))
  }
})

test('what starts it says why it cannot, such as for a program that is missing', async () => {
  const { folder, binary, processes } = await host(FOREVER)
  const order = plainOrder()
  const machine = new MachineFolder(join(folder, order.id))
  await machine.create()
  await machine.qemu.prepare(new Uint8Array(), [], false)
  await rm(binary)
  const id = await processes.start(order)
  await expect.poll(() => isAlive(id)).toBe(false)
  expect(await machine.messages('qemuLog')).toContain('not found')
})

test.each<[string, Partial<Record<keyof MachineOrder | 'command', unknown>>]>([
  ['an id that leads to another folder', { id: '../../etc' }],
  ['an id with an option in it', { runId: 'x,file=/etc/shadow' }],
  ['no CPU', { cpus: 0 }],
  ['half a CPU', { cpus: 1.5 }],
  ['more CPUs than QEMU has', { cpus: 256 }],
  ['no memory', { memoryBytes: 0 }],
  ['memory that is no number', { memoryBytes: Number.NaN }],
  ['the user root', { user: 0 }],
  ['the user of somebody', { user: 1000 }],
  ['a disk without a file', { disks: [{ ...plainOrder().disks[0]!, layers: [] }] }],
  ['a disk with a path', { disks: [{ ...plainOrder().disks[0]!, layers: [{ id: '../x', format: 'raw' }] }] }],
  [
    'a disk that is a format of its own',
    { disks: [{ ...plainOrder().disks[0]!, layers: [{ id: crypto.randomUUID(), format: 'nbd' }] }] },
  ],
  ['a MAC address with an option in it', { nics: [{ ...plainOrder().nics[0]!, mac: 'A8:40:25:F0:00:01,x=y' }] }],
  ['an address that is a name', { nics: [{ ...plainOrder().nics[0]!, ip: 'localhost' }] }],
  ['a thousand disks', { disks: Array.from({ length: 1000 }, () => plainOrder().disks[0]!) }],
  ['a command', { command: 'sh' }],
])('a machine with %s is refused for good, and nothing is started', async (_, parts) => {
  const { folder, processes } = await host(FOREVER)
  const refused = processes.start({ ...plainOrder(), ...parts } as MachineOrder)
  await expect(refused).rejects.toThrow(PlatformError)
  await expect(refused).rejects.toMatchObject({ kind: 'permanent' })
  expect(await readdir(folder)).toEqual(['qemu'])
})

test('a process that has ended and whose parent has not noticed is not alive', async () => {
  // The shell starts a child, becomes another program, and never waits for the child.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 1000'])
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  const stat = () => readFile(`/proc/${pid}/stat`, 'utf8')
  await expect.poll(stat).toContain(') Z ')
  const startTime = Number((await stat()).split(') ')[1]!.split(' ')[19])
  expect(isAlive({ pid, startTime })).toBe(false)
})
