import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Bed, onSite, rejects } from '../../conformance/bed.ts'
import type { PlatformUnderTest } from '../../conformance/platform-under-test.ts'
import { logIn, Terminal } from '../../conformance/terminal.ts'
import { QmpClient } from '../machines/qmp/qmp-client.ts'
import type { QemuSite } from '../testing/qemu-site.ts'
import { onQemuShort } from '../testing/short-form.ts'
import { SHORTEN_ABOVE } from '../volumes/layers.ts'
import { chainOf, qemuIo } from '../volumes/volume-site.fixtures.ts'

const MiB = 2 ** 20
/** Behind what the guest's own system has. */
const PLACE = 40 * MiB
const siteOf = (bed: Bed) => bed.site as QemuSite

/** Stores a digit on the guest's disk. */
async function write(bed: Bed, terminal: Terminal, digit: number): Promise<void> {
  const done = `written-${digit}-`
  const disk = '$(findfs LABEL=TINY)'
  await terminal.type(`echo ${digit} | dd of=${disk} bs=512 seek=${PLACE / 512} conv=fsync; echo ${done}$?\r`)
  await bed.eventually(() => terminal.text).toContain(`${done}0`)
}

async function digitOf({ platform }: Bed, id: string): Promise<number> {
  return Number(Buffer.from(await platform.volumes.read(id, PLACE, 1)).toString())
}

/** The layers that a machine may open. */
const linked = async (bed: Bed, id: string) =>
  (await readdir(siteOf(bed).folderOf(id).qemu.path)).filter((name) => /\.(raw|qcow2)$/.test(name)).toSorted()

/** Has QEMU keep a layer open that its disk may leave, as one that was taken over. Returns the path of the open file. */
async function keepOpen(bed: Bed, id: string, layer: string): Promise<string> {
  await bed.platform.close()
  const qmp = await QmpClient.connect(await siteOf(bed).socketOf(id, 'qmp'))
  const nodes = await qmp.execute('query-named-block-nodes', { flat: true })
  const file = nodes.find((node) => node.drv === 'file' && node.file === layer)!['node-name']
  await qmp.execute('blockdev-add', { driver: 'raw', 'node-name': 'kept', file, 'read-only': true })
  qmp.close()
  await bed.restart('killed')
  const { process } = (await siteOf(bed).folderOf(id).readState()).run!
  const files = `/proc/${process!.pid}/fd`
  for (const name of await readdir(files))
    if ((await readlink(join(files, name)).catch(() => '')).endsWith(layer)) return join(files, name)
  throw new Error('QEMU does not have it open')
}

const write66 = (bed: Bed, id: string): Promise<void> =>
  qemuIo(siteOf(bed).platform.volumes, id, `write -P 66 ${PLACE} 512`)

/** Resolves after a merge of another disk, which begins when those that were found before are over. */
async function mergesAnother(bed: Bed): Promise<void> {
  const { id } = await bed.volume()
  const taken = await bed.snapshot(id)
  await write66(bed, id)
  await bed.platform.volumes.deleteSnapshot(taken.id)
  await bed.eventually(() => layersOf(bed, id)).toHaveLength(1)
}

/** The layers of a volume, newest first. */
const layersOf = (bed: Bed, id: string): Promise<string[]> => chainOf(siteOf(bed).platform.volumes, id)

function describeOpenDisks(under: PlatformUnderTest): void {
  const test = onSite(under)

  test('snapshots of a running machine have what it wrote before, also those by a later process', async (bed) => {
    const { spec } = await bed.machine()
    const volumeId = spec.volumes[0]!.id
    const terminal = await logIn(bed, spec.id)
    await write(bed, terminal, 1)
    const one = await bed.snapshot(volumeId)
    await write(bed, terminal, 2)
    await bed.restart('killed')
    const later = await Terminal.open(bed, spec.id, { fromStart: terminal.end })
    const two = await bed.snapshot(volumeId)
    await write(bed, later, 3)
    expect(await Promise.all([one, two].map(({ id }) => digitOf(bed, id)))).toEqual([1, 2])
    expect(await linked(bed, spec.id)).toHaveLength(3)

    const copy = await bed.volume({ kind: 'snapshot', id: one.id })
    expect(await digitOf(bed, copy.id)).toBe(1)
    await bed.site.controls.crashMachine(spec.id)
    await bed.event('instance-failed', spec.id)
    expect(await digitOf(bed, volumeId)).toBe(3)
    expect(await linked(bed, spec.id)).toEqual([])
    await bed.start(spec)
    await bed.platform.instances.stop(spec.id)
    expect(await digitOf(bed, volumeId)).toBe(3)
  })

  test('a chain that grows long is flattened while the machine runs, and loses nothing when that is killed', async (bed) => {
    const { spec } = await bed.machine()
    const volumeId = spec.volumes[0]!.id
    const terminal = await logIn(bed, spec.id)
    await write(bed, terminal, 3)
    const one = await bed.snapshot(volumeId)
    await write(bed, terminal, 4)
    const two = await bed.snapshot(volumeId)
    await write(bed, terminal, 5)
    // What only the deleted one had is merged while the machine runs.
    await bed.platform.volumes.deleteSnapshot(one.id)
    await bed.eventually(async () => (await linked(bed, spec.id)).length).toBe(2)
    expect(await digitOf(bed, two.id)).toBe(4)
    const snapshots = [two]
    for (let count = 0; count < SHORTEN_ABOVE; count++) snapshots.push(await bed.snapshot(volumeId))
    await bed.eventually(() => layersOf(bed, volumeId)).toHaveLength(3)
    for (const { id } of snapshots) await bed.platform.volumes.deleteSnapshot(id)
    await bed.eventually(() => readdir(`${siteOf(bed).folder}/storage/layers`)).toHaveLength(2)
    await bed.eventually(() => linked(bed, spec.id)).toEqual((await layersOf(bed, volumeId)).toSorted())
    expect(await bed.listed(spec.id)).toHaveLength(1)
    await bed.site.controls.crashMachine(spec.id)
    await bed.event('instance-failed', spec.id)
    expect(await digitOf(bed, volumeId)).toBe(5)
  })

  test('a snapshot that a dead process left half done is made, and nothing of it stays behind', async (bed) => {
    const { spec } = await bed.machine()
    const volumeId = spec.volumes[0]!.id
    await bed.snapshot(volumeId)
    const folder = siteOf(bed).folderOf(spec.id)
    const nodes = async () => {
      const qmp = await QmpClient.connect(await siteOf(bed).socketOf(spec.id, 'qmp'))
      const found = await qmp.execute('query-named-block-nodes', { flat: true })
      qmp.close()
      return found.map((node) => node['node-name']).filter((name) => /^l[0-9a-f]{30}$/.test(name))
    }
    // It is stored that the volume continues on a new layer, and the machine still writes the old one.
    const { platform } = siteOf(bed)
    const { continueOn } = platform.instances.open
    const interrupted = new Error('The process has ended')
    Object.assign(platform.instances.open, { continueOn: () => Promise.reject(interrupted) })
    await expect(bed.snapshot(volumeId)).rejects.toBe(interrupted)
    Object.assign(platform.instances.open, { continueOn })
    await bed.restart('closed')
    const id = (await bed.snapshot(volumeId)).id
    await bed.platform.close()
    expect(await nodes()).toHaveLength(3)
    await bed.restart('closed')
    expect(await bed.platform.volumes.read(id, 0, 512)).toEqual(await bed.platform.volumes.read(volumeId, 0, 512))
    // Nor after one that ended before it took the layers of an ended run away.
    await bed.platform.instances.stop(spec.id)
    await folder.qemu.link(
      { path: await siteOf(bed).platform.volumes.newestFile(volumeId), format: 'qcow2' },
      'read',
      false,
    )
    await bed.restart('closed')
    expect(await linked(bed, spec.id)).toEqual([])
  })

  test('a copy that a dead process left pending is cancelled by the next one, and holds up no merge', async (bed) => {
    const { spec } = await bed.machine()
    const volumeId = spec.volumes[0]!.id
    const terminal = await logIn(bed, spec.id)
    const snapshots = []
    for (const digit of [1, 2]) {
      await write(bed, terminal, digit)
      snapshots.push(await bed.snapshot(volumeId))
    }
    const { platform } = siteOf(bed)
    const chain = await platform.volumes.withChains([volumeId], async ([layers]) => layers!)
    const killed = Promise.withResolvers<void>()
    // Asked each time that it has looked at the job: QEMU completes that alone, and waits for the server.
    const throwIfAborted = () => {
      platform.kill()
      killed.resolve()
    }
    const signal = Object.assign(new AbortController().signal, { throwIfAborted })
    void platform.instances.open.flatten(volumeId, { chain, at: 1, moved: async () => {}, signal })
    await killed.promise
    await bed.restart('killed')
    for (const { id } of snapshots) await bed.platform.volumes.deleteSnapshot(id)
    await bed.eventually(async () => (await linked(bed, spec.id)).length).toBe(2)
    await bed.platform.close()
    const qmp = await QmpClient.connect(await siteOf(bed).socketOf(spec.id, 'qmp'))
    expect(await qmp.execute('query-jobs')).toEqual([])
    qmp.close()
    await bed.restart('closed')
    expect(await digitOf(bed, volumeId)).toBe(2)
  })

  test('nothing of another disk is written into a layer that a machine once had, until its run ends', async (bed) => {
    const { spec } = await bed.machine()
    const volumeId = spec.volumes[0]!.id
    const snapshots = [await bed.snapshot(volumeId), await bed.snapshot(volumeId)]
    const other = await bed.volume({ kind: 'snapshot', id: snapshots[1]!.id })
    const [newest, shared] = await layersOf(bed, other.id)
    const kept = await keepOpen(bed, spec.id, shared!)
    for (let count = 1; count < SHORTEN_ABOVE; count++) snapshots.push(await bed.snapshot(volumeId))
    await bed.eventually(() => layersOf(bed, volumeId)).toHaveLength(3)
    expect(await layersOf(bed, volumeId)).not.toContain(shared)
    await write66(bed, other.id)
    for (const { id } of snapshots) await bed.platform.volumes.deleteSnapshot(id)
    bed.desired = { ...bed.desired, snapshots: [] }
    await bed.restart('killed')
    await mergesAnother(bed)
    const has66 = async () => (await readFile(kept)).includes(Buffer.alloc(512, 66))
    expect(await has66()).toBe(false)
    expect((await layersOf(bed, other.id))[0]).toBe(newest)
    // What nothing needs any more takes no space.
    await bed.eventually(() => linked(bed, spec.id)).toEqual([...(await layersOf(bed, volumeId)), shared].toSorted())

    // Its end is seen by the next process.
    await bed.platform.close()
    await bed.site.controls.crashMachine(spec.id)
    // The one that `mergesAnother` took and deleted would be missing.
    bed.desired = { ...bed.desired, snapshots: [] }
    await bed.restart('closed')
    await mergesAnother(bed)
    expect((await layersOf(bed, other.id))[0]).toBe(shared)
    expect((await bed.platform.volumes.read(other.id, PLACE, 1))[0]).toBe(66)
  })

  test('a disk that was detached from a machine whose process still runs is opened by no other one', async (bed) => {
    const { spec } = await bed.machine()
    const [boot] = spec.volumes
    const other = { ...(await bed.machineSpec()), volumes: [boot!] }
    await bed.platform.volumes.ensureDetached(boot!.id, spec.id)
    await bed.platform.volumes.ensureAttached(boot!.id, other.id)
    await rejects(bed.start(other), 'transient')
    expect(await bed.listed(other.id)).toEqual([])
    await bed.restart('killed')
    await rejects(bed.start(other), 'transient')
    await bed.platform.instances.stop(spec.id)
    await bed.start(other)
  })

  test('no more memory is promised than the host has for machines', async (bed) => {
    const { spec } = await bed.machine()
    const { memoryBytes } = siteOf(bed).platform.hardware.sled
    const other = await bed.machineSpec()
    const start = (bytes: number) => bed.start({ ...other, memoryBytes: bytes })
    await expect(start(memoryBytes - spec.memoryBytes + MiB)).rejects.toMatchObject({ kind: 'permanent' })
    expect(await bed.listed(other.id)).toEqual([])
    await bed.restart('killed')
    await expect(start(memoryBytes - spec.memoryBytes + MiB)).rejects.toMatchObject({ kind: 'permanent' })
    const [one, two] = await Promise.allSettled([start(other.memoryBytes), bed.start({ ...spec })])
    expect([one.status, two.status]).toEqual(['fulfilled', 'fulfilled'])
  })
}

describeOpenDisks(
  onQemuShort(
    'snapshots of a running machine have what it wrote before, also those by a later process',
    'nothing of another disk is written into a layer that a machine once had, until its run ends',
  ),
)
