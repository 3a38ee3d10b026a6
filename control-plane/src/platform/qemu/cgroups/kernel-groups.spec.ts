import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../base/process-id.ts'
import { machineLimits } from '../machines/order/machine-limits.ts'
import { OwnProcesses } from '../machines/process/machine-process.ts'
import { MachineFolder } from '../machines/record/machine-folder.ts'
import { remains } from '../machines/record/started-process.ts'
import { connectAlone } from '../networks/user-network.ts'
import { plainOrder } from '../testing/plain-order.ts'
import type { Controller } from './cgroups.ts'
import { thisCgroupHost } from './find-cgroups.ts'
import { controllersIn, OwnGroups, prepareGroups, removeGroups } from './own-groups.ts'

/**
 * Groups of this host's kernel: entered, left and removed. Limits are compared too where the kernel offers controllers;
 * one that has them in cgroup v1 offers none.
 */
const { uid, mount } = thisCgroupHost()
const above = uid === 0 ? mount : undefined

async function groups(): Promise<{ folder: string; name: string; controllers: Controller[] }> {
  const name = `skerry-test-${crypto.randomUUID()}`
  onTestFinished(() => removeGroups(above!, name))
  return { name, ...(await prepareGroups(above!, name)) }
}

async function processes(folder: string, controllers: Controller[], script = 'kill -STOP $$') {
  const machines = await mkdtemp(join(tmpdir(), 'groups-'))
  onTestFinished(() => rm(machines, { recursive: true }))
  const binary = join(machines, 'qemu')
  await writeFile(binary, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const cgroups = new OwnGroups(folder, controllers)
  const [architecture, accelerator] = ['x64', 'tcg'] as const
  const started = { binary, architecture, accelerator, group: null, owner: null, users: null, connector: connectAlone }
  const own = new OwnProcesses({ ...started, folder: machines, cgroups })
  const order = plainOrder()
  const machine = new MachineFolder(join(machines, order.id))
  await machine.create()
  await machine.qemu.prepare(new Uint8Array(), [], false)
  return { own, order }
}

const foldersIn = async (path: string) =>
  (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map((entry) => entry.name)

test.runIf(above)('a machine is in a group of its own until it ends, with the limits that the kernel has', async () => {
  const { folder, controllers } = await groups()
  expect(controllers).toEqual(await controllersIn(above!, 'cgroup.controllers'))
  const { own, order } = await processes(folder, controllers)
  const machine = await own.start(order)
  const [name, limits] = [`machine-${order.id}`, machineLimits(order, 'tcg')]
  const group = join(folder, name)
  const read = async (file: string) => (await readFile(join(group, file), 'utf8')).trim()
  await expect.poll(() => read('cgroup.procs')).toBe(`${machine.pid}`)
  expect(await own.find(order.id, order.runId, null)).toEqual(machine)
  const values: Record<Controller, [string, string]> = {
    memory: ['memory.max', `${limits.memoryBytes}`],
    cpu: ['cpu.max', `${limits.cpus * 100_000} 100000`],
    pids: ['pids.max', `${limits.tasks}`],
  }
  for (const [file, value] of controllers.map((one) => values[one])) expect(await read(file)).toBe(value)
  await own.kill(order.id, machine)
  await own.clear(order.id)
  expect(isAlive(machine)).toBe(false)
  expect(await foldersIn(folder)).toEqual([])
})

test.runIf(above)('what a process leaves is of its machine, wherever it went, and is killed by its group', async () => {
  const { folder, controllers } = await groups()
  const { own, order } = await processes(folder, controllers, 'cd /; setsid sh -c "sleep 1000 & sleep 1000" & exit')
  const machine = await own.start(order)
  await expect.poll(() => isAlive(machine)).toBe(false)
  expect([await remains(machine), await own.owns(order.id, machine)]).toEqual([true, true])
  await own.kill(order.id, machine)
  await expect.poll(() => remains(machine)).toBe(false)
  await own.clear(order.id)
  expect(await foldersIn(folder)).toEqual([])
})

test.runIf(above)('a start removes the groups whose machines are over, and leaves the others', async () => {
  const { folder, name, controllers } = await groups()
  const { own, order } = await processes(folder, controllers)
  const machine = await own.start(order)
  await new OwnGroups(folder, controllers).enter(`machine-${crypto.randomUUID()}`, machineLimits(order, 'tcg'))
  await expect.poll(() => foldersIn(folder)).toHaveLength(2)
  const entered = async () => readFile(join(folder, `machine-${order.id}`, 'cgroup.procs'), 'utf8')
  await expect.poll(entered).toBe(`${machine.pid}\n`)
  await prepareGroups(above!, name)
  expect(await foldersIn(folder)).toEqual([`machine-${order.id}`])
  await own.kill(order.id, machine)
  await own.clear(order.id)
})

test.runIf(above)('a group that cannot be entered starts nothing', async () => {
  const { folder } = await groups()
  const cgroups = new OwnGroups(folder, [])
  const name = `machine-${crypto.randomUUID()}` as const
  const limits = machineLimits(plainOrder(), 'tcg')
  const [program, ...args] = [...(await cgroups.enter(name, limits)).command, 'echo', 'started']
  await cgroups.remove(name)
  const child = spawn(program!, args, { stdio: 'pipe' })
  let written = ''
  child.stdout.on('data', (bytes: Buffer) => (written += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number]
  expect([code === 0, written]).toEqual([false, ''])
})
