import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Bed, rejects } from '../conformance/bed.ts'
import type { PlatformEvent } from '../platform.ts'
import { SystemdScopes } from './cgroups/systemd-scopes.ts'
import { readNote } from './host/helper-note.ts'
import { AppliedState, foldersIn } from './networks/applied.ts'
import { physicalDisks } from './physical-disks.ts'
import { onQemu, type QemuSite } from './testing/qemu-site.ts'

test('machines run on, and none has failed, where their folders cannot be listed', async () => {
  const bed = await Bed.open(onQemu)
  onTestFinished(() => bed.site.dispose())
  const { spec, running } = await bed.machine()
  const folder = join((bed.site as QemuSite).folder, 'machines')
  await bed.site.restart('closed')
  const events: PlatformEvent[] = []
  bed.platform.subscribe(async (event) => void events.push(event))

  await rename(folder, `${folder}.away`)
  await writeFile(folder, '')
  await rejects(bed.platform.restore(bed.desired), 'transient')
  await rm(folder)
  await rename(`${folder}.away`, folder)
  await bed.platform.restore(bed.desired)
  expect(events).toEqual([])
  expect(await bed.listed(spec.id)).toMatchObject([{ runId: running.runId }])
})

test.for([
  ['physical disks', (path: string) => physicalDisks(crypto.randomUUID(), path)],
  ['scopes of machines', (path: string) => new SystemdScopes('system', 'skerry-s1', path).foldersOf('machine-a')],
  ['networks in force', foldersIn],
  ['what is in force in a network', (path: string) => new AppliedState(path).read()],
  ['the helper of an earlier server', readNote],
] as const)('that %s cannot be read does not say that there are none', async ([, read]) => {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-unreadable-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await expect(read(join(folder, 'missing'))).resolves.not.toThrow()
  await writeFile(join(folder, 'file'), '')
  await expect(read(join(folder, 'file'))).rejects.toThrow('ENOTDIR')
})
