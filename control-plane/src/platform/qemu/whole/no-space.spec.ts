import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../../clock/clock.ts'
import { freeBytes } from '../../../file-system/space.ts'
import { rejects } from '../../conformance/bed.ts'
import { instanceSpec, newId, NOTHING } from '../../conformance/declared.ts'
import type { InstanceSpec, MachineRun } from '../../interface/instances.ts'
import type { PlatformEvent } from '../../interface/platform.ts'
import { isAlive } from '../base/process-id.ts'
import { Work } from '../base/work.ts'
import { ownHost } from '../host/host.ts'
import { MachineStorage } from '../machines/disks/machine-storage.ts'
import { Machine } from '../machines/lifecycle/machine.ts'
import { ARCHITECTURES } from '../machines/order/architecture.ts'
import { MachineFolder } from '../machines/record/machine-folder.ts'
import type { MachineState } from '../machines/record/machine-state.ts'
import type { StartedProcess } from '../machines/record/started-process.ts'
import { command } from '../networks/commands.ts'
import { QemuSite } from '../testing/qemu-site.ts'
import { cachedTinyLinux } from '../tiny-linux/cached-tiny-linux.ts'

/** A site on a file system of its own, which `fill` makes full. */
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
      const write = () => {
        for (let at = 0; ; at++) writeFileSync(join(folder, `file-${at}`), '')
      }
      expect(write).toThrow('ENOSPC')
    },
    empty() {
      for (const name of readdirSync(folder)) if (name.startsWith('file-')) rmSync(join(folder, name))
    },
  }
}

test.runIf(process.getuid?.() === 0)(
  'a machine for whose files there is no space is refused with no-space',
  async () => {
    const { site, sledId, fill } = await smallSite()
    const { instances } = site.platform
    fill()
    await expect(instances.prepare(newId())).rejects.toMatchObject({ kind: 'no-space' })
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
  fill()

  await instances.powerOff(off.id)
  await instances.stop(stopped.id)
  await instances.release(released.id)
  process.kill(processes[2]!.pid, 'SIGKILL')
  const failed = () => events.find(({ kind }) => kind === 'instance-failed')
  await expect.poll(failed).toMatchObject({ instanceId: killed.id })
  expect((await instances.list()).instances).toEqual([])
  expect(processes.map(isAlive)).toEqual([false, false, false, false])

  await goOn(site)
  empty()
  for (const { id } of [off, stopped, killed])
    await expect.poll(async () => (await site.folderOf(id).readState()).run).toBeNull()
})

test.runIf(process.getuid?.() === 0)(
  'a reboot for whose next run there is no space rejects with no-space, and changes nothing',
  async () => {
    const { site, sledId, fill, empty } = await smallSite()
    const { instances } = site.platform
    const events: PlatformEvent[] = []
    site.platform.subscribe(async (event) => void events.push(event))
    const [spec, request] = [instanceSpec(newId(), sledId, []), newId()]
    const { runId } = await instances.start(spec)
    fill()
    await rejects(instances.reboot(spec.id, request), 'no-space')
    expect((await instances.list()).instances).toMatchObject([{ runId }])
    empty()
    const next = await instances.reboot(spec.id, request)
    expect(next.runId).not.toBe(runId)
    expect((await instances.list()).instances).toMatchObject([{ runId: next.runId }])
    expect(events).toEqual([])
  },
)

test.runIf(process.getuid?.() === 0)('a server that is killed after a refused reboot leaves it undone', async () => {
  const { site, sledId, fill, empty } = await smallSite()
  const spec = instanceSpec(newId(), sledId, [])
  const { runId, bootedAt } = await site.platform.instances.start(spec)
  const { process } = (await site.folderOf(spec.id).readState()).run!
  fill()
  await rejects(site.platform.instances.reboot(spec.id, newId()), 'no-space')

  empty()
  const events = await killed(site, spec, { runId, bootedAt })
  expect(isAlive(process!)).toBe(true)
  expect((await site.platform.instances.list()).instances).toMatchObject([{ runId }])
  expect(events).toEqual([])
})

test.runIf(process.getuid?.() === 0)(
  'a reboot is done once, though space runs out while the guest shuts down and the server is killed',
  async () => {
    const { site, sledId, fill, empty } = await smallSite()
    const spec = instanceSpec(newId(), sledId, [])
    const { instances } = site.platform
    const { runId: first } = await instances.start(spec)
    const state = () => site.folderOf(spec.id).readState()
    const { pid } = (await state()).run!.process!
    // It does not answer meanwhile: the reboot waits for it once it is on record.
    process.kill(pid, 'SIGSTOP')
    const rebooted = instances.reboot(spec.id, newId())
    await expect.poll(async () => (await state()).phase).toBe('rebooting')
    fill()
    process.kill(pid, 'SIGCONT')
    const { runId, bootedAt } = await rebooted
    expect(runId).not.toBe(first)

    empty()
    const events = await killed(site, spec, { runId, bootedAt })
    expect((await site.platform.instances.list()).instances).toMatchObject([{ runId }])
    expect(await state()).toMatchObject({ phase: 'running', run: { runId, process: { pid } } })
    expect(events).toEqual([])
  },
)

/** Kills the server at once. The next one restores a machine in that run. @returns the events of the next one */
async function killed(site: QemuSite, spec: InstanceSpec, run: MachineRun): Promise<PlatformEvent[]> {
  await site.restart('killed')
  const events: PlatformEvent[] = []
  site.platform.subscribe(async (event) => void events.push(event))
  await site.platform.restore({ ...NOTHING, instances: [{ spec, run }] })
  return events
}

test.runIf(process.getuid?.() === 0)('a start without space for its run on record executes nothing', async () => {
  const { site, sledId, fill } = await smallSite()
  const spec = instanceSpec(newId(), sledId, [])
  /** On a file system that becomes full when the start is about to be stored. */
  class FullFolder extends MachineFolder {
    process: StartedProcess | null = null

    override async writeState(state: MachineState): Promise<void> {
      if (state.phase === 'running' && !this.process) {
        this.process = state.run!.process
        fill()
      }
      await super.writeState(state)
    }
  }
  const work = new Work(systemClock)
  onTestFinished(() => work.close())
  const folder = new FullFolder(site.folderOf(spec.id).path)
  const { processes } = ownHost({
    folder: site.folder,
    machines: dirname(folder.path),
    binary: ARCHITECTURES.x64.binary,
    architecture: 'x64',
    accelerator: 'tcg',
    group: null,
    owner: null,
    users: null,
    cgroups: null,
    conversion: null,
    networks: null,
    passt: false,
  })
  const volumes = {
    spareBytes: () => freeBytes(site.folder),
    keepFreeBytes: () => 0,
    newestFile: (id: string) => site.platform.volumes.newestFile(id),
  }
  const storage = new MachineStorage(
    work,
    volumes,
    () => [],
    () => {},
  )
  const machine = new Machine(spec.id, folder, { work, processes, storage, stopMs: 0, emit: () => {} })
  const start = () => machine.start(spec, 1, { disks: [], user: null, efi: null, sshPort: null })
  const started = work.enqueue(spec.id, 'start', undefined, start)
  await expect(started).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(isAlive(folder.process!)).toBe(false)
  expect([machine.run, (await folder.readState()).phase]).toEqual([undefined, 'starting'])
})
