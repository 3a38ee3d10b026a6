import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OperationId } from '@skerry/contract/operations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { FileArchives } from '../../node/folder/file-archives.ts'
import { brokenInvariants } from '../../testing/invariants.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { collectBundle, startBundleServer, unzipped } from './bundle-fixtures.ts'
import { removeOrphanedArchives } from './support-bundles.repo.ts'

let server: TestServer
let folder: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ server, folder, close } = await startBundleServer())
})
afterAll(() => close())

const faults = () => {
  return server.platform.faults
}
const at = (bundle_id: string, more: object = {}) => ({ path: { bundle_id, ...more } })
const view = (id: string) => server.admin.ok('support_bundle_view', at(id))
const files = async () => (await readdir(folder)).toSorted()

const bundle = () => collectBundle(server)

describe('a bundle', () => {
  it('is collected in 20 seconds, as a zip with the files of its index', async () => {
    const created = await server.admin.call('support_bundle_create')
    expect(created).toMatchObject({ status: 201, body: { state: 'collecting', reason_for_failure: null } })
    const { id } = created.body
    const early = ['support_bundle_download', 'support_bundle_index', 'support_bundle_head', 'support_bundle_file_list']
    for (const operation of early as OperationId[])
      expect((await server.admin.call(operation, at(id))).status).toBe(400)
    await server.clock.advance(19_000)
    expect(await view(id)).toEqual(created.body)
    expect(await files()).toEqual([])
    await server.settle()
    expect(await view(id)).toEqual({ ...created.body, state: 'active' })

    const download = await server.admin.call('support_bundle_download', at(id))
    expect(download.headers.get('content-type')).toBe('application/zip')
    expect(download.headers.get('content-disposition')).toBe(`attachment; filename="support-bundle-${id}.zip"`)
    expect(download.headers.get('content-length')).toBe(String(download.bytes.length))
    const contents = await unzipped(download.bytes)
    const index = await server.admin.call('support_bundle_index', at(id))
    expect(index.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(index.body.trim().split('\n')).toEqual([...contents.keys()])
    const { body: sizes } = await server.admin.call('support_bundle_file_list', at(id))
    expect(sizes).toEqual(
      [...contents]
        .map(([path, text]) => ({ path, size: Buffer.byteLength(text), time_modified: expect.any(String) }))
        .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    )
    const json = [...contents].filter(([path]) => path.endsWith('.json'))
    for (const [path, text] of json) expect(JSON.parse(text), path).toBeDefined()
    expect(JSON.parse(contents.get('inventory/physical-disks.json')!)).toHaveLength(60)
    expect(JSON.parse(contents.get('sagas/unfinished.json')!)).toMatchObject([{ name: 'support-bundle-collect' }])
    expect(contents.get('metrics.txt')).toContain('skerry_request_duration_seconds')
    expect([...contents.keys()].filter((path) => path.startsWith('platform/sleds/'))).toHaveLength(5)
    await server.admin.ok('support_bundle_delete', at(id))
  })

  it('is listed by time, the newest last by default', async () => {
    const ids = [await bundle(), await bundle()]
    const listed = async (sort_by?: string) =>
      (await server.admin.ok('support_bundle_list', { query: { sort_by } })).items.map(({ id }: { id: string }) => id)
    expect(await listed()).toEqual(ids)
    expect(await listed('descending')).toEqual(ids.toReversed())
    for (const id of ids) await server.admin.ok('support_bundle_delete', at(id))
  })

  it('that cannot be collected stays, with the reason, until it is deleted', async () => {
    const fault = faults().inject({ kind: 'bundle_fail', target: '*' })
    const id = await bundle()
    faults().end(fault.id)
    expect(await view(id)).toMatchObject({
      state: 'failed',
      reason_for_failure: 'Sleds and switches did not answer: failure by request',
    })
    const alerts = await server.db.selectFrom('alerts').select(['class', 'data']).execute()
    const { reason_for_failure: reason } = await view(id)
    expect(alerts).toEqual([{ class: 'support_bundle.failed', data: { support_bundle_id: id, reason } }])
    const refused = await server.admin.call('support_bundle_index', at(id))
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest' } })
    expect(refused.body.message).toBe('Only an active support bundle can be downloaded')
    expect((await server.admin.call('support_bundle_delete', at(id))).status).toBe(204)
  })

  it('is retried after an unexpected error, and refers to the log when that fails too', async () => {
    const { archives } = server.plane.services
    const write = archives.write.bind(archives)
    let tries = 0
    archives.write = async (id, content) => {
      if (++tries < 3) throw new Error('secret path')
      return write(id, content)
    }
    const id = await bundle()
    expect([tries, (await view(id)).state]).toEqual([3, 'active'])
    archives.write = async () => {
      throw new Error('secret path')
    }
    const other = await bundle()
    archives.write = write
    expect((await view(other)).reason_for_failure).toMatch(
      /^The collection failed: see saga [\w-]+ in the server's log$/,
    )
    for (const one of [id, other]) await server.admin.ok('support_bundle_delete', at(one))
  })

  it('fails without free space, and leaves no files behind', async () => {
    const { archives } = server.plane.services
    const write = archives.write.bind(archives)
    archives.write = (id, content) => new FileArchives(folder, Number.MAX_SAFE_INTEGER).write(id, content)
    const id = await bundle()
    archives.write = write
    expect(await view(id)).toMatchObject({
      state: 'failed',
      reason_for_failure: 'No space is left where files are kept',
    })
    expect(await files()).toEqual([])
    await server.admin.ok('support_bundle_delete', at(id))
  })
})

describe('deleting', () => {
  it('also removes the file, and answers when both are gone', async () => {
    const id = await bundle()
    expect(await files()).toEqual([`${id}.zip`])
    expect((await server.admin.call('support_bundle_delete', at(id))).status).toBe(204)
    expect(await files()).toEqual([])
    expect((await server.admin.call('support_bundle_view', at(id))).status).toBe(404)
    expect((await server.admin.call('support_bundle_delete', at(id))).status).toBe(404)
  })

  it('cancels a collection, also before it has started', async () => {
    const held = server.hold('support-bundle-collect/collect')
    const { id } = await server.admin.ok('support_bundle_create')
    await held.reached
    await server.admin.ok('support_bundle_delete', at(id))
    held.release()
    await server.settle()
    expect(await files()).toEqual([])
    const { id: second } = await server.admin.ok('support_bundle_create')
    await server.clock.advance(5000)
    await server.admin.ok('support_bundle_delete', at(second))
    await server.settle()
    expect([await files(), (await server.admin.ok('support_bundle_list')).items]).toEqual([[], []])
  })

  it('twice at once makes both wait for one deletion', async () => {
    const id = await bundle()
    const held = server.hold('support-bundle-delete/file')
    const first = server.admin.call('support_bundle_delete', at(id))
    await held.reached
    expect((await view(id)).state).toBe('destroying')
    const second = server.admin.call('support_bundle_delete', at(id))
    await expect.poll(() => server.plane.services.sagas.waiting).toBe(2)
    held.release()
    expect([(await first).status, (await second).status]).toEqual([204, 204])
  })
})

it('one bundle fits on each U.2 disk in service', async () => {
  const small = await startTestServer({ hardware: { sleds: 1, u2PerSled: 2 } })
  const answers = await Promise.all([1, 2, 3].map(() => small.admin.call('support_bundle_create')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 507])
  expect(answers.find(({ status }) => status === 507)!.body).toMatchObject({
    error_code: 'InsufficientCapacity',
    message: 'Insufficient capacity: each U.2 disk in service holds a support bundle: delete one of them',
  })
  const made = answers.find(({ status }) => status === 201)!.body.id
  await small.settle()
  await small.admin.ok('support_bundle_delete', at(made))
  expect((await small.admin.call('support_bundle_create')).status).toBe(201)
  await small.close()
})

it('without U.2 disks ten bundles fit', async () => {
  const diskless = await startTestServer({
    hardware: { sleds: 1, u2PerSled: 0 },
    archives: new FileArchives(folder, 0),
  })
  const create = () => diskless.admin.call('support_bundle_create')
  const answers = [await create(), ...(await Promise.all(Array.from({ length: 10 }, create)))]
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), 507])
  expect(answers.find(({ status }) => status === 507)!.body).toMatchObject({
    error_code: 'InsufficientCapacity',
    message: 'Insufficient capacity: there are 10 support bundles or more: delete one of them',
  })
  const { id } = answers[0]!.body
  const state = async () => (await diskless.admin.ok('support_bundle_view', at(id))).state
  while ((await state()) === 'collecting') await diskless.settle()
  expect(await state()).toBe('active')
  await diskless.admin.ok('support_bundle_delete', at(id))
  expect((await create()).status).toBe(201)
  await diskless.close()
})

it('files of deleted bundles are removed, others stay', async () => {
  const id = await bundle()
  await writeFile(join(folder, `${randomId()}.zip`), 'left by a crash')
  await removeOrphanedArchives(server.plane.services)
  expect(await files()).toEqual([`${id}.zip`])
  await server.admin.ok('support_bundle_delete', at(id))
})

it('leaves no bundle without its saga', async () => {
  expect(await brokenInvariants(server.db)).toEqual([])
})

it.each([
  'support_bundle_view',
  'support_bundle_download',
  'support_bundle_head',
  'support_bundle_index',
  'support_bundle_file_list',
  'support_bundle_download_file',
  'support_bundle_head_file',
] as const)('%s finds no unknown bundle', async (operation) => {
  const file = { file: 'about.json' }
  expect((await server.admin.call(operation, at('00000000-0000-4000-8000-000000000000', file))).status).toBe(404)
  expect((await server.admin.call(operation, at('no-uuid', file))).status).toBe(400)
})
