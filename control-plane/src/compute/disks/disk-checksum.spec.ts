import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import { MemoryVolumeStore } from '../../platform/volume-store/memory-volume-store.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

/** Storage whose writes can be held. */
class SlowStore extends MemoryVolumeStore {
  ready: Promise<void> = Promise.resolve()
  running = 0

  override async write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    this.running++
    await this.ready
    await super.write(id, offset, bytes)
    this.running--
  }
}

const store = new SlowStore()
let server: TestServer
let admin: Caller
let project: string
let serial = 0
beforeAll(async () => {
  server = await startTestServer({ volumeStore: store })
  admin = server.admin
  project = (await admin.ok('project_create', { body: { name: 'checksums', description: '' } })).id
})
afterAll(() => server.close())

/** Longer than what is read at once, and no whole number of blocks; zeros between are not sent. */
const file = Buffer.alloc(2 * 2 ** 20 + 1001)
file.fill(7, 0, 512)
file.fill(9, 2 * 2 ** 20)
const hex = (type: 'sha256' | 'sha512', bytes = file) => createHash(type).update(bytes).digest('hex')
const sha256 = { type: 'sha256', value: hex('sha256') }
const sha512 = { type: 'sha512', value: hex('sha512').toUpperCase() }

const named = () => ({ name: `thing-${++serial}`, description: '' })

const write = (disk: string, offset: number, bytes: Uint8Array) =>
  admin.call('disk_bulk_write_import', {
    path: { disk },
    body: { offset, base64_encoded_data: Buffer.from(bytes).toString('base64') },
  })

/** A disk with the file, and perhaps what is behind it in its last block, ready to be finalized. */
async function uploaded(padding = 0): Promise<string> {
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  const { id } = await admin.ok('disk_create', { query: { project }, body: { ...named(), size: GIB, disk_source } })
  const path = { disk: id }
  await admin.ok('disk_bulk_write_import_start', { path })
  const end = Buffer.alloc(1024, padding)
  file.copy(end, 0, 2 * 2 ** 20)
  for (const [offset, bytes] of [
    [0, file.subarray(0, 512)],
    [2 * 2 ** 20, end],
  ] as const)
    expect((await write(id, offset, bytes)).status).toBe(204)
  await admin.ok('disk_bulk_write_import_stop', { path })
  return id
}
const finalize = (disk: string, body: object) => admin.call('disk_finalize_import', { path: { disk }, body })

/** The digest of an image that is made from a snapshot. */
async function digestOf(snapshot: string): Promise<unknown> {
  const { id } = await admin.ok('snapshot_view', { path: { snapshot }, query: { project } })
  const body = { ...named(), os: 'o', version: 'v', source: { type: 'snapshot', id } }
  const image = await admin.ok('image_create', { query: { project }, body })
  return (await admin.ok('image_view', { path: { image: image.id } })).digest
}

describe('the file that was uploaded', () => {
  it.each([
    ['SHA-256', sha256],
    ['SHA-512', sha512],
    ['no checksum', null],
  ])('is verified by its %s, and images from its snapshot have its SHA-256 as digest', async (_, checksum) => {
    const { name } = named()
    const body = { snapshot_name: name, file: { bytes: file.length, checksum } }
    expect((await finalize(await uploaded(), body)).status).toBe(204)
    expect(await digestOf(name)).toEqual(sha256)
  })

  it.each([
    ['SHA-256', { type: 'sha256', value: '0'.repeat(64) }],
    ['SHA-512', { type: 'sha512', value: '0'.repeat(128) }],
  ])('is refused where its %s differs, and can be written again', async (_, checksum) => {
    const disk = await uploaded()
    const { name } = named()
    const found = checksum.type === 'sha256' ? hex('sha256') : hex('sha512')
    const message = `The image is refused: its ${checksum.type} is ${found}, not ${checksum.value}: check the checksum, or upload the file again`
    expect(await finalize(disk, { snapshot_name: name, file: { bytes: file.length, checksum } })).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message },
    })
    expect((await admin.ok('disk_view', { path: { disk } })).state.state).toBe('import_ready')
    const { items } = await admin.ok('snapshot_list', { query: { project } })
    expect(items.map((snapshot: { name: string }) => snapshot.name)).not.toContain(name)
    expect((await finalize(disk, { file: { bytes: file.length, checksum: sha256 } })).status).toBe(204)
  })

  it('is not known without its length: such snapshots, and later ones of the disk, have no digest', async () => {
    const [disk, { name }] = [await uploaded(), named()]
    expect((await finalize(disk, { snapshot_name: name })).status).toBe(204)
    expect(await digestOf(name)).toBeNull()
    const other = await uploaded()
    expect((await finalize(other, { file: { bytes: file.length } })).status).toBe(204)
    const later = named()
    await admin.ok('snapshot_create', { query: { project }, body: { ...later, disk: other } })
    expect(await digestOf(later.name)).toBeNull()
  })

  it.each([
    { bytes: 0 },
    { bytes: GIB + 1 },
    { bytes: -1 },
    { bytes: 1, checksum: { type: 'md5', value: '0'.repeat(32) } },
    { bytes: 1, checksum: { type: 'sha256', value: '0' } },
  ])('is not %o', async (wrong) => {
    expect((await finalize(await uploaded(), { file: wrong })).status).toBe(400)
  })

  it('is no longer than what was written', async () => {
    const message = `the file has ${GIB} B, but only 2098176 B of the disk were written: write it to its end`
    expect(await finalize(await uploaded(), { file: { bytes: GIB } })).toMatchObject({ status: 400, body: { message } })
    const { id } = await admin.ok('disk_create', {
      query: { project },
      body: { ...named(), size: GIB, disk_source: { type: 'importing_blocks', block_size: 512 } },
    })
    expect(await finalize(id, { file: { bytes: 1 } })).toMatchObject({
      status: 400,
      body: { message: 'the file has 1 B, but only 0 B of the disk were written: write it to its end' },
    })
  })

  it('is the whole of what was written, up to zeros in its last block', async () => {
    const start = { type: 'sha256', value: createHash('sha256').update(file.subarray(0, 512)).digest('hex') }
    expect(await finalize(await uploaded(), { file: { bytes: 512, checksum: start } })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^the file has 512 B, but 2098176 B of the disk were written: name its/) },
    })
    expect(await finalize(await uploaded(1), { file: { bytes: file.length, checksum: sha256 } })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^The image is refused: it is longer than 2098153 B/) },
    })
    // Blocks come in any order.
    const disk = await uploaded()
    await admin.ok('disk_bulk_write_import_start', { path: { disk } })
    expect((await write(disk, 512, Buffer.alloc(512))).status).toBe(204)
    await admin.ok('disk_bulk_write_import_stop', { path: { disk } })
    expect((await finalize(disk, { file: { bytes: file.length, checksum: sha256 } })).status).toBe(204)
  })

  it('has no block that was still being written when it was hashed', async () => {
    const [disk, { name }, held] = [await uploaded(), named(), Promise.withResolvers<void>()]
    await admin.ok('disk_bulk_write_import_start', { path: { disk } })
    store.ready = held.promise
    const written = write(disk, 0, Buffer.alloc(512, 8))
    await expect.poll(() => store.running).toBe(1)
    const stopped = admin.call('disk_bulk_write_import_stop', { path: { disk } })
    await expect.poll(async () => (await admin.ok('disk_view', { path: { disk } })).state.state).toBe('import_ready')
    const content = server.hold('disk-finalize/content')
    const finalizing = finalize(disk, { snapshot_name: name, file: { bytes: file.length } })
    await content.reached
    content.release()
    // Time in which it would be hashed, unless that waits for the block.
    for (let i = 0; i < 10; i++) await admin.ok('disk_view', { path: { disk } })
    store.ready = Promise.resolve()
    held.resolve()
    expect([(await written).status, (await stopped).status, (await finalizing).status]).toEqual([204, 204, 204])
    const changed = Buffer.from(file).fill(8, 0, 512)
    expect(await digestOf(name)).toEqual({ type: 'sha256', value: hex('sha256', changed) })
  })

  it('is verified again by the next worker, when the first one stopped before its conversion', async () => {
    const { sagas } = server.plane.services
    const disk = await uploaded()
    const { name } = named()
    const step = server.hold('disk-finalize/import')
    const finalizing = finalize(disk, { snapshot_name: name, file: { bytes: file.length, checksum: sha256 } })
    await step.reached
    const stopped = sagas.stop()
    step.release()
    await Promise.all([stopped, finalizing])
    sagas.start()
    await server.settle()
    expect(await digestOf(name)).toEqual(sha256)
  })
})
