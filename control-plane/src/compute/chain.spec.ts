import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../kernel/values/bytes.ts'
import type { Caller } from '../testing/caller.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'

/** The system clock: like clients, the tests neither advance time nor retry. */
let server: TestServer
let admin: Caller
let project: string
beforeAll(async () => {
  server = await startTestServer({ realTime: true })
  admin = server.admin
  project = (await admin.ok('project_create', { body: { name: 'chain', description: '' } })).id
})
afterAll(() => server.close())

const named = (name: string, more: object = {}) => ({ name, description: '', ...more })
const create = (operation: 'disk_create' | 'snapshot_create' | 'image_create' | 'instance_create', body: object) =>
  admin.ok(operation, { query: { project }, body })
const disk = (name: string, disk_source: object) => create('disk_create', named(name, { size: GIB, disk_source }))
const at = (kind: 'disk' | 'snapshot' | 'instance' | 'image', name: string) => ({
  path: { [kind]: name },
  query: { project },
})
const newInstance = (name: string, start: boolean) =>
  named(name, {
    hostname: name,
    ncpus: 1,
    memory: GIB,
    start,
    boot_disk: named(`${name}-boot`, { type: 'create', size: GIB, disk_source: { type: 'blank', block_size: 512 } }),
    external_ips: [{ type: 'ephemeral' }],
  })

describe('One call after the other, without a pause', () => {
  it('an import becomes a snapshot, an image and a disk that is attached, detached and deleted', async () => {
    expect((await disk('import', { type: 'importing_blocks', block_size: 512 })).state).toEqual({
      state: 'import_ready',
    })
    await admin.ok('disk_bulk_write_import_start', at('disk', 'import'))
    const base64_encoded_data = Buffer.alloc(512, 7).toString('base64')
    await admin.ok('disk_bulk_write_import', { ...at('disk', 'import'), body: { offset: 0, base64_encoded_data } })
    await admin.ok('disk_bulk_write_import_stop', at('disk', 'import'))
    await admin.ok('disk_finalize_import', { ...at('disk', 'import'), body: { snapshot_name: 'imported' } })
    const { id } = await admin.ok('snapshot_view', at('snapshot', 'imported'))
    await create('image_create', named('image', { os: 'o', version: 'v', source: { type: 'snapshot', id } }))
    await admin.ok('disk_delete', at('disk', 'import'))
    await admin.ok('snapshot_delete', at('snapshot', 'imported'))
    const { id: image_id } = await admin.ok('image_view', at('image', 'image'))
    const copy = await disk('copy', { type: 'image', image_id })
    expect(copy.state).toEqual({ state: 'detached' })
    expect((await create('snapshot_create', named('again', { disk: 'copy' }))).state).toBe('ready')
    const instance = await create('instance_create', newInstance('holder', false))
    expect(instance.run_state).toBe('stopped')
    const attach = { ...at('instance', 'holder'), body: { disk: 'copy' } }
    const attached = { state: 'attached', instance: instance.id }
    expect((await admin.ok('instance_disk_attach', attach)).state).toEqual(attached)
    expect((await admin.ok('instance_disk_detach', attach)).state).toEqual({ state: 'detached' })
    expect((await server.plane.services.platform.volumes.read(copy.id, 0, 512)).at(0)).toBe(7)
    await admin.ok('disk_delete', at('disk', 'copy'))
    await admin.ok('snapshot_delete', at('snapshot', 'again'))
    await admin.ok('image_delete', at('image', 'image'))
    await admin.ok('instance_delete', at('instance', 'holder'))
    await admin.ok('disk_delete', at('disk', 'holder-boot'))
  })

  it('a stopped instance takes disks, addresses and groups, and is deleted with all of them', async () => {
    await create('instance_create', newInstance('still', false))
    await disk('data', { type: 'blank', block_size: 512 })
    await admin.ok('instance_disk_attach', { ...at('instance', 'still'), body: { disk: 'data' } })
    await admin.ok('instance_ephemeral_ip_detach', at('instance', 'still'))
    await admin.ok('instance_ephemeral_ip_attach', { ...at('instance', 'still'), body: {} })
    await admin.ok('instance_delete', at('instance', 'still'))
    for (const name of ['data', 'still-boot']) await admin.ok('disk_delete', at('disk', name))
    // All names are free again.
    expect((await create('instance_create', newInstance('still', false))).run_state).toBe('stopped')
    await admin.ok('instance_delete', at('instance', 'still'))
    await admin.ok('disk_delete', at('disk', 'still-boot'))
  })

  it('a started instance can be stopped at once, and deleted right after', async () => {
    const { id, run_state } = await create('instance_create', newInstance('started', true))
    expect(['starting', 'running']).toContain(run_state)
    expect((await admin.ok('disk_view', at('disk', 'started-boot'))).state).toEqual({ state: 'attached', instance: id })
    expect((await admin.ok('instance_stop', at('instance', 'started'))).run_state).toBe('stopping')
    const state = async () => (await admin.ok('instance_view', at('instance', 'started'))).run_state
    await expect.poll(state, { timeout: 60_000 }).toBe('stopped')
    await admin.ok('instance_delete', at('instance', 'started'))
    await admin.ok('disk_delete', at('disk', 'started-boot'))
    await admin.ok('project_delete', { path: { project: await emptyProject() } })
  })
})

/** Deletes the project's default network; returns the project's id. */
async function emptyProject(): Promise<string> {
  await admin.ok('vpc_subnet_delete', { path: { subnet: 'default' }, query: { project, vpc: 'default' } })
  await admin.ok('vpc_delete', { path: { vpc: 'default' }, query: { project } })
  return project
}
