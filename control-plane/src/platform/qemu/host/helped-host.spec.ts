import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive, type ProcessId, userOf } from '../base/process-id.ts'
import type { MachineOrder } from '../machines/order/machine-order.ts'
import { MachineFolder } from '../machines/record/machine-folder.ts'
import { remains, type StartedProcess } from '../machines/record/started-process.ts'
import { claimUsers, releaseUsers } from '../machines/users/claimed-users.ts'
import { canMakeNetworks, NetnsBed } from '../networks/testing/netns-bed.ts'
import { nicOf, smallVpc } from '../networks/testing/small-vpc.ts'
import { Keeper } from '../testing/keeper.ts'
import { plainOrder } from '../testing/plain-order.ts'
import { conversionsIn, SLOW_BYTES, slowImage, stoppedConversion } from '../volumes/slow-conversion.fixtures.ts'
import { HelpedHost } from './helped-host.ts'
import type { HostSettings } from './host.ts'

const isRoot = process.getuid?.() === 0
/** No machine and no run. */
const nobody = [crypto.randomUUID(), crypto.randomUUID(), null] as const

/** A folder of a host whose machines are scripts that do nothing. */
async function site(networks: HostSettings['networks'] = null, script = 'kill -STOP $$') {
  const folder = await mkdtemp(join(tmpdir(), 'helper-'))
  // Machines' users read the script.
  await chmod(folder, 0o755)
  const binary = join(folder, 'qemu')
  await writeFile(binary, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const keeper = new Keeper(folder)
  const tag = crypto.randomUUID()
  const users = isRoot ? await claimUsers(tag) : null
  const user = users?.first ?? null
  const settings: HostSettings = {
    folder: join(folder, 'data'),
    machines: join(folder, 'machines'),
    binary,
    architecture: 'x64',
    accelerator: 'tcg',
    group: null,
    owner: isRoot ? 0 : null,
    users,
    cgroups: null,
    conversion: null,
    networks,
    passt: false,
  }
  const hosts: HelpedHost[] = []
  onTestFinished(async () => {
    await Promise.all(hosts.map((host) => host.close()))
    await keeper.end()
    if (isRoot) releaseUsers(tag)
    await rm(folder, { recursive: true })
  })
  const open = () => {
    const host = new HelpedHost(settings)
    hosts.push(host)
    return host
  }
  /** An order of a machine whose folder is prepared. */
  const prepared = async (parts: Parameters<typeof plainOrder>[0] = {}) => {
    const order = plainOrder({ user, disks: [], ...parts })
    const machine = new MachineFolder(join(settings.machines, order.id))
    await machine.create()
    await machine.qemu.prepare(new Uint8Array(), [], isRoot)
    return order
  }
  const helper = async (): Promise<ProcessId> =>
    JSON.parse(await readFile(join(settings.folder, 'helper.json'), 'utf8')) as ProcessId
  return { settings, user, open, prepared, helper }
}

/** Until a process has become its machine's user, nobody kills it: so it is repeated. */
const end = ({ processes }: HelpedHost, { id }: MachineOrder, machine: StartedProcess) =>
  expect
    .poll(async () => {
      await processes.kill(id, machine)
      return isAlive(machine)
    })
    .toBe(false)

test('a machine outlives a killed helper and a server, and the next ones find and end it', async () => {
  const { open, prepared, helper } = await site()
  const host = open()
  const order = await prepared()
  const machine = await host.processes.start(order)
  const first = await helper()
  process.kill(first.pid, 'SIGKILL')
  await expect.poll(() => isAlive(first)).toBe(false)
  // The call that notices the end may fail, as one that was under way would. Those after it have a new helper.
  await expect.poll(() => host.processes.find(order.id, order.runId, order.user).catch(() => 'lost')).toEqual(machine)
  const second = await helper()
  expect(second).not.toEqual(first)
  await host.close()
  expect(isAlive(second)).toBe(false)
  expect(isAlive(machine)).toBe(true)
  const next = open()
  expect(await next.processes.find(order.id, order.runId, order.user)).toEqual(machine)
  await end(next, order, machine)
})

test('a call that is under way when the helper ends is transient', async () => {
  const { open, prepared, helper } = await site()
  const host = open()
  await host.processes.find(...nobody)
  const stopped = await helper()
  // It takes calls, and answers none.
  process.kill(stopped.pid, 'SIGSTOP')
  const started = host.processes.start(await prepared())
  process.kill(stopped.pid, 'SIGKILL')
  await expect(started).rejects.toMatchObject({ kind: 'transient' })
})

test('the helper ends with its server, whatever ends that, and its machines go on', async () => {
  const { settings, open, prepared, helper } = await site()
  const order = await prepared()
  const source = `
    const { HelpedHost } = await import(${JSON.stringify(new URL('helped-host.ts', import.meta.url).href)})
    const host = new HelpedHost(${JSON.stringify(settings)})
    console.log(JSON.stringify(await host.processes.start(${JSON.stringify(order)})))
  `
  const server = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(server.stdout!, 'data')) as [Buffer]
  const [machine, left] = [JSON.parse(line.toString()) as StartedProcess, await helper()]
  server.kill('SIGKILL')
  await expect.poll(() => isAlive(left)).toBe(false)
  expect(isAlive(machine)).toBe(true)
  expect(await open().processes.find(order.id, order.runId, order.user)).toEqual(machine)
})

test('a helper that an earlier server has left is ended by the next', async () => {
  const { open, helper } = await site()
  await open().processes.find(...nobody)
  const left = await helper()
  process.kill(left.pid, 'SIGSTOP')
  await open().processes.find(...nobody)
  expect(isAlive(left)).toBe(false)
  expect(await helper()).not.toEqual(left)
})

test('signals that stop a service do not end the helper before its server', async () => {
  const { open, helper } = await site()
  const host = open()
  await host.processes.find(...nobody)
  const { pid, startTime } = await helper()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid, signal)
  expect(await host.processes.find(...nobody)).toBeUndefined()
  expect(await helper()).toMatchObject({ pid, startTime })
})

test('what is no machine is refused for good', async () => {
  const { open, prepared } = await site()
  const order = { ...(await prepared()), id: '../x' }
  await expect(open().processes.start(order)).rejects.toMatchObject({ kind: 'permanent' })
})

test.runIf(isRoot)('as root, machines have users of their own, and no other process is killed', async () => {
  const { user, open, prepared } = await site()
  const host = open()
  await expect(host.processes.start(await prepared({ user: null }))).rejects.toMatchObject({ kind: 'permanent' })
  const order = await prepared()
  const machine = await host.processes.start(order)
  await expect.poll(() => userOf(machine.pid)).toBe(user)
  const other = spawn('sleep', ['1000'])
  onTestFinished(() => void other.kill('SIGKILL'))
  const stat = await readFile(`/proc/${other.pid}/stat`, 'latin1')
  const target = { pid: other.pid!, startTime: Number(stat.split(') ')[1]!.split(' ')[19]) }
  expect(isAlive(target)).toBe(true)
  for (const forged of [
    { ...machine, ...target },
    { ...machine, ...target, user: null },
  ])
    await host.processes.kill(order.id, forged).catch(() => {})
  await end(host, order, machine)
  expect(isAlive(target)).toBe(true)
})

test.runIf(isRoot)('as root, what a process leaves is ended by its user, and nothing of another machine', async () => {
  const { user, open, prepared } = await site(null, 'cd /; setsid sh -c "sleep 1000 & sleep 1000" & exit')
  const { processes } = open()
  const [order, other] = [await prepared(), await prepared({ user: user! + 1 })]
  const [machine, second] = [await processes.start(order), await processes.start(other)]
  for (const one of [machine, second]) await expect.poll(() => isAlive(one)).toBe(false)
  expect([await remains(machine), await processes.owns(order.id, machine)]).toEqual([true, true])
  await processes.kill(order.id, machine)
  await expect.poll(() => remains(machine)).toBe(false)
  expect(await remains(second)).toBe(true)
  await processes.kill(other.id, second)
  await expect.poll(() => remains(second)).toBe(false)
})

test.runIf(isRoot)('as root, a user of another data folder gets no machine and loses none', async () => {
  const [here, there] = [await site(), await site()]
  const [one, other] = [here.open(), there.open()]
  const order = await there.prepared()
  await expect(one.processes.start(order)).rejects.toMatchObject({ kind: 'permanent' })
  const machine = await other.processes.start(order)
  await expect(one.processes.kill(order.id, machine)).rejects.toMatchObject({ kind: 'permanent' })
  const [ownOrder, { user }] = [await here.prepared(), machine]
  const own = await one.processes.start(ownOrder)
  await expect.poll(() => userOf(own.pid)).toBe(own.user)
  const forged = { ...own, user }
  await expect(one.processes.kill(ownOrder.id, forged)).rejects.toMatchObject({ kind: 'permanent' })
  expect([isAlive(own), isAlive(machine)]).toEqual([true, true])
  await end(one, ownOrder, own)
  await end(other, order, machine)
})

test.runIf(await canMakeNetworks())('networks stay in force when the helper is killed', async () => {
  const bed = await NetnsBed.open()
  onTestFinished(() => bed.close())
  const { open, prepared, helper } = await site(bed.options)
  const host = open()
  const { processes, networks } = host
  const document = smallVpc(1, 3)
  await networks!.ensure(document)
  const [{ mac, ip }, id] = [document.nics[0]!, nicOf(1, 1)]
  const ordered = (nicId: string) => prepared({ nics: [{ id: nicId, mac, ip, prefixLength: 22, primary: true }] })
  const order = await ordered(id)
  const machine = await processes.start(order)
  await expect(processes.start(await ordered(nicOf(9, 9)))).rejects.toMatchObject({ kind: 'transient' })
  const killed = await helper()
  process.kill(killed.pid, 'SIGKILL')
  await expect.poll(() => isAlive(killed)).toBe(false)
  const inForce = [{ vpcId: document.id, generation: 3 }]
  await expect.poll(() => networks!.list().catch(() => 'lost')).toEqual(inForce)
  await expect(networks!.remove(document.id)).rejects.toThrow('still run')
  await end(host, order, machine)
  await networks!.remove(document.id)
  expect(await networks!.list()).toEqual([])
})

test.runIf(isRoot)('a conversion ends with its signal, and leaves the helper at work', async () => {
  const { settings, user, open } = await site()
  const layers = join(settings.folder, 'layers')
  await mkdir(layers, { recursive: true })
  const source = `${crypto.randomUUID()}.raw`
  await writeFile(join(layers, source), slowImage())
  settings.conversion = { layers, user: { uid: user!, gid: user! }, keepFreeBytes: 0 }
  const [host, end] = [open(), new AbortController()]
  const target = `${crypto.randomUUID()}.raw.draft`
  const converting = host.convert!({ source, target, format: 'qcow2', sizeBytes: SLOW_BYTES }, end.signal)
  const ended = converting.catch((reason: unknown) => reason)
  await stoppedConversion(layers)
  end.abort('deleted')
  expect(await ended).toBe('deleted')
  expect(conversionsIn(layers)).toEqual([])
  expect(await host.processes.find(...nobody)).toBeUndefined()
})
