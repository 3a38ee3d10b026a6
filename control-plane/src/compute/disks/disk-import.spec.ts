import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import type { Caller } from '../../testing/caller.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { bytesOf, importsOn, SmallStore, startImportServer } from './import-fixtures.ts'

const store = new SmallStore()
let server: TestServer
let admin: Caller
let project: string

beforeAll(async () => {
  ;({ server, admin, project } = await startImportServer(store))
})
afterAll(() => server.close())

const { importable, importing, start, stop, finalize, write, stateOf, volumes } = importsOn(() => ({ server, project }))

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
