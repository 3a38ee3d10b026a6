import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../../clock/clock.ts'
import { rejects } from '../../conformance/bed.ts'
import { instanceSpec, newId, NOTHING } from '../../conformance/declared.ts'
import type { PlatformEvent } from '../../interface/platform.ts'
import { isAlive } from '../base/process-id.ts'
import { Work } from '../base/work.ts'
import { MachineRecord } from '../machines/machine-record.ts'
import { heldBy, newRun } from '../machines/machine-state.ts'
import type { StartedProcess } from '../machines/started-process.ts'
import { command } from '../networks/commands.ts'
import { QemuSite } from '../testing/qemu-site.ts'
import { cachedTinyLinux } from '../tiny-linux/cached-tiny-linux.ts'

/** A site on a file system of its own, which `fill` makes full, before it rejects. */
async function smallSite() {
  const image = await cachedTinyLinux(tmpdir())
  const folder = await mkdtemp(join(tmpdir(), 'no-space-'))
  await command('mount', ['-t', 'tmpfs', '-o', 'size=64m,nr_inodes=300,mode=0755', 'tmpfs', folder])
  onTestFinished(async () => {
    await command('umount', ['--lazy', folder])
    await rmdir(folder)
  })
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const site = await QemuSite.open(image)
  onTestFinished(() => site.dispose())
  const { sleds } = await site.platform.hardware.inventory()
  return {
    site,
    sledId: sleds[0]!.id,
    fill() {
      for (let at = 0; ; at++) writeFileSync(join(folder, `file-${at}`), '')
    },
    async empty() {
      for (const name of await readdir(folder)) if (name.startsWith('file-')) await rm(join(folder, name))
    },
  }
}

test.runIf(process.getuid?.() === 0)(
  'a machine for whose files there is no space is refused with no-space',
  async () => {
    const { site, sledId, fill } = await smallSite()
    const { instances } = site.platform
    expect(fill).toThrow('ENOSPC')
    await rejects(instances.prepare(newId()), 'no-space')
    await rejects(instances.start(instanceSpec(newId(), sledId, [])), 'no-space')
  },
)

test.runIf(process.getuid?.() === 0).each([
  ['the same process', async () => {}],
  [
    'a later one',
    async (site: QemuSite) => {
      await site.restart('killed')
      await site.platform.restore(NOTHING)
    },
  ],
])('a machine ends where no space is left, which is stored by %s once there is some', async (_, goOn) => {
  const { site, sledId, fill, empty } = await smallSite()
  const { instances } = site.platform
  const spec = () => instanceSpec(newId(), sledId, [])
  const [off, stopped, killed, released] = [spec(), spec(), spec(), spec()]
  const processes: StartedProcess[] = []
  for (const one of [off, stopped, killed, released]) {
    await instances.start(one)
    processes.push((await site.folderOf(one.id).readState()).run!.process!)
  }
  const events: PlatformEvent[] = []
  site.platform.subscribe(async (event) => void events.push(event))
  expect(fill).toThrow('ENOSPC')

  await instances.powerOff(off.id)
  await instances.stop(stopped.id)
  await instances.release(released.id)
  process.kill(processes[2]!.pid, 'SIGKILL')
  const failed = () => events.find(({ kind }) => kind === 'instance-failed')
  await expect.poll(failed).toMatchObject({ instanceId: killed.id })
  expect((await instances.list()).instances).toEqual([])
  expect(processes.map(isAlive)).toEqual([false, false, false, false])

  await goOn(site)
  await empty()
  for (const { id } of [off, stopped, killed])
    await expect.poll(async () => (await site.folderOf(id).readState()).run).toBeNull()
})

test.runIf(process.getuid?.() === 0)(
  'a reboot without space is refused, and a killed server leaves the machine in its run',
  async () => {
    const { site, sledId, fill, empty } = await smallSite()
    const spec = instanceSpec(newId(), sledId, [])
    const { runId, bootedAt } = await site.platform.instances.start(spec)
    const { process } = (await site.folderOf(spec.id).readState()).run!
    expect(fill).toThrow('ENOSPC')
    await rejects(site.platform.instances.reboot(spec.id, newId()), 'no-space')
    expect((await site.platform.instances.list()).instances).toMatchObject([{ runId }])

    await site.platform.close()
    await empty()
    await site.restart('killed')
    const events: PlatformEvent[] = []
    site.platform.subscribe(async (event) => void events.push(event))
    await site.platform.restore({ ...NOTHING, instances: [{ spec, run: { runId, bootedAt } }] })
    expect(isAlive(process!)).toBe(true)
    expect((await site.platform.instances.list()).instances).toMatchObject([{ runId }])
    expect(events).toEqual([])
  },
)

test.runIf(process.getuid?.() === 0)('the run after a reboot by the guest begins once there is space', async () => {
  const { site, sledId, fill, empty } = await smallSite()
  const events: PlatformEvent[] = []
  const folder = site.folderOf(newId())
  const [machineId, work] = [newId(), new Work(systemClock)]
  const emit = (event: PlatformEvent) => void events.push(event)
  const record = new MachineRecord({ machineId, folder, work, emit, later: async () => {} })
  const held = { ...heldBy(instanceSpec(machineId, sledId, [])), user: null, sshPort: null }
  const run = { ...newRun(), ...held, startedAt: new Date(), process: null, network: null }
  await record.begin(run)
  await record.store({ phase: 'running' })
  expect(fill).toThrow('ENOSPC')
  await record.reportReboot()
  await record.settle()
  expect([record.state.run, record.isStored, events]).toEqual([run, false, []])

  await empty()
  await record.settle()
  const next = (await folder.readState()).run!
  expect(next.runId).not.toBe(run.runId)
  expect(events).toMatchObject([{ kind: 'instance-rebooted', runId: run.runId, next: { runId: next.runId } }])
  expect(record.isStored).toBe(true)
})

test.runIf(process.getuid?.() === 0)('a start that runs out of space runs on record, or not at all', async () => {
  const { site, sledId, fill } = await smallSite()
  const spec = instanceSpec(newId(), sledId, [])
  const folder = site.folderOf(spec.id)
  const started = site.platform.instances.start(spec).then(
    ({ runId }) => runId,
    () => undefined,
  )
  const process = async () => (await folder.readState()).run?.process ?? null
  await expect.poll(process, { interval: 1 }).not.toBeNull()
  const qemu = (await process())!
  await expect.poll(() => existsSync(join(folder.qemu.path, 'run', 'vnc.sock')), { interval: 1 }).toBe(true)
  expect(fill).toThrow('ENOSPC')
  const runId = await started
  const { phase, run } = await folder.readState()
  expect(isAlive(qemu) ? [phase, run?.runId] : undefined).toEqual(runId && ['running', runId])
})
