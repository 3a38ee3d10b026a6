import { execFile } from 'node:child_process'
import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { Bed } from '../../conformance/bed.ts'
import { NOTHING } from '../../conformance/declared.ts'
import type { PlatformEvent } from '../../interface/platform.ts'
import { command } from '../networks/commands.ts'
import { onQemu, type QemuSite } from '../testing/qemu-site.ts'
import { mayMount } from '../testing/root-servers.ts'

const run = promisify(execFile)
const storage = { id: crypto.randomUUID(), used: false }

/** A site with a disk, a snapshot and a machine, whose database knows the storage. */
async function used() {
  const bed = await Bed.open(onQemu)
  const site = bed.site as QemuSite
  bed.desired = { ...bed.desired, storage }
  await bed.restart('closed')
  bed.desired = { ...bed.desired, storage: { ...storage, used: true } }
  const volume = await bed.volume()
  const snapshot = await bed.snapshot(volume.id)
  const { spec, running } = await bed.machine()
  const folder = join(site.folder, 'storage')
  return { bed, site, volume, snapshot, spec, running, folder }
}

/** What a start with the folder as it is now rejects with. */
async function refusal(bed: Bed, site: QemuSite): Promise<{ kind: string; message: string }> {
  await site.restart('closed')
  bed.platform.subscribe(async (event: PlatformEvent) => void bed.events.push(event))
  return bed.platform.restore(bed.desired).then(
    () => expect.unreachable('It was restored'),
    (error) => error,
  )
}

test('a start without the storage changes nothing, and the next one with it goes on as before', async () => {
  const { bed, site, volume, snapshot, spec, running, folder } = await used()
  await using stack = new AsyncDisposableStack()
  stack.defer(() => site.dispose())
  const before = await bed.platform.volumes.list()
  await rename(folder, `${folder}.away`)
  const content = () => readdir(folder).catch(({ code }: NodeJS.ErrnoException) => code)
  for (const prepare of [async () => {}, () => mkdir(folder)]) {
    await prepare()
    const found = await content()
    expect(await refusal(bed, site)).toMatchObject({
      kind: 'transient',
      message: expect.stringContaining(`${folder} is not mounted`),
    })
    await expect(bed.platform.volumes.list()).rejects.toMatchObject({ kind: 'transient' })
    await expect(bed.platform.volumes.ensureVolume(volume)).rejects.toMatchObject({ kind: 'transient' })
    expect(await content()).toEqual(found)
  }
  expect(bed.events).toEqual([])
  await rm(folder, { recursive: true })
  await rename(`${folder}.away`, folder)
  await bed.platform.restore(bed.desired)
  expect(await bed.platform.volumes.list()).toEqual(before)
  expect(before.volumes).toContain(volume.id)
  expect(before.snapshots).toEqual([snapshot.id])
  expect(await bed.listed(spec.id)).toMatchObject([{ runId: running.runId }])
  expect(bed.events).toEqual([])
})

test('the storage of another database is refused, and left as it is', async () => {
  const { bed, site, folder } = await used()
  await using stack = new AsyncDisposableStack()
  stack.defer(() => site.dispose())
  const own = bed.desired
  bed.desired = { ...own, storage: { id: crypto.randomUUID(), used: false } }
  expect(await refusal(bed, site)).toMatchObject({
    kind: 'transient',
    message: expect.stringContaining(`${folder} is not the storage of this database`),
  })
  expect(bed.events).toEqual([])
  bed.desired = own
  await bed.restart('closed')
  expect(bed.events).toEqual([])
})

test('a storage with files and no mark is taken only when the operator says so', async () => {
  const { bed, site, volume, folder } = await used()
  await using stack = new AsyncDisposableStack()
  stack.defer(() => site.dispose())
  const mark = join(folder, 'storage.json')
  await rm(mark)
  const [own, before] = [bed.desired, await filesIn(folder)]
  for (const expected of [NOTHING, own]) {
    bed.desired = { ...expected, storage }
    expect(await refusal(bed, site)).toMatchObject({ kind: 'transient' })
    expect(await filesIn(folder)).toEqual(before)
  }
  await run('mkfifo', [mark])
  const { message } = await refusal(bed, site)
  expect(message).toBe(`${await realpath(folder)}/storage.json is no file, but a link or something else: remove it`)
  await rm(mark)
  const advice = (await refusal(bed, site)).message
  await run('sh', ['-c', /echo .*$/.exec(advice)![0]])
  await bed.platform.restore(bed.desired)
  expect((await bed.platform.volumes.list()).volumes).toContain(volume.id)
  expect(bed.events).toEqual([])
})

const filesIn = async (folder: string) => (await readdir(folder, { recursive: true })).toSorted()

test('files that come back are listed again, and one that goes while the server runs is not', async () => {
  const { bed, site, volume, snapshot, folder } = await used()
  await using stack = new AsyncDisposableStack()
  stack.defer(() => site.dispose())
  const before = await bed.platform.volumes.list()
  const record = join(folder, 'snapshots', `${snapshot.id}.json`)
  const layer = await site.platform.volumes.newestFile(volume.id)
  for (const file of [record, layer]) await rename(file, `${file}.away`)
  expect(await bed.event('snapshot-faulted', snapshot.id)).toMatchObject({ missing: true })
  expect(await bed.event('volume-faulted', volume.id)).toMatchObject({ missing: true })
  const without = (ids: readonly string[], id: string) => ids.filter((one) => one !== id)
  const { volumes, snapshots, images } = before
  expect(await bed.platform.volumes.list()).toEqual({
    volumes: without(volumes, volume.id),
    snapshots: without(snapshots, snapshot.id),
    images,
  })
  for (const file of [record, layer]) await rename(`${file}.away`, file)
  expect(await bed.platform.volumes.list()).toEqual(before)
  await bed.platform.volumes.read(volume.id, 0, 512)
  await bed.platform.volumes.deleteSnapshot(snapshot.id)
})

test.runIf(mayMount)('a start with the storage and the machines on different file systems is refused', async () => {
  const bed = await Bed.open(onQemu)
  const site = bed.site as QemuSite
  await using stack = new AsyncDisposableStack()
  stack.defer(() => site.dispose())
  const folder = join(site.folder, 'storage')
  await command('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=0700', 'tmpfs', folder])
  stack.defer(async () => void (await command('umount', ['--lazy', folder])))
  expect(await refusal(bed, site)).toMatchObject({
    kind: 'transient',
    message: expect.stringContaining('are on different file systems'),
  })
  expect(await readdir(folder)).toEqual([])
})
