import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Bed, rejects } from '../../conformance/bed.ts'
import { NOTHING, volumeSpec } from '../../conformance/declared.ts'
import type { PlatformEvent } from '../../interface/platform.ts'
import { SystemdScopes } from '../cgroups/systemd-scopes.ts'
import { readNote } from '../host/helper-note.ts'
import { hostIdentity } from '../host/host-identity.ts'
import { MachineFolder } from '../machines/record/machine-folder.ts'
import { AppliedState, foldersIn } from '../networks/applied.ts'
import { onQemu, type QemuSite } from '../testing/qemu-site.ts'
import { VolumeSite } from '../volumes/volume-site.fixtures.ts'
import { physicalDisks } from './physical-disks.ts'

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

test.for([
  ['run.json', (folder: string) => new MachineFolder(folder).readState()],
  ['host.json', hostIdentity],
  ['helper.json', readNote],
] as const)('%s without a field, or cut off, is refused with what to do, and stays', async ([name, read]) => {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-incomplete-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  for (const content of [JSON.stringify({ version: 1, pid: 2, startTime: 1 }), '{"version":1', '']) {
    await writeFile(path, content)
    const message = expect.stringMatching(`^${path} is damaged, or from before the first release of Skerry: .* it`)
    await expect(read(folder)).rejects.toMatchObject({ name: 'PlatformError', kind: 'permanent', message })
    expect(await readFile(path, 'utf8')).toBe(content)
  }
})

/** A storage with an unreadable record, of a disk that is not known of, and the rest of a disk that was not created. */
async function withUnreadableRecord(content: (record: string) => string) {
  const site = await VolumeSite.open()
  onTestFinished(() => site.dispose())
  const [id, other] = [await site.disk(), await site.disk()]
  const [layer, left] = [await site.volumes.newestFile(id), await site.volumes.newestFile(other)]
  const record = join(site.folder, 'volumes', `${id}.json`)
  const readable = await readFile(record, 'utf8')
  await site.restart('closed')
  await rm(join(site.folder, 'volumes', `${other}.json`))
  await writeFile(record, content(readable))
  await site.volumes.restore(NOTHING)
  const isThere = (path: string) =>
    stat(path).then(
      ({ size }) => size === volumeSpec().sizeBytes,
      () => false,
    )
  const found = async () => ({ layer: await isThere(layer), left: await isThere(left) })
  return { site, id, record, readable, found }
}

test.for([
  ['lacks a field', (record: string) => record.replace('"medium":"disk",', '')],
  ['is cut off', (record: string) => record.slice(0, -1)],
] as const)('a record that %s keeps the layer that it names, and no other, and shows', async ([, content]) => {
  const { site, id, record, found } = await withUnreadableRecord(content)
  const problem = `Layers are kept that these may need: ${record} (Its record cannot be read). `
  expect(await found()).toEqual({ layer: true, left: false })
  expect((await site.volumes.list()).volumes).toEqual([])
  await site.volumes.deleteVolume(await site.disk())
  expect(await found()).toEqual({ layer: true, left: false })
  expect(site.problems).toEqual([expect.stringContaining(problem)])
  expect(site.volumes.problem).toContain(problem)

  await site.volumes.deleteVolume(id)
  expect(await found()).toEqual({ layer: false, left: false })
  expect(site.volumes.problem).toBeUndefined()
})

test.for([
  ['is empty', () => ''],
  ['is of another version', (record: string) => record.replace('"version":1', '"version":2')],
] as const)('all layers without a record are kept while one cannot be read that %s', async ([, content]) => {
  const { site, record, readable, found } = await withUnreadableRecord(content)
  await site.volumes.deleteVolume(await site.disk())
  expect((await site.volumes.list()).volumes).toEqual([])
  expect(await found()).toEqual({ layer: true, left: true })
  expect(site.problems).toEqual([expect.stringContaining(record)])

  await writeFile(record, readable)
  expect((await site.volumes.list()).volumes).toHaveLength(1)
  expect(await found()).toEqual({ layer: true, left: false })
  expect(site.volumes.problem).toBeUndefined()
})
