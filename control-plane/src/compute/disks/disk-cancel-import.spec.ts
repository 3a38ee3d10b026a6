import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { MemoryVolumeStore } from '../../platform/volume-store/memory-volume-store.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

/** Storage that refuses an image once it is complete, and whose writes can be held. */
class RefusingStore extends MemoryVolumeStore {
  refusal: string | undefined
  ready: Promise<void> = Promise.resolve()
  running = 0

  override async write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    this.running++
    await this.ready
    await super.write(id, offset, bytes)
    this.running--
  }

  override async flush(): Promise<void> {
    if (this.refusal !== undefined) throw new PlatformError('refused', this.refusal)
  }
}

const store = new RefusingStore()
let server: TestServer
let admin: Caller
let project: string
let serial = 0

beforeAll(async () => {
  server = await startTestServer({ volumeStore: store })
  admin = server.admin
  project = (await admin.ok('project_create', { body: { name: 'cancelled', description: '' } })).id
})
afterAll(() => server.close())

const at = (disk: string) => ({ path: { disk } })
const cancel = (disk: string) => admin.call('disk_cancel_import', at(disk))
const finalize = (disk: string, body: object = {}) => admin.call('disk_finalize_import', { ...at(disk), body })
const write = (disk: string, offset = 0) =>
  admin.call('disk_bulk_write_import', {
    ...at(disk),
    body: { offset, base64_encoded_data: Buffer.alloc(512, 1).toString('base64') },
  })
const view = (disk: string) => admin.call('disk_view', at(disk))
const storage = async () => (await admin.ok('utilization_view')).provisioned.storage
const snapshots = async () =>
  (await admin.ok('snapshot_list', { query: { project } })).items.map(({ name }: { name: string }) => name)

async function importReady(): Promise<string> {
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  const body = { name: `import-${++serial}`, description: '', size: GIB, disk_source }
  return (await admin.ok('disk_create', { query: { project }, body })).id
}
async function importing(): Promise<string> {
  const id = await importReady()
  await admin.ok('disk_bulk_write_import_start', at(id))
  expect((await write(id)).status).toBe(204)
  return id
}
async function refusedByFinalize(): Promise<string> {
  const id = await importReady()
  store.refusal = 'it is no disk'
  expect((await finalize(id)).status).toBe(400)
  store.refusal = undefined
  return id
}
/** No operation leads to this state, but databases may have it. */
async function importingFromUrl(): Promise<string> {
  const id = await importReady()
  await server.db.updateTable('disks').set({ state: 'importing_from_url' }).where('id', '=', id).execute()
  return id
}

/** Neither row nor volume nor space is left. */
async function expectGone(id: string, before: number): Promise<void> {
  await server.settle()
  expect((await view(id)).status).toBe(404)
  expect(server.platform.inspect.storedIds()).not.toContain(id)
  expect(await storage()).toBe(before)
  expect(await server.plane.services.sagas.list()).toEqual([])
}

describe('an import is cancelled, and its disk deleted with its space', () => {
  it.each([
    ['import_ready', importReady],
    ['importing_from_bulk_writes', importing],
    ['importing_from_url', importingFromUrl],
    ['import_ready', refusedByFinalize],
  ])('in the state %s', async (state, make) => {
    const before = await storage()
    const id = await make()
    expect((await view(id)).body.state.state).toBe(state)
    expect(await storage()).toBe(before + GIB)
    expect((await cancel(id)).status).toBe(204)
    await expectGone(id, before)
    expect((await cancel(id)).status).toBe(404)
    expect((await write(id)).status).toBe(404)
  })

  it.each([
    [{}, 'content'],
    [{ snapshot_name: 'never' }, 'content'],
    [{}, 'import'],
    [{ snapshot_name: 'never' }, 'import'],
  ])('while it is finalized with %o, at its step %s, which then fails', async (body, name) => {
    const before = await storage()
    const id = await importReady()
    const step = server.hold(`disk-finalize/${name}`)
    const finalizing = finalize(id, body)
    await step.reached
    const cancelled = cancel(id)
    await expect.poll(async () => (await view(id)).status).toBe(404)
    step.release()
    expect((await cancelled).status).toBe(204)
    const message = 'the disk was lost meanwhile, or its import cancelled'
    expect(await finalizing).toMatchObject({ status: 409, body: { message } })
    await expectGone(id, before)
    expect(await snapshots()).not.toContain('never')
  })

  it('while its snapshot is taken, which stays', async () => {
    const id = await importing()
    await admin.ok('disk_bulk_write_import_stop', at(id))
    const step = server.hold('snapshot-create/snapshot')
    const finalizing = finalize(id, { snapshot_name: 'kept' })
    await step.reached
    const cancelled = cancel(id)
    await expect.poll(async () => (await view(id)).status).toBe(404)
    step.release()
    expect([(await finalizing).status, (await cancelled).status]).toEqual([204, 204])
    const snapshot = await admin.ok('snapshot_view', { path: { snapshot: 'kept' }, query: { project } })
    expect(snapshot.state).toBe('ready')
    const stored = await server.plane.services.platform.volumes.read(snapshot.id, 0, 512)
    expect(Buffer.from(stored)).toEqual(Buffer.alloc(512, 1))
    expect(server.platform.inspect.storedIds()).not.toContain(id)
  })

  it('while blocks are written, of which none fails on this server', async () => {
    const before = await storage()
    const id = await importing()
    const { promise, resolve } = Promise.withResolvers<void>()
    store.ready = promise
    const writes = Array.from({ length: 6 }, (_, nth) => write(id, nth * 512))
    await expect.poll(() => store.running).toBeGreaterThan(0)
    const cancelled = cancel(id)
    await expect.poll(async () => (await view(id)).status).toBe(404)
    expect(server.platform.inspect.storedIds()).toContain(id)
    resolve()
    expect((await cancelled).status).toBe(204)
    for (const { status } of await Promise.all(writes)) expect([204, 400, 404]).toContain(status)
    await expectGone(id, before)
  })

  it('by one of many requests', async () => {
    const before = await storage()
    const id = await importing()
    const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404, 404])
    await expectGone(id, before)
  })
})

describe('an import is not cancelled', () => {
  it('where there is none any more', async () => {
    const id = await importReady()
    expect((await finalize(id)).status).toBe(204)
    const sentence =
      'Only an import_ready, importing_from_bulk_writes, importing_from_url or finalizing disk has an import to cancel'
    expect(await cancel(id)).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message: sentence.replaceAll('_', ' ') },
    })
    expect((await view(id)).body.state.state).toBe('detached')
  })

  it('while the deletion of its disk is locked', async () => {
    const id = await importReady()
    const lock = (locked: boolean) => admin.ok('disk_deletion_lock_update', { ...at(id), body: { locked } })
    await lock(true)
    expect(await cancel(id)).toMatchObject({
      status: 400,
      body: { message: 'Deletion is locked. Unlock it first.' },
    })
    await lock(false)
    expect((await cancel(id)).status).toBe(204)
  })

  it('where there is no disk of that id or name', async () => {
    expect((await cancel(randomId())).status).toBe(404)
    expect((await admin.call('disk_cancel_import', { path: { disk: 'No Name' }, query: { project } })).status).toBe(400)
  })
})
