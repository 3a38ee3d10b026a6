import type { DiskStateName } from '@skerry/contract/rules/disks.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextOrder } from '../../kernel/sagas/saga-store.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Caller
let serial = 0

beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
})
afterAll(() => server.close())

/** Creates a project for the test with a detached disk `disk`. */
async function newProject(): Promise<{ project: string; disk: string }> {
  const { id: project } = await admin.ok('project_create', {
    body: { name: `snapshots-${++serial}`, description: '' },
  })
  const { id: disk } = await admin.ok('disk_create', {
    query: { project },
    body: { name: 'disk', description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } },
  })
  await server.settle()
  return { project, disk }
}
const take = (project: string, name: string, disk = 'disk', caller = admin) =>
  caller.call('snapshot_create', { query: { project }, body: { name, description: 'x', disk } })
const diskState = async (disk: string) => (await admin.ok('disk_view', { path: { disk } })).state.state
const setState = (disk: string, state: DiskStateName) =>
  server.db
    .updateTable('disks')
    .set({ state, instance_id: state.startsWith('attach') || state === 'detaching' ? randomId() : null })
    .where('id', '=', disk)
    .execute()
const stored = async () => (await admin.ok('utilization_view')).provisioned.storage

describe('snapshot_create', () => {
  it('puts a detached disk into maintenance while it runs', async () => {
    const { project, disk } = await newProject()
    const before = await stored()
    const step = server.hold('snapshot-create/snapshot')
    const taking = take(project, 'now')
    await step.reached
    expect(await diskState(disk)).toBe('maintenance')
    expect(await stored()).toBe(before + GIB)
    expect((await take(project, 'soon')).status).toBe(503)
    step.release()
    const { status, body } = await taking
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'now',
      description: 'x',
      disk_id: disk,
      project_id: project,
      size: GIB,
      state: 'ready',
    })
    expect(await diskState(disk)).toBe('detached')
  })

  it('leaves an attached disk attached', async () => {
    const { project, disk } = await newProject()
    await setState(disk, 'attached')
    expect((await take(project, 'live', disk)).status).toBe(201)
    expect(await diskState(disk)).toBe('attached')
    await server.settle()
    expect(await diskState(disk)).toBe('attached')
  })

  it.each(['creating', 'attaching', 'detaching', 'finalizing', 'maintenance'] as const)(
    'asks to try again while the disk is %s',
    async (state) => {
      const { project, disk } = await newProject()
      await setState(disk, state)
      expect(await take(project, 'early')).toMatchObject({
        status: 503,
        body: { error_code: 'ServiceNotAvailable', message: 'Service Unavailable' },
      })
    },
  )

  it.each(['import_ready', 'importing_from_bulk_writes', 'faulted'] as const)(
    'refuses a disk that is %s',
    async (state) => {
      const { project, disk } = await newProject()
      await setState(disk, state)
      expect(await take(project, 'never')).toMatchObject({
        status: 400,
        body: { error_code: 'InvalidRequest', message: 'Only an attached or detached disk can be snapshotted' },
      })
    },
  )

  it('leaves nothing behind when it fails, and releases the disk', async () => {
    const { project, disk } = await newProject()
    const before = await stored()
    await server.plane.services.platform.volumes.deleteVolume(disk, undefined, await nextOrder(server.db))
    expect((await take(project, 'broken')).status).toBe(500)
    const at = { path: { snapshot: 'broken' }, query: { project } }
    expect((await admin.call('snapshot_view', at)).status).toBe(404)
    expect(await diskState(disk)).toBe('detached')
    expect(await stored()).toBe(before)
  })

  it('needs storage quota, and leaves nothing behind without it', async () => {
    const { project, disk } = await newProject()
    const before = await stored()
    const setQuota = (storage: number) =>
      server.db.updateTable('quotas').set({ storage }).where('silo_id', '=', server.siloId).execute()
    await setQuota(before)
    const answer = await take(project, 'too-much')
    await setQuota(2 ** 50)
    expect(answer).toMatchObject({ status: 507, body: { error_code: 'InsufficientCapacity' } })
    expect(answer.body.message).toContain('1 GiB of storage asked for, 0 B of storage left')
    expect(await diskState(disk)).toBe('detached')
    expect((await admin.ok('snapshot_list', { query: { project } })).items).toEqual([])
  })

  it('refuses taken names, and disks that are unknown or in another project', async () => {
    const { project, disk } = await newProject()
    await setState(disk, 'attached')
    expect((await take(project, 'same')).status).toBe(201)
    expect(await take(project, 'same')).toMatchObject({
      status: 400,
      body: { error_code: 'ObjectAlreadyExists', message: 'already exists: snapshot "same"' },
    })
    expect((await take(project, 'none', 'no-such-disk')).body.message).toBe('not found: disk with name "no-such-disk"')
    const other = await newProject()
    expect((await take(project, 'far', other.disk)).body).toMatchObject({ error_code: 'InvalidRequest' })
    const member = await server.user({ projects: { [project]: 'collaborator' } })
    expect((await take(project, 'far', other.disk, member)).status).toBe(404)
    await server.settle()
  })

  it('refuses an invalid name', async () => {
    const { project } = await newProject()
    expect((await take(project, 'Bad')).status).toBe(400)
  })
})

describe('snapshot_list and snapshot_view', () => {
  it('show the snapshots of a project to its viewers', async () => {
    const { project, disk } = await newProject()
    await setState(disk, 'attached')
    for (const name of ['b', 'a', 'c']) await take(project, name)
    await server.settle()
    const viewer = await server.user({ projects: { [project]: 'viewer' } })
    const page = await viewer.ok('snapshot_list', { query: { project, limit: 2, sort_by: 'name_descending' } })
    expect(page.items.map(({ name }: { name: string }) => name)).toEqual(['c', 'b'])
    const rest = await viewer.ok('snapshot_list', { query: { page_token: page.next_page } })
    expect(rest.items.map(({ name }: { name: string }) => name)).toEqual(['a'])
    const { id } = rest.items[0]
    expect((await viewer.ok('snapshot_view', { path: { snapshot: 'a' }, query: { project } })).id).toBe(id)
    expect((await viewer.call('snapshot_view', { path: { snapshot: 'a' } })).status).toBe(400)
    expect((await viewer.call('snapshot_view', { path: { snapshot: 'd' }, query: { project } })).status).toBe(404)
    expect((await (await server.user()).call('snapshot_view', { path: { snapshot: id } })).status).toBe(404)
    expect((await viewer.call('snapshot_list')).status).toBe(400)
    expect((await (await server.user()).call('snapshot_list', { query: { project } })).status).toBe(404)
  })
})

describe('snapshot_delete', () => {
  it('deletes it after the disks that are copied from it are complete', async () => {
    const { project } = await newProject()
    const taken = server.hold('snapshot-create/snapshot')
    const taking = take(project, 'short-lived')
    await taken.reached
    const at = { path: { snapshot: 'short-lived' }, query: { project } }
    expect((await admin.call('snapshot_delete', at)).body.message).toBe(
      'Only a ready or faulted snapshot can be deleted: this one is being created by another request, try again when that is done',
    )
    taken.release()
    const { body: snapshot } = await taking
    const copied = server.hold('disk-create/volume')
    const copying = admin.ok('disk_create', {
      query: { project },
      body: {
        name: 'copy',
        description: '',
        size: GIB,
        disk_source: { type: 'snapshot', snapshot_id: snapshot.id },
      },
    })
    await copied.reached
    const deleting = admin.call('snapshot_delete', at)
    await expect.poll(async () => (await admin.call('snapshot_view', at)).status).toBe(404)
    copied.release()
    expect((await copying).state).toEqual({ state: 'detached' })
    expect((await deleting).status).toBe(204)
    await expect(server.plane.services.platform.volumes.read(snapshot.id, 0, 1)).rejects.toThrow(snapshot.id)
  })

  it('lets one of two concurrent deletes succeed', async () => {
    const { project } = await newProject()
    const { body } = await take(project, 'contested')
    await server.settle()
    const before = await stored()
    const remove = (caller = admin) => caller.call('snapshot_delete', { path: { snapshot: body.id } })
    expect((await remove(await server.user({ projects: { [project]: 'viewer' } }))).status).toBe(403)
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, 404])
    expect(await stored()).toBe(before - GIB)
    expect((await admin.call('snapshot_delete', { path: { snapshot: 'x' } })).status).toBe(400)
    await server.settle()
  })
})
