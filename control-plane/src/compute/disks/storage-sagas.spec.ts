import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { conflict } from '../../kernel/http/errors.ts'
import { standardLimits } from '../../kernel/sagas/saga-drive.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { desiredImages } from '../images/images.repo.ts'
import { desiredSnapshots } from '../snapshots/snapshots.repo.ts'
import { desiredVolumes } from './disks.repo.ts'

let server: TestServer
let admin: Caller
let project: string
let failing: string | undefined
let serial = 0

beforeAll(async () => {
  server = await startTestServer({
    beforeStep(saga, step) {
      if (`${saga}/${step}` !== failing) return
      // Only once: an undo runs this step too.
      failing = undefined
      throw conflict(`No ${saga}`)
    },
  })
  admin = server.admin
  project = (await admin.ok('project_create', { body: { name: 'sagas', description: '' } })).id
})
beforeEach(() => {
  failing = undefined
})
afterAll(() => server.close())

const fresh = (prefix: string) => `${prefix}-${++serial}`
const newDisk = (source: object = { type: 'blank', block_size: 512 }) =>
  admin.ok('disk_create', {
    query: { project },
    body: { name: fresh('disk'), description: '', size: GIB, disk_source: source },
  })
const newSnapshot = (disk: string) =>
  admin.ok('snapshot_create', { query: { project }, body: { name: fresh('snapshot'), description: '', disk } })
const newImage = (snapshot: string) =>
  admin.ok('image_create', {
    query: { project },
    body: { name: fresh('image'), description: '', os: 'o', version: 'v', source: { type: 'snapshot', id: snapshot } },
  })
const diskState = async (disk: string) => (await admin.ok('disk_view', { path: { disk } })).state.state
const stored = async () => (await admin.ok('utilization_view')).provisioned.storage
const platform = () => server.plane.services.platform
const volumesThere = () => server.platform.inspect.storedIds().toSorted()
const ids = (things: readonly { id: string }[]) => things.map(({ id }) => id)

/** Expects a request to answer with the error of the saga's step. */
async function refused(thing: Promise<unknown>): Promise<void> {
  await expect(thing).rejects.toThrow(/409 No [a-z]+-[a-z]+$/)
  expect(await server.plane.services.sagas.list()).toEqual([])
}
const names = async (operation: 'disk_list' | 'snapshot_list' | 'image_list') =>
  (await admin.ok(operation, { query: { project, limit: 1000 } })).items.map(({ name }: { name: string }) => name)

it('many imports that are converted leave room for other work of their project', async () => {
  const { all, ofProject } = standardLimits.slots.short
  const source = { type: 'importing_blocks', block_size: 512 }
  const disks = await Promise.all(Array.from({ length: ofProject }, () => newDisk(source)))
  const step = server.hold('disk-finalize/import', all)
  const finalizing = disks.map(({ id }) => admin.ok('disk_finalize_import', { path: { disk: id }, body: {} }))
  const begun = () => server.db.selectFrom('sagas').select('id').where('state', '=', 'running').execute()
  await expect.poll(async () => (await begun()).length).toBe(disks.length)
  expect((await newDisk()).state).toEqual({ state: 'detached' })
  step.release()
  await Promise.all(finalizing)
})

describe('a failure is answered to its request, and undone', () => {
  it.each(['disk-create/volume', 'disk-create/created'])(
    'disk create at %s: the disk, its volume and its storage',
    async (step) => {
      const [before, disks, volumes] = [await stored(), await names('disk_list'), volumesThere()]
      failing = step
      await refused(newDisk())
      expect(await stored()).toBe(before)
      expect(await names('disk_list')).toEqual(disks)
      expect(volumesThere()).toEqual(volumes)
    },
  )

  it('snapshot create: the snapshot and its storage; the disk is detached', async () => {
    const disk = await newDisk()
    const [before, snapshots] = [await stored(), await names('snapshot_list')]
    failing = 'snapshot-create/snapshot'
    await refused(newSnapshot(disk.id))
    expect(await diskState(disk.id)).toBe('detached')
    expect(await names('snapshot_list')).toEqual(snapshots)
    expect(await stored()).toBe(before)
  })

  it('image create: the image', async () => {
    const snapshot = await newSnapshot((await newDisk()).id)
    const images = await names('image_list')
    failing = 'image-create/image'
    await refused(newImage(snapshot.id))
    expect(await names('image_list')).toEqual(images)
  })

  it('finalize: the snapshot; the disk stays an import, and can be finalized again', async () => {
    const disk = await newDisk({ type: 'importing_blocks', block_size: 512 })
    const name = fresh('snapshot')
    const finalize = () => admin.ok('disk_finalize_import', { path: { disk: disk.id }, body: { snapshot_name: name } })
    failing = 'disk-finalize/import'
    await refused(finalize())
    expect(await diskState(disk.id)).toBe('import_ready')
    expect(await names('snapshot_list')).not.toContain(name)
    await finalize()
    expect(await diskState(disk.id)).toBe('detached')
    expect(await names('snapshot_list')).toContain(name)
  })

  it('finalize: only the snapshot, when only that fails', async () => {
    const disk = await newDisk({ type: 'importing_blocks', block_size: 512 })
    const name = fresh('snapshot')
    failing = 'snapshot-create/snapshot'
    await refused(admin.ok('disk_finalize_import', { path: { disk: disk.id }, body: { snapshot_name: name } }))
    expect(await diskState(disk.id)).toBe('detached')
    expect(await names('snapshot_list')).not.toContain(name)
  })

  it('a deletion is retried until it succeeds', async () => {
    const disk = await newDisk()
    failing = 'disk-delete/volume'
    await admin.ok('disk_delete', { path: { disk: disk.id } })
    await expect(platform().volumes.read(disk.id, 0, 1)).rejects.toThrow(disk.id)
  })
})

describe('interrupted work', () => {
  it('is continued by the next worker', async () => {
    const { sagas } = server.plane.services
    const model = await newDisk()
    const source = await newSnapshot(model.id)
    const importing = await newDisk({ type: 'importing_blocks', block_size: 512 })

    const steps = ['disk-create/volume', 'snapshot-create/snapshot', 'image-create/image', 'disk-finalize/import']
    const held = steps.map((step) => server.hold(step))
    const started = [
      newDisk({ type: 'snapshot', snapshot_id: source.id }),
      newSnapshot(model.id),
      newImage(source.id),
      admin.ok('disk_finalize_import', { path: { disk: importing.id }, body: {} }),
    ]
    await Promise.all(held.map(({ reached }) => reached))
    const stopped = sagas.stop()
    for (const step of held) step.release()
    await stopped
    // Each request is answered with the present state.
    const [disk, snapshot, image] = await Promise.all(started)

    // An incomplete volume does not count.
    expect(ids(await desiredVolumes(server.db))).not.toContain(disk.id)
    expect(ids(await desiredSnapshots(server.db))).not.toContain(snapshot.id)
    expect(await diskState(disk.id)).toBe('creating')

    sagas.start()
    await server.settle()
    expect(await diskState(disk.id)).toBe('detached')
    expect(await diskState(model.id)).toBe('detached')
    expect(await diskState(importing.id)).toBe('detached')
    expect((await admin.ok('snapshot_view', { path: { snapshot: snapshot.id } })).state).toBe('ready')
    expect(await desiredVolumes(server.db)).toContainEqual({
      id: disk.id,
      projectId: project,
      siloId: server.siloId,
      sizeBytes: GIB,
      blockSize: 512,
      source: { kind: 'snapshot', id: source.id },
      finalized: true,
      attachedTo: null,
    })
    expect(await desiredSnapshots(server.db)).toContainEqual({ id: snapshot.id, volumeId: model.id, sizeBytes: GIB })
    expect(ids(await desiredImages(server.db))).toContain(image.id)
  })

  it('an import that was not finalized is reported as such', async () => {
    const disk = await newDisk({ type: 'importing_blocks', block_size: 4096 })
    const volume = (await desiredVolumes(server.db)).find(({ id }) => id === disk.id)
    expect(volume).toMatchObject({ source: { kind: 'import' }, finalized: false })
  })
})
