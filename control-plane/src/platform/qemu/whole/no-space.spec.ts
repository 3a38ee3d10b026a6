import { mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rejects } from '../../conformance/bed.ts'
import { instanceSpec, newId, NOTHING } from '../../conformance/declared.ts'
import type { PlatformEvent } from '../../interface/platform.ts'
import { isAlive } from '../base/process-id.ts'
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
    async fill() {
      for (let at = 0; ; at++) await writeFile(join(folder, `file-${at}`), '')
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
    await expect(fill()).rejects.toMatchObject({ code: 'ENOSPC' })
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
  await expect(fill()).rejects.toMatchObject({ code: 'ENOSPC' })

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
