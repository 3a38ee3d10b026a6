import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GIB } from '../../kernel/bytes.ts'
import { SagaFailure } from '../../kernel/saga.ts'
import { type Caller, type House, openHouse } from '../../kernel/testing.ts'
import { desiredImages } from '../images/images.repo.ts'
import { desiredSnapshots } from '../snapshots/snapshots.repo.ts'
import { desiredVolumes } from './disks.repo.ts'

let house: House
let admin: Caller
let project: string
let failing: string | undefined
let serial = 0

beforeAll(async () => {
  house = await openHouse({
    beforeStep(saga, step) {
      if (`${saga}/${step}` !== failing) return
      // Once: an undo passes here as well.
      failing = undefined
      throw new SagaFailure(`No ${saga}`)
    },
  })
  admin = house.admin
  project = (await admin.ok('project_create', { body: { name: 'sagas', description: '' } })).id
})
beforeEach(() => {
  failing = undefined
})
afterAll(() => house.close())

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
const platform = () => house.plane.services.platform
const ids = (things: readonly { id: string }[]) => things.map(({ id }) => id)

async function settled<T>(thing: Promise<T>): Promise<T> {
  const answer = await thing
  await house.settle(600_000)
  return answer
}

describe('what fails is taken back', () => {
  it('disk create: the disk, its volume and its storage', async () => {
    const before = await stored()
    failing = 'disk-create/created'
    const { id } = await settled(newDisk())
    expect((await admin.call('disk_view', { path: { disk: id } })).status).toBe(404)
    expect(await stored()).toBe(before)
    await expect(platform().volumes.read(id, 0, 1)).rejects.toThrow(id)
  })

  it('disk create: also when it could not even begin', async () => {
    const before = await stored()
    failing = 'disk-create/volume'
    const { id } = await settled(newDisk())
    expect((await admin.call('disk_view', { path: { disk: id } })).status).toBe(404)
    expect(await stored()).toBe(before)
  })

  it('snapshot create: the disk is detached, the snapshot faulted', async () => {
    const disk = await settled(newDisk())
    failing = 'snapshot-create/snapshot'
    const snapshot = await settled(newSnapshot(disk.id))
    expect((await admin.ok('snapshot_view', { path: { snapshot: snapshot.id } })).state).toBe('faulted')
    expect(await diskState(disk.id)).toBe('detached')
    await expect(platform().volumes.read(snapshot.id, 0, 1)).rejects.toThrow(snapshot.id)
  })

  it('image create: the image', async () => {
    const snapshot = await settled(newSnapshot((await settled(newDisk())).id))
    failing = 'image-create/image'
    const { id } = await settled(newImage(snapshot.id))
    expect((await admin.call('image_view', { path: { image: id } })).status).toBe(404)
  })

  it('finalize: the disk and the snapshot that was to be are faulted, and can be deleted', async () => {
    const disk = await settled(newDisk({ type: 'importing_blocks', block_size: 512 }))
    failing = 'disk-finalize/import'
    const name = fresh('snapshot')
    await settled(admin.ok('disk_finalize_import', { path: { disk: disk.id }, body: { snapshot_name: name } }))
    expect(await diskState(disk.id)).toBe('faulted')
    const at = { path: { snapshot: name }, query: { project } }
    expect((await admin.ok('snapshot_view', at)).state).toBe('faulted')
    await admin.ok('snapshot_delete', at)
    await settled(admin.ok('disk_delete', { path: { disk: disk.id } }))
  })

  it('a deletion goes on until it is done', async () => {
    const disk = await settled(newDisk())
    failing = 'disk-delete/volume'
    await settled(admin.ok('disk_delete', { path: { disk: disk.id } }))
    await expect(platform().volumes.read(disk.id, 0, 1)).rejects.toThrow(disk.id)
  })
})

describe('what is cut short', () => {
  it('goes on where the next worker finds it', async () => {
    const { sagas } = house.plane.services
    const model = await settled(newDisk())
    const source = await settled(newSnapshot(model.id))
    const importing = await settled(newDisk({ type: 'importing_blocks', block_size: 512 }))

    const disk = await newDisk({ type: 'snapshot', snapshot_id: source.id })
    const snapshot = await newSnapshot(model.id)
    const image = await newImage(source.id)
    await admin.ok('disk_finalize_import', { path: { disk: importing.id }, body: {} })
    await house.clock.advance(200)
    await sagas.stop()

    // What is not whole yet does not count as there.
    expect(ids(await desiredVolumes(house.db))).not.toContain(disk.id)
    expect(ids(await desiredSnapshots(house.db))).not.toContain(snapshot.id)
    expect(await diskState(disk.id)).toBe('creating')

    sagas.start()
    await house.settle()
    expect(await diskState(disk.id)).toBe('detached')
    expect(await diskState(model.id)).toBe('detached')
    expect(await diskState(importing.id)).toBe('detached')
    expect((await admin.ok('snapshot_view', { path: { snapshot: snapshot.id } })).state).toBe('ready')
    expect(await desiredVolumes(house.db)).toContainEqual({
      id: disk.id,
      projectId: project,
      siloId: house.siloId,
      sizeBytes: GIB,
      blockSize: 512,
      source: { kind: 'snapshot', id: source.id },
      finalized: true,
      attachedTo: null,
    })
    expect(await desiredSnapshots(house.db)).toContainEqual({ id: snapshot.id, volumeId: model.id, sizeBytes: GIB })
    expect(ids(await desiredImages(house.db))).toContain(image.id)
  })

  it('an import that was not finalized is told of as such', async () => {
    const disk = await settled(newDisk({ type: 'importing_blocks', block_size: 4096 }))
    const volume = (await desiredVolumes(house.db)).find(({ id }) => id === disk.id)
    expect(volume).toMatchObject({ source: { kind: 'import' }, finalized: false })
  })
})
