import { mkdtemp, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rejects } from '../conformance/bed.ts'
import { instanceSpec, newId } from '../conformance/declared.ts'
import { command } from './networks/commands.ts'
import { QemuSite } from './testing/qemu-site.ts'
import { cachedTinyLinux } from './tiny-linux/cached-tiny-linux.ts'

test.runIf(process.getuid?.() === 0)(
  'a machine for whose files there is no space is refused with no-space',
  async () => {
    const image = await cachedTinyLinux(tmpdir())
    const folder = await mkdtemp(join(tmpdir(), 'no-space-'))
    await command('mount', ['-t', 'tmpfs', '-o', 'size=16m,nr_inodes=200,mode=0755', 'tmpfs', folder])
    onTestFinished(async () => {
      await command('umount', ['--lazy', folder])
      await rmdir(folder)
    })
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    const site = await QemuSite.open(image)
    onTestFinished(() => site.dispose())
    const { instances, hardware } = site.platform

    const fill = async () => {
      for (let at = 0; ; at++) await writeFile(join(folder, `file-${at}`), '')
    }
    await expect(fill()).rejects.toMatchObject({ code: 'ENOSPC' })
    const { sleds } = await hardware.inventory()
    await rejects(instances.prepare(newId()), 'no-space')
    await rejects(instances.start(instanceSpec(newId(), sleds[0]!.id, [])), 'no-space')
  },
)
