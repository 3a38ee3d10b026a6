import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { newProject } from '../instances/instance-fixtures.ts'
import { blank, disksOn } from './disk-fixtures.ts'

let server: TestServer
let admin: Caller

beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
})
afterAll(() => server.close())

const { create, made, stored } = disksOn(() => ({ server }))

describe('disk_create', () => {
  it('creates a blank disk and answers it detached after its volume exists', async () => {
    const project = await newProject(server)
    const step = server.hold('disk-create/volume')
    const creating = create(project, 'data')
    await step.reached
    const meanwhile = await admin.ok('disk_view', { path: { disk: 'data' }, query: { project } })
    expect(meanwhile.state).toEqual({ state: 'creating' })
    step.release()
    const { status, body } = await creating
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'data',
      size: GIB,
      block_size: 512,
      device_path: '/mnt/data',
      project_id: project,
      image_id: null,
      snapshot_id: null,
      state: { state: 'detached' },
    })
    expect(await admin.ok('disk_view', { path: { disk: 'data' }, query: { project } })).toEqual(body)
    expect(body.time_modified > body.time_created).toBe(true)
    expect(await server.plane.services.platform.volumes.read(body.id, 0, 4)).toEqual(new Uint8Array(4))
  })

  it('copies an image of the silo and takes its block size', async () => {
    const { items } = await admin.ok('image_list')
    const image = items.find(({ name }: { name: string }) => name === 'debian-13')
    const disk = await made(await newProject(server), 'boot', {
      size: 3 * GIB,
      disk_source: { type: 'image', image_id: image.id },
    })
    expect(disk).toMatchObject({ image_id: image.id, block_size: 4096, state: { state: 'detached' } })
  })

  it('copies the content of a snapshot', async () => {
    const project = await newProject(server)
    const id = await imported(project, 'first', [[0, bytesOf(512, 7)]])
    const snapshot = await admin.ok('snapshot_create', {
      query: { project },
      body: { name: 'then', description: '', disk: id },
    })
    await server.settle()
    const disk = await made(project, 'second', {
      disk_source: { type: 'snapshot', snapshot_id: snapshot.id },
    })
    expect(disk.snapshot_id).toBe(snapshot.id)
    expect(await server.plane.services.platform.volumes.read(disk.id, 0, 512)).toEqual(bytesOf(512, 7))
  })

  it.each([
    [0, /whole number of GiB/],
    [GIB + 512, /1073742336 B/],
    [1024 * GIB, /1 TiB/],
    ['9223372036854775807n', /whole number of GiB/],
  ])('refuses a size of %s', async (size, message) => {
    const project = await newProject(server)
    const text = JSON.stringify({ name: 'd', description: '', size, disk_source: blank }).replace(/"(\d+)n"/, '$1')
    const answer = await admin.call('disk_create', { query: { project }, body: text })
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest' } })
    expect(answer.body.message).toMatch(message)
  })

  it('refuses a size below that of its source', async () => {
    const { items } = await admin.ok('image_list')
    const image = items.find(({ name }: { name: string }) => name === 'ubuntu-26-04')
    const answer = await create(await newProject(server), 'small', {
      disk_source: { type: 'image', image_id: image.id },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('disk size 1 GiB is below that of the image it is made from, 4 GiB')
  })

  it('does not find unknown or hidden sources, and refuses those of another project', async () => {
    const [project, other] = [await newProject(server), await newProject(server)]
    const unknown = await create(project, 'a', { disk_source: { type: 'image', image_id: randomId() } })
    expect([unknown.status, unknown.body.error_code]).toEqual([404, 'ObjectNotFound'])
    const noSnapshot = await create(project, 'a', { disk_source: { type: 'snapshot', snapshot_id: randomId() } })
    expect(noSnapshot.status).toBe(404)

    const disk = await made(other, 'far')
    const step = server.hold('snapshot-create/snapshot')
    const taking = admin.ok('snapshot_create', {
      query: { project: other },
      body: { name: 'far', description: '', disk: disk.id },
    })
    await step.reached
    const { id } = await admin.ok('snapshot_view', { path: { snapshot: 'far' }, query: { project: other } })
    const source = { disk_source: { type: 'snapshot', snapshot_id: id } }
    expect((await create(other, 'b', source)).body.message).toBe(
      'Only a ready snapshot can become a disk: this one is being created by another request, try again when that is done',
    )
    step.release()
    await taking
    expect((await create(project, 'b', source)).body.message).toBe('snapshot "far" is in another project')
    const member = await server.user({ projects: { [project]: 'collaborator' } })
    expect((await create(project, 'b', source, member)).status).toBe(404)

    // Silo images are visible only with a role in the silo.
    const [image] = (await admin.ok('image_list')).items
    const boot = { size: 8 * GIB, disk_source: { type: 'image', image_id: image.id } }
    expect((await create(project, 'c', boot, member)).status).toBe(404)
    const viewer = await server.user({ silo: 'viewer', projects: { [project]: 'collaborator' } })
    expect((await create(project, 'c', boot, viewer)).status).toBe(201)
  })

  it('lets exactly one of two concurrent creates with one name succeed', async () => {
    const project = await newProject(server)
    const answers = await Promise.all([create(project, 'twin'), create(project, 'twin')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      error_code: 'ObjectAlreadyExists',
      message: 'already exists: disk "twin"',
    })
  })

  it('enforces the storage quota, and names what is left', async () => {
    const before = await stored()
    await server.db
      .updateTable('quotas')
      .set({ storage: before + 3 * GIB })
      .where('silo_id', '=', server.siloId)
      .execute()
    const project = await newProject(server)
    const first = await create(project, 'fits', { size: 2 * GIB })
    const second = await create(project, 'does-not', { size: 2 * GIB })
    await server.db
      .updateTable('quotas')
      .set({ storage: 2 ** 50 })
      .where('silo_id', '=', server.siloId)
      .execute()
    expect(first.status).toBe(201)
    expect(second).toMatchObject({
      status: 507,
      body: {
        error_code: 'InsufficientCapacity',
        message:
          "Insufficient capacity: 2 GiB of storage asked for, 1 GiB of storage left in the silo's quota: delete disks or snapshots, or ask an operator for a larger quota",
      },
    })
    expect(await stored()).toBe(before + 2 * GIB)
  })

  it('refuses an invalid name and block size, and an unknown project', async () => {
    const project = await newProject(server)
    expect((await create(project, 'UPPER')).status).toBe(400)
    expect((await create(project, 'd', { disk_source: { type: 'blank', block_size: 1024 } })).status).toBe(400)
    expect((await create('nowhere', 'd')).status).toBe(404)
  })
})

describe('disk_list', () => {
  it('pages through the disks of a project', async () => {
    const project = await newProject(server)
    for (const name of ['c', 'a', 'b']) await create(project, name)
    await server.settle()
    const first = await admin.ok('disk_list', { query: { project, limit: 2 } })
    expect(first.items.map(({ name }: { name: string }) => name)).toEqual(['a', 'b'])
    const second = await admin.ok('disk_list', { query: { page_token: first.next_page } })
    expect(second.items.map(({ name }: { name: string }) => name)).toEqual(['c'])
    expect(second.next_page).toBeNull()
  })

  it('requires a project', async () => {
    expect(await admin.call('disk_list')).toMatchObject({
      status: 400,
      body: { message: 'unable to parse query string: project is required' },
    })
  })
})

describe('disk_view', () => {
  it('finds a disk by id or by name in its project, for users with a role', async () => {
    const project = await newProject(server)
    const { id } = await made(project, 'seen')
    expect((await admin.ok('disk_view', { path: { disk: 'seen' }, query: { project } })).id).toBe(id)
    expect((await admin.call('disk_view', { path: { disk: 'seen' } })).status).toBe(400)
    expect((await admin.call('disk_view', { path: { disk: id }, query: { project } })).status).toBe(400)
    const unknown = await admin.call('disk_view', { path: { disk: 'unseen' }, query: { project } })
    expect([unknown.status, unknown.body.message]).toEqual([404, 'not found: disk with name "unseen"'])
    const hidden = await (await server.user()).call('disk_view', { path: { disk: id } })
    expect([hidden.status, hidden.body.message]).toEqual([404, `not found: disk with id "${id}"`])
  })
})

const bytesOf = (length: number, seed: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + seed) % 256)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Creates a detached disk with imported bytes. */
async function imported(project: string, name: string, blocks: [number, Uint8Array][]): Promise<string> {
  const { id } = await made(project, name, { disk_source: { type: 'importing_blocks', block_size: 512 } })
  await admin.ok('disk_bulk_write_import_start', { path: { disk: id } })
  for (const [offset, bytes] of blocks)
    await admin.ok('disk_bulk_write_import', {
      path: { disk: id },
      body: { offset, base64_encoded_data: base64(bytes) },
    })
  await admin.ok('disk_bulk_write_import_stop', { path: { disk: id } })
  await admin.ok('disk_finalize_import', { path: { disk: id }, body: {} })
  await server.settle()
  return id
}
