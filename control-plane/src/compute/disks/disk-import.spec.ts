import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { MemoryVolumeStore } from '../../platform/volume-store/memory-volume-store.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

/** Storage that can be full or slow. */
class SmallStore extends MemoryVolumeStore {
  full = false
  /** Why it refuses an image once it is complete. */
  refusal: string | undefined
  /** Writes wait for this. */
  ready: Promise<void> = Promise.resolve()
  underWay = 0

  override async write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    if (this.full) throw new PlatformError('no-space', 'No space is left for volumes')
    this.underWay++
    await this.ready
    await super.write(id, offset, bytes)
    this.underWay--
  }

  override async flush(): Promise<void> {
    if (this.refusal !== undefined) throw new PlatformError('refused', this.refusal)
  }

  /** Blocks all writes until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ready = promise
    return resolve
  }
}

const store = new SmallStore()
let server: TestServer
let admin: Caller
let project: string
let serial = 0

beforeAll(async () => {
  server = await startTestServer({ volumeStore: store })
  admin = server.admin
  project = (await admin.ok('project_create', { body: { name: 'imports', description: '' } })).id
})
afterAll(() => server.close())

const bytesOf = (length: number, seed: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + seed) % 256)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const volumes = () => server.plane.services.platform.volumes

/** Creates a disk that is ready for its import; returns its id. */
async function importable(blockSize = 512): Promise<string> {
  const { id } = await admin.ok('disk_create', {
    query: { project },
    body: {
      name: `import-${++serial}`,
      description: '',
      size: GIB,
      disk_source: { type: 'importing_blocks', block_size: blockSize },
    },
  })
  await server.settle()
  return id
}
const start = (disk: string) => admin.call('disk_bulk_write_import_start', { path: { disk } })
const stop = (disk: string) => admin.call('disk_bulk_write_import_stop', { path: { disk } })
const finalize = (disk: string, body: object = {}) => admin.call('disk_finalize_import', { path: { disk }, body })
const write = (disk: string, offset: number | bigint, data: Uint8Array | string, caller = admin) =>
  caller.call('disk_bulk_write_import', {
    path: { disk },
    body: `{"offset": ${offset}, "base64_encoded_data": ${JSON.stringify(typeof data === 'string' ? data : base64(data))}}`,
  })
const stateOf = async (disk: string) => (await admin.ok('disk_view', { path: { disk } })).state.state

async function importing(blockSize?: number): Promise<string> {
  const id = await importable(blockSize)
  expect((await start(id)).status).toBe(204)
  return id
}

describe('an import', () => {
  it('goes from ready through writing to detached, and stores every byte', async () => {
    const id = await importable()
    expect(await stateOf(id)).toBe('import_ready')
    expect((await start(id)).status).toBe(204)
    expect(await stateOf(id)).toBe('importing_from_bulk_writes')

    // Out of order, concurrently, one of them twice, up to the last byte.
    const chunk = 524_288
    const parts = [5, 0, 3, GIB / chunk - 1, 1].map((at) => [at * chunk, bytesOf(chunk, at)] as const)
    const sent = await Promise.all([...parts, parts[2]!].map(([offset, bytes]) => write(id, offset, bytes)))
    expect(sent.map(({ status }) => status)).toEqual(parts.map(() => 204).concat(204))
    expect((await write(id, chunk, bytesOf(512, 99))).status).toBe(204)

    expect((await stop(id)).status).toBe(204)
    expect(await stateOf(id)).toBe('import_ready')
    const step = server.hold('disk-finalize/content')
    const finalizing = finalize(id)
    await step.reached
    expect(await stateOf(id)).toBe('finalizing')
    step.release()
    expect((await finalizing).status).toBe(204)
    expect(await stateOf(id)).toBe('detached')
    for (const [offset, bytes] of parts.slice(0, 4)) expect(await volumes().read(id, offset, chunk)).toEqual(bytes)
    expect(await volumes().read(id, chunk, 512)).toEqual(bytesOf(512, 99))
    expect(await volumes().read(id, chunk + 512, 512)).toEqual(bytesOf(chunk, 1).slice(512, 1024))
    expect(await volumes().read(id, 2 * chunk, 512)).toEqual(new Uint8Array(512))
  })

  it('can continue after a stop', async () => {
    const id = await importing()
    await stop(id)
    expect((await start(id)).status).toBe(204)
    expect((await write(id, 0, bytesOf(512, 1))).status).toBe(204)
  })

  it('takes a snapshot at the end when one is named', async () => {
    const id = await importing()
    await write(id, 512, bytesOf(1024, 3))
    await stop(id)
    const before = (await admin.ok('utilization_view')).provisioned.storage
    expect((await finalize(id, { snapshot_name: 'golden' })).status).toBe(204)
    expect((await admin.ok('utilization_view')).provisioned.storage).toBe(before + GIB)
    const snapshot = await admin.ok('snapshot_view', { path: { snapshot: 'golden' }, query: { project } })
    expect(snapshot).toMatchObject({ state: 'ready', disk_id: id, size: GIB })
    expect(await stateOf(id)).toBe('detached')
    expect(await volumes().read(snapshot.id, 512, 1024)).toEqual(bytesOf(1024, 3))
  })

  it('keeps its state when the name of the snapshot is taken', async () => {
    const [first, second] = [await importable(), await importable()]
    expect((await finalize(first, { snapshot_name: 'taken' })).status).toBe(204)
    const clash = await finalize(second, { snapshot_name: 'taken' })
    expect(clash).toMatchObject({
      status: 400,
      body: { error_code: 'ObjectAlreadyExists', message: 'already exists: snapshot "taken"' },
    })
    expect(await stateOf(second)).toBe('import_ready')
    await server.settle()
  })

  it('says why what was written is no disk, and can be written again', async () => {
    const id = await importable()
    store.refusal = 'The image is a disk of 20 GiB: it does not fit into 1 GiB'
    expect(await finalize(id, { snapshot_name: 'refused' })).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message: store.refusal },
    })
    store.refusal = undefined
    expect(await stateOf(id)).toBe('import_ready')
    await start(id)
    expect((await write(id, 0, bytesOf(512, 1))).status).toBe(204)
    await stop(id)
    expect((await finalize(id, { snapshot_name: 'refused' })).status).toBe(204)
  })

  it.each([{}, { snapshot_name: 'lost' }])(
    'is not finalized when its disk is lost meanwhile, with %o',
    async (body) => {
      const id = await importable()
      const before = (await admin.ok('utilization_view')).provisioned.storage
      const step = server.hold('disk-finalize/finalized')
      const finalizing = finalize(id, body)
      await step.reached
      server.platform.faults.end(server.platform.faults.inject({ kind: 'disk_fault', target: id }).id)
      await expect.poll(() => stateOf(id)).toBe('faulted')
      step.release()
      expect(await finalizing).toMatchObject({
        status: 409,
        body: { message: 'the disk was lost meanwhile, or its import cancelled' },
      })
      expect(await stateOf(id)).toBe('faulted')
      expect((await admin.ok('utilization_view')).provisioned.storage).toBe(before)
    },
  )

  it('refuses each step in another state, and deletion', async () => {
    const id = await importable()
    const ready = [await write(id, 0, bytesOf(512, 0)), await stop(id), await remove(id)]
    await start(id)
    const writing = [await start(id), await finalize(id), await remove(id)]
    await stop(id)
    await finalize(id)
    const finalizing = [await start(id), await write(id, 0, bytesOf(512, 0)), await stop(id), await finalize(id)]
    await server.settle()
    const detached = [await start(id), await write(id, 0, bytesOf(512, 0)), await stop(id), await finalize(id)]
    for (const { status, body } of [...ready, ...writing, ...finalizing, ...detached])
      expect([status, body.error_code]).toEqual([400, 'InvalidRequest'])
    expect(ready[0]?.body.message).toBe('Only an importing from bulk writes disk can be written to')
  })
})

const remove = (disk: string) => admin.call('disk_delete', { path: { disk } })

describe('disk_bulk_write_import', () => {
  it.each([
    ['data that is not base64', 0, 'a$b', /^base64_encoded_data is not base64$/],
    ['no data', 0, '', /^base64_encoded_data is empty$/],
    ['more than 512 KiB', 0, base64(new Uint8Array(524_800)), /^at most 512 KiB can be written at once, not 524800 B$/],
    ['an odd length', 0, base64(new Uint8Array(100)), /multiples of the disk's block size, 4 KiB/],
    ['an odd offset', 512, base64(new Uint8Array(4096)), /multiples of the disk's block size, 4 KiB/],
    ['what reaches beyond the end', GIB, base64(new Uint8Array(4096)), /beyond the disk's size, 1 GiB/],
    ['an enormous offset', 2n ** 64n - 4096n, base64(new Uint8Array(4096)), /beyond the disk's size/],
  ])('refuses %s', async (_what, offset, data, message) => {
    const id = await importing(4096)
    const answer = await write(id, offset, data)
    expect([answer.status, answer.body.error_code]).toEqual([400, 'InvalidRequest'])
    expect(answer.body.message).toMatch(message)
  })

  it('answers 507 when no space is left, and stores the block once there is', async () => {
    const id = await importing()
    store.full = true
    const answer = await write(id, 0, bytesOf(512, 5))
    store.full = false
    expect(answer).toMatchObject({ status: 507, body: { error_code: 'InsufficientCapacity' } })
    expect(answer.body.message).toMatch(
      /^Insufficient capacity: no space is left where disk "import-\d+" is stored: free some/,
    )
    expect(await stateOf(id)).toBe('importing_from_bulk_writes')
    expect((await write(id, 0, bytesOf(512, 5))).status).toBe(204)
    expect(await volumes().read(id, 0, 512)).toEqual(bytesOf(512, 5))
  })

  it('writes to the database only blocks that are further than those before', async () => {
    const id = await importing()
    const row = () =>
      server.db
        .selectFrom('disk_imports')
        .select(['written_end', sql<string>`xmin`.as('writer'), sql<string>`xmax`.as('locker')])
        .where('disk_id', '=', id)
        .executeTakeFirstOrThrow()
    await write(id, 1024, bytesOf(512, 1))
    const before = await row()
    expect(Number(before.written_end)).toBe(1536)
    for (const offset of [512, 1024, 0]) expect((await write(id, offset, bytesOf(512, 2))).status).toBe(204)
    expect(await row()).toEqual(before)
    await write(id, 1024, bytesOf(1024, 3))
    expect(Number((await row()).written_end)).toBe(2048)
  })

  it('stores no block after a stop was answered', async () => {
    const id = await importing()
    const writes = Array.from({ length: 12 }, (_, i) => write(id, i * 512, bytesOf(512, i + 1)))
    const stopped = await stop(id)
    expect(stopped.status).toBe(204)
    const atStop = await volumes().read(id, 0, 12 * 512)
    const statuses = (await Promise.all(writes)).map(({ status }) => status)
    expect(statuses.every((status) => status === 204 || status === 400)).toBe(true)
    expect(await volumes().read(id, 0, 12 * 512)).toEqual(atStop)
    const accepted = statuses.flatMap((status, i) => (status === 204 ? [i] : []))
    expect(accepted.map((i) => atStop.slice(i * 512, (i + 1) * 512))).toEqual(accepted.map((i) => bytesOf(512, i + 1)))
  })
})

describe('a file that is no disk image', () => {
  const gzip = Buffer.concat([Buffer.from('1f8b0800', 'hex'), bytesOf(508, 1)])
  const message = 'The image is refused: it is compressed with gzip; unpack it first'
  const refused = { status: 400, body: { error_code: 'InvalidRequest', message } }

  it('is refused with its first block, which is not stored', async () => {
    const id = await importing()
    expect(await write(id, 0, gzip)).toMatchObject(refused)
    expect(await volumes().read(id, 0, 512)).toEqual(new Uint8Array(512))
    expect((await write(id, 512, gzip)).status).toBe(204)
  })

  it('is refused at the end where its start came in parts, and can be written again or cancelled', async () => {
    const id = await importing(512)
    const tar = Buffer.alloc(1024)
    tar.write('disk.ovf')
    tar.write('ustar', 257)
    const { import_generation } = await server.db
      .selectFrom('disks')
      .select('import_generation')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    // As a server that did not look at the first block has stored it.
    await volumes().write(id, import_generation, 0, tar)
    await stop(id)
    const reason = 'The image is refused: it is a tar archive, as an OVA is; unpack it, and use the disk image in it'
    expect(await finalize(id)).toMatchObject({ status: 400, body: { message: reason } })
    await start(id)
    expect((await write(id, 0, bytesOf(512, 1))).status).toBe(204)
    await stop(id)
    expect((await finalize(id)).status).toBe(204)
  })
})

describe('while blocks are being written', () => {
  const held: (() => void)[] = []
  const hold = () => held.push(store.hold())
  const release = () => held.splice(0).forEach((end) => end())
  afterEach(release)
  const list = () => admin.ok('disk_list', { query: { project } })

  it('a stop waits for them, and refuses later writes that were sent before it', async () => {
    const id = await importing()
    const { import_generation } = await server.db
      .selectFrom('disks')
      .select('import_generation')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    hold()
    const written = write(id, 0, bytesOf(512, 1))
    await expect.poll(() => store.underWay).toBe(1)
    let answered = false
    const stopped = stop(id).finally(() => (answered = true))
    await expect.poll(() => stateOf(id)).toBe('import_ready')
    expect(answered).toBe(false)
    await start(id)
    await expect(volumes().write(id, import_generation, 0, bytesOf(512, 9))).rejects.toMatchObject({ kind: 'outdated' })
    release()
    expect([(await written).status, (await stopped).status]).toEqual([204, 204])
    expect(await volumes().read(id, 0, 512)).toEqual(bytesOf(512, 1))
    expect((await write(id, 0, bytesOf(512, 2))).status).toBe(204)
  })

  it('other requests are answered despite many waiting writes', async () => {
    const id = await importing()
    hold()
    const writes = Array.from({ length: 64 }, (_, nth) => write(id, nth * 512, bytesOf(512, nth)))
    await expect.poll(() => store.underWay).toBe(8)
    expect((await list()).items.length).toBeGreaterThan(0)
    const collaborator = await server.user({ projects: { [project]: 'collaborator' } })
    const others = write(id, 512, bytesOf(512, 1), collaborator)
    await expect.poll(() => store.underWay).toBe(9)
    await server.clock.advance(20_000)
    release()
    const statuses = (await Promise.all(writes)).map(({ status }) => status)
    // 8 were written and 8 timed out before; the 16 that waited for a place in memory follow. The rest was refused at
    // once.
    expect(statuses.filter((status) => status === 204)).toHaveLength(24)
    expect(statuses.filter((status) => status === 503)).toHaveLength(40)
    expect((await others).status).toBe(204)
    expect((await write(id, 0, bytesOf(512, 1))).status).toBe(204)
  })
})

describe('an import', () => {
  it('is refused with bodies that cannot be read', async () => {
    const id = await importing()
    const bad = await admin.call('disk_bulk_write_import', { path: { disk: id }, body: { offset: -1 } })
    expect(bad.status).toBe(400)
    expect((await finalize(id, { snapshot_name: 'No Name' })).status).toBe(400)
    const long = await write(id, 0, 'A'.repeat(8 * 2 ** 20))
    expect([long.status, long.body.message]).toEqual([400, 'request body exceeded maximum size of 8388608 bytes'])
  })
})
