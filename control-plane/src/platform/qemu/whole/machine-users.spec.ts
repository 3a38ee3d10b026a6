import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { Bed } from '../../conformance/bed.ts'
import type { PlatformError } from '../../interface/platform-error.ts'
import { isAlive, type ProcessId, startTimeOf, usersWithProcesses } from '../base/process-id.ts'
import { asUser } from '../machines/users/machine-user.ts'
import { onQemu, type QemuSite } from '../testing/qemu-site.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

test.runIf(isRoot)('a machine runs as a user of its own, who can open its own files and nothing else', async () => {
  await using stack = new AsyncDisposableStack()
  const bed = await Bed.open(onQemu)
  stack.defer(() => bed.site.dispose())
  const site = bed.site as QemuSite
  const machines = await Promise.all([bed.machine(), bed.machine()])
  const [one, other] = machines.map(({ spec }) => site.folderOf(spec.id))
  const processes = await Promise.all([one!, other!].map(async (folder) => (await folder.readState()).run!))
  const status = await Promise.all(processes.map(({ process }) => readFile(`/proc/${process!.pid}/status`, 'utf8')))
  for (const [at, text] of status.entries()) {
    const { user } = processes[at]!
    expect(text).toContain(`Uid:\t${user}\t${user}\t${user}\t${user}\n`)
    expect(text).toContain(`Gid:\t${user}\t${user}\t${user}\t${user}\n`)
    expect(text).toMatch(/^Groups:\t\s*$/m)
    expect(text).toMatch(/^CapEff:\t0+$/m)
    expect(text).toMatch(/^NoNewPrivs:\t1$/m)
  }
  expect(processes[0]!.user).not.toBe(processes[1]!.user)

  const asMachine = (command: string, ...args: string[]) => {
    const [program, ...all] = [...asUser(processes[0]!.user!, null), command, ...args]
    return run(program!, all, { cwd: one!.qemu.path })
  }
  const mine = await readdir(one!.qemu.path)
  expect(mine.filter((name) => /\.(raw|qcow2)$/.test(name))).toHaveLength(1)
  for (const path of ['cidata.img', 'serial.log']) await asMachine('test', '-r', path)
  const foreign = [
    other!.qemu.file('cidata'),
    other!.file('spec'),
    one!.file('run'),
    join(site.folder, 'host.json'),
    '../run.json',
    '../../',
    join(site.folder, 'storage', 'layers'),
  ]
  for (const path of foreign) await expect(asMachine('ls', path), path).rejects.toThrow('Permission denied')
  for (const path of ['cidata.img', 'serial.log'])
    await expect(asMachine('mv', path, 'mine'), path).rejects.toThrow('Permission denied')
  expect((await stat(site.folder)).mode & 0o077).toBe(0)
})

test.runIf(isRoot)('a layer that several machines read cannot be changed by any of them', async () => {
  await using stack = new AsyncDisposableStack()
  const bed = await Bed.open(onQemu)
  stack.defer(() => bed.site.dispose())
  const spec = await bed.machineSpec()
  await bed.snapshot(spec.volumes[0]!.id)
  await bed.start(spec)
  const folder = (bed.site as QemuSite).folderOf(spec.id)
  const { user } = (await folder.readState()).run!
  const files = (await readdir(folder.qemu.path)).filter((name) => /\.(raw|qcow2)$/.test(name))
  const owners = await Promise.all(
    files.map(async (name) => {
      const { gid, mode } = await stat(join(folder.qemu.path, name))
      return [name.split('.')[1], gid, mode & 0o777]
    }),
  )
  expect(owners.toSorted()).toEqual([
    ['qcow2', user, 0o660],
    ['raw', 0, 0o444],
  ])
})

test.runIf(isRoot)('a machine goes on when the helper is killed, and stops and starts again', async () => {
  await using stack = new AsyncDisposableStack()
  const bed = await Bed.open(onQemu)
  stack.defer(() => bed.site.dispose())
  const { spec, running } = await bed.machine()
  await (bed.site as QemuSite).killHelper()
  expect(await bed.listed(spec.id)).toMatchObject([{ runId: running.runId }])
  await bed.platform.instances.stop(spec.id)
  const start = () =>
    bed.start(spec).then(
      () => 'runs',
      ({ kind }: PlatformError) => kind,
    )
  await expect.poll(start).toBe('runs')
  expect(bed.eventsOf(spec.id)).toEqual([])
})

/** Goes on in a child again and again: who reads all processes one by one may find none of it. */
const RESTLESS = 'import os\nwhile True:\n  if os.fork(): os._exit(0)'

/** A program that runs as a machine, in no folder of it, and goes on without it. */
async function leave(site: QemuSite, id: string, program = 'sleep 1000'): Promise<ProcessId> {
  const { user } = (await site.folderOf(id).readState()).run!
  const script = `setsid ${program} >/dev/null 2>&1 & echo $!`
  const [command, ...args] = [...asUser(user!, null), 'sh', '-c', script]
  const pid = Number((await run(command!, args, { cwd: '/' })).stdout)
  return { pid, startTime: startTimeOf(pid)! }
}

test.runIf(isRoot)('a stop ends what the machine has left, and a later run has another user', async () => {
  await using stack = new AsyncDisposableStack()
  const bed = await Bed.open(onQemu)
  stack.defer(() => bed.site.dispose())
  const site = bed.site as QemuSite
  const { spec } = await bed.machine()
  const { run: first } = await site.folderOf(spec.id).readState()
  const left = await leave(site, spec.id)
  await leave(site, spec.id, `python3 -c '${RESTLESS}'`)
  await bed.platform.instances.stop(spec.id)
  expect([isAlive(left), await bed.listed(spec.id)]).toEqual([false, []])
  expect(await usersWithProcesses()).not.toContain(first!.user)
  await bed.start(spec)
  const { run: second } = await site.folderOf(spec.id).readState()
  expect(second!.user).toBe(first!.user! + 1)
})

test.runIf(isRoot)('a machine whose QEMU ended has failed once nothing of it runs', async () => {
  await using stack = new AsyncDisposableStack()
  const bed = await Bed.open(onQemu)
  stack.defer(() => bed.site.dispose())
  const site = bed.site as QemuSite
  const { spec, running } = await bed.machine()
  const left = await leave(site, spec.id)
  await site.controls.crashMachine(spec.id)
  const { runId } = await bed.event('instance-failed', spec.id)
  expect([runId, isAlive(left)]).toEqual([running.runId, false])
})

test.runIf(isRoot)('what is left of a machine whose QEMU ended meanwhile is ended by the next server', async () => {
  await using stack = new AsyncDisposableStack()
  const bed = await Bed.open(onQemu)
  stack.defer(() => bed.site.dispose())
  const site = bed.site as QemuSite
  const { spec, running } = await bed.machine()
  const left = await leave(site, spec.id)
  await bed.platform.close()
  await site.controls.crashMachine(spec.id)
  await bed.restart('killed')
  const { runId } = await bed.event('instance-failed', spec.id)
  expect([runId, isAlive(left)]).toEqual([running.runId, false])
})
