import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const fresh = (prefix: string) => `${prefix}-${++serial}`
const newProject = async (): Promise<string> =>
  (await admin.ok('project_create', { body: { name: fresh('images'), description: '' } })).id

/** Creates a ready snapshot of a new disk; returns its id. */
async function newSnapshot(project: string): Promise<string> {
  const name = fresh('source')
  const query = { project }
  await admin.ok('disk_create', {
    query,
    body: { name, description: '', size: GIB, disk_source: { type: 'blank', block_size: 2048 } },
  })
  await server.settle()
  const { id } = await admin.ok('snapshot_create', { query, body: { name, description: '', disk: name } })
  await server.settle()
  return id
}
const bodyOf = (snapshot: string, name: string) => ({
  name,
  description: 'd',
  os: 'plan9',
  version: '4',
  source: { type: 'snapshot', id: snapshot },
})
const create = (snapshot: string, name: string, project?: string, caller = admin) =>
  caller.call('image_create', { query: { project }, body: bodyOf(snapshot, name) })
const names = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)

async function newImage(project?: string): Promise<{ id: string; name: string; in: string }> {
  const home = project ?? (await newProject())
  const name = fresh('image')
  const { body } = await create(await newSnapshot(home), name, project)
  await server.settle()
  return { id: body.id, name, in: home }
}

describe('a new silo', () => {
  it('has images to boot from', async () => {
    const page = await admin.ok('image_list', { query: { limit: 3 } })
    expect(names(page)).toEqual(['alpine-3-23', 'debian-13', 'ubuntu-26-04'])
    expect(page.items[1]).toMatchObject({ os: 'Debian', version: '13', size: 2 * GIB, block_size: 4096, digest: null })
  })
})

describe('image_create', () => {
  it('creates an image of a project or of the silo from a ready snapshot', async () => {
    const project = await newProject()
    const snapshot = await newSnapshot(project)
    const inProject = await create(snapshot, 'mine', project)
    expect(inProject.status).toBe(201)
    expect(inProject.body).toMatchObject({
      name: 'mine',
      os: 'plan9',
      version: '4',
      project_id: project,
      size: GIB,
      block_size: 2048,
      digest: null,
    })
    const ofSilo = await create(snapshot, fresh('ours'))
    expect(ofSilo.body.project_id).toBeNull()
    await server.settle()
    expect(await server.plane.services.platform.volumes.read(ofSilo.body.id, 0, 2)).toEqual(new Uint8Array(2))
    // The image outlives its snapshot.
    await admin.ok('snapshot_delete', { path: { snapshot } })
    await server.settle()
    expect((await admin.ok('image_view', { path: { image: ofSilo.body.id } })).size).toBe(GIB)
  })

  it('can be used for a disk at once', async () => {
    const project = await newProject()
    const image = await create(await newSnapshot(project), 'hot', project)
    const disk = await admin.ok('disk_create', {
      query: { project },
      body: {
        name: 'quick',
        description: '',
        size: GIB,
        disk_source: { type: 'image', image_id: image.body.id },
      },
    })
    await admin.ok('image_delete', { path: { image: image.body.id } })
    await server.settle()
    expect((await admin.ok('disk_view', { path: { disk: disk.id } })).state.state).toBe('detached')
    await expect(server.plane.services.platform.volumes.read(image.body.id, 0, 1)).rejects.toThrow(image.body.id)
  })

  it('refuses snapshots that are in other projects, not ready, or hidden', async () => {
    const [project, other] = [await newProject(), await newProject()]
    const snapshot = await newSnapshot(other)
    expect((await create(snapshot, 'far', project)).body).toMatchObject({ error_code: 'InvalidRequest' })
    expect((await create(randomId(), 'none', project)).status).toBe(404)
    const member = await server.user({ projects: { [project]: 'collaborator' } })
    expect((await create(snapshot, 'far', project, member)).status).toBe(404)
    await server.db.updateTable('snapshots').set({ state: 'faulted' }).where('id', '=', snapshot).execute()
    expect((await create(snapshot, 'bad', other)).body).toMatchObject({
      error_code: 'InvalidRequest',
      message: 'Only a ready snapshot can become an image',
    })
  })

  it('refuses a name that is taken in the same project or silo', async () => {
    const project = await newProject()
    const snapshot = await newSnapshot(project)
    const name = fresh('same')
    expect((await create(snapshot, name, project)).status).toBe(201)
    expect((await create(snapshot, name)).status).toBe(201)
    expect((await create(snapshot, name, project)).body.message).toBe(`already exists: project-image "${name}"`)
    expect((await create(snapshot, name)).body.message).toBe(`already exists: silo-image "${name}"`)
    await server.settle()
  })

  it('refuses an invalid name and a version over 512 characters', async () => {
    const project = await newProject()
    const snapshot = await newSnapshot(project)
    expect((await create(snapshot, 'X!', project)).status).toBe(400)
    const body = { ...bodyOf(snapshot, 'long'), version: 'v'.repeat(513) }
    expect((await admin.call('image_create', { query: { project }, body })).status).toBe(400)
  })
})

describe('image_list', () => {
  it('lists the images of the project or of the silo', async () => {
    const project = await newProject()
    const image = await newImage(project)
    expect(names(await admin.ok('image_list', { query: { project } }))).toEqual([image.name])
    expect(names(await admin.ok('image_list'))).not.toContain(image.name)
    const viewer = await server.user({ projects: { [project]: 'viewer' } })
    expect(names(await viewer.ok('image_list', { query: { project } }))).toEqual([image.name])
    expect((await viewer.call('image_list')).status).toBe(403)
    expect((await (await server.user()).call('image_list', { query: { project } })).status).toBe(404)
    expect((await admin.call('image_list', { query: { limit: 0 } })).status).toBe(400)
  })
})

describe('image_view', () => {
  it('takes a name in a project, a name of the silo, or an id', async () => {
    const project = await newProject()
    const image = await newImage(project)
    const view = (path: string, query = {}, caller = admin) =>
      caller.call('image_view', { path: { image: path }, query })
    expect((await view(image.name, { project })).body.id).toBe(image.id)
    expect((await view(image.name)).status).toBe(404)
    expect((await view(image.id)).body.name).toBe(image.name)
    expect((await view(image.id, { project })).status).toBe(400)
    const { id } = (await view('debian-13')).body
    expect((await view('debian-13', { project })).status).toBe(404)
    // Silo images are visible only with a role in the silo.
    const member = await server.user({ projects: { [project]: 'admin' } })
    expect((await view(id, {}, member)).body.message).toBe(`not found: image with id "${id}"`)
    expect((await view(image.id, {}, member)).status).toBe(200)
    expect((await view(id, {}, await server.user({ silo: 'viewer' }))).status).toBe(200)
    const foreigner = await server.user({ silo: 'admin' }, await server.silo(fresh('silo')))
    expect((await view(id, {}, foreigner)).status).toBe(404)
  })
})

describe('image_delete', () => {
  it('is never refused to a collaborator', async () => {
    const image = await newImage()
    const remove = (caller: Caller) => caller.call('image_delete', { path: { image: image.id } })
    expect((await remove(await server.user({ silo: 'viewer' }))).status).toBe(403)
    expect((await remove(await server.user({ projects: { [image.in]: 'admin' } }))).status).toBe(404)
    const statuses = await Promise.all([remove(admin), remove(admin)])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([204, 404])
    await server.settle()
    await expect(server.plane.services.platform.volumes.read(image.id, 0, 1)).rejects.toThrow(image.id)
    expect((await admin.call('image_delete', { path: { image: '1x' } })).status).toBe(400)
  })
})

describe('image_promote and image_demote', () => {
  it('move an image to the silo and into a project, under its id', async () => {
    const [project, other] = [await newProject(), await newProject()]
    const image = await newImage(project)
    const up = await admin.call('image_promote', { path: { image: image.name }, query: { project } })
    expect([up.status, up.body.id, up.body.project_id]).toEqual([202, image.id, null])
    expect(up.body.time_modified >= up.body.time_created).toBe(true)
    const again = await admin.call('image_promote', { path: { image: image.id } })
    expect(again.body).toMatchObject({ error_code: 'InvalidRequest' })
    const down = await admin.call('image_demote', { path: { image: image.name }, query: { project: other } })
    expect([down.status, down.body.id, down.body.project_id]).toEqual([202, image.id, other])
    const twice = await admin.call('image_demote', { path: { image: image.id }, query: { project } })
    expect(twice.body).toMatchObject({ error_code: 'InvalidRequest' })
  })

  it('refuse a name that is taken at the destination', async () => {
    const project = await newProject()
    const snapshot = await newSnapshot(project)
    const name = fresh('clash')
    const inProject = (await create(snapshot, name, project)).body.id
    const ofSilo = (await create(snapshot, name)).body.id
    await server.settle()
    expect((await admin.call('image_promote', { path: { image: inProject } })).body.message).toBe(
      `already exists: silo-image "${name}"`,
    )
    expect((await admin.call('image_demote', { path: { image: ofSilo }, query: { project } })).body.message).toBe(
      `already exists: project-image "${name}"`,
    )
  })

  it('record no image as the target of a refusal that hides it', async () => {
    const project = await newProject()
    const ofSilo = await newImage()
    const member = await server.user({ projects: { [project]: 'admin' } })
    const hidden = await member.call('image_promote', { path: { image: ofSilo.id } })
    expect(hidden.status).toBe(404)
    const records = server.db.selectFrom('audit_log').select('target')
    const recorded = records.where('request_id', '=', hidden.headers.get('x-request-id'))
    expect(await recorded.execute()).toEqual([{ target: null }])
  })

  it('take an image that exists, and a project to demote it to', async () => {
    const ofSilo = await newImage()
    const up = (image: string) => admin.call('image_promote', { path: { image } })
    const down = (query: object) => admin.call('image_demote', { path: { image: ofSilo.id }, query: { ...query } })
    expect((await up(randomId())).status).toBe(404)
    expect((await up('name-alone-is-of-the-silo')).status).toBe(404)
    expect((await down({ project: 'nowhere' })).status).toBe(404)
    expect((await down({})).status).toBe(400)
  })
})
