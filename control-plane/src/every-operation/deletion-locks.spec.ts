import type { OperationId } from '@skerry/contract/operations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDetachedDisk, made, newProject } from '../compute/instances/instance-fixtures.ts'
import { randomId } from '../kernel/values/uuid.ts'
import type { Answer, Caller, Request_ } from '../testing/caller.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'

const refusal = 'Deletion is locked. Unlock it first.'
const locked = { status: 400, body: { error_code: 'InvalidRequest', message: refusal } }

let server: TestServer
let admin: Caller
let project: string
let count = 0
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
  project = await newProject(server)
})
afterAll(() => server.close())

const named = (prefix: string) => ({ name: `${prefix}-${++count}`, description: '' })

async function newImage(query: { project?: string }) {
  const disk = await createDetachedDisk(server, project, named('source').name)
  const snapshot = await admin.ok('snapshot_create', {
    query: { project },
    body: { ...named('source'), disk: disk.name },
  })
  const source = { type: 'snapshot', id: snapshot.id }
  return admin.ok('image_create', { query, body: { ...named('image'), os: 'o', version: '1', source } })
}

async function newVpc() {
  const vpc = await admin.ok('vpc_create', { query: { project }, body: { ...named('vpc'), dns_name: 'vpc' } })
  await admin.ok('vpc_subnet_delete', { path: { subnet: 'default' }, query: { vpc: vpc.id } })
  return vpc
}

async function emptyProject() {
  const empty = await admin.ok('project_create', { body: named('empty') })
  const query = { project: empty.id }
  await admin.ok('vpc_subnet_delete', { path: { subnet: 'default' }, query: { ...query, vpc: 'default' } })
  await admin.ok('vpc_delete', { path: { vpc: 'default' }, query })
  return empty
}

type Kind = 'project' | 'instance' | 'disk' | 'image' | 'vpc'
interface Case {
  kind: Kind
  /** A new one that only a lock keeps from being deleted. */
  make: () => Promise<{ id: string; name: string }>
  /** Those who may delete it, and so lock it. */
  allowed: (id: string) => Promise<Caller>
  /** Those who may only see it. */
  viewer: (id: string) => Promise<Caller>
}

const inProject = (role: 'collaborator' | 'viewer') => () => server.user({ projects: { [project]: role } })
const members = { allowed: inProject('collaborator'), viewer: inProject('viewer') }
const cases: Record<string, Case> = {
  project: {
    kind: 'project',
    make: emptyProject,
    allowed: (id) => server.user({ projects: { [id]: 'admin' } }),
    viewer: (id) => server.user({ projects: { [id]: 'collaborator' } }),
  },
  instance: { kind: 'instance', make: () => made(server, project, { start: false }), ...members },
  disk: { kind: 'disk', make: () => createDetachedDisk(server, project, named('disk').name), ...members },
  'project image': { kind: 'image', make: () => newImage({ project }), ...members },
  'silo image': {
    kind: 'image',
    make: () => newImage({}),
    allowed: () => server.user({ silo: 'collaborator' }),
    viewer: () => server.user({ silo: 'viewer' }),
  },
  VPC: { kind: 'vpc', make: newVpc, ...members },
}

const operation = (kind: Kind, what: 'view' | 'delete' | 'list') => `${kind}_${what}` as OperationId
const update: Record<Kind, (caller: Caller, request: Request_) => Promise<Answer>> = {
  project: (caller, request) => caller.call('project_deletion_lock_update', request),
  instance: (caller, request) => caller.call('instance_deletion_lock_update', request),
  disk: (caller, request) => caller.call('disk_deletion_lock_update', request),
  image: (caller, request) => caller.call('image_deletion_lock_update', request),
  vpc: (caller, request) => caller.call('vpc_deletion_lock_update', request),
}
const at = (kind: Kind, id: string) => ({ path: { [kind]: id } })
const setLock = (kind: Kind, id: string, isLocked: unknown, { caller = admin, headers = {} } = {}) =>
  update[kind](caller, { ...at(kind, id), body: { locked: isLocked }, headers })
const view = (kind: Kind, id: string) => admin.call(operation(kind, 'view'), at(kind, id))
const remove = (kind: Kind, id: string, caller = admin) => caller.call(operation(kind, 'delete'), at(kind, id))

describe.each(Object.entries(cases))('a %s', (_, { kind, make, allowed, viewer }) => {
  it('is not locked at first, and deleted only after it is unlocked', async () => {
    const { id } = await make()
    const fresh = await view(kind, id)
    expect(fresh.body.deletion_locked).toBe(false)
    await server.clock.advance(1000)
    const answer = await setLock(kind, id, true)
    expect(answer.body).toEqual({
      ...fresh.body,
      deletion_locked: true,
      time_modified: expect.not.stringMatching(fresh.body.time_modified),
    })
    expect(await view(kind, id)).toMatchObject({ body: answer.body })
    expect(await remove(kind, id)).toMatchObject(locked)
    expect((await setLock(kind, id, false)).body.deletion_locked).toBe(false)
    expect((await remove(kind, id)).status).toBe(204)
    expect((await view(kind, id)).status).toBe(404)
  })

  it('shows its lock in lists', async () => {
    const { id } = await make()
    await setLock(kind, id, true)
    const { project_id } = (await view(kind, id)).body
    const { items } = await admin.ok(operation(kind, 'list'), {
      query: { project: project_id ?? undefined, limit: 400 },
    })
    expect(items.find((item: { id: string }) => item.id === id).deletion_locked).toBe(true)
  })

  it('is locked and unlocked by those who may delete it', async () => {
    const { id } = await make()
    const reader = await viewer(id)
    expect((await setLock(kind, id, true, { caller: reader })).status).toBe(403)
    const owner = await allowed(id)
    expect((await setLock(kind, id, true, { caller: owner })).status).toBe(200)
    expect((await setLock(kind, id, false, { caller: reader })).status).toBe(403)
    expect(await remove(kind, id, owner)).toMatchObject(locked)
    // Without permission to delete it the lock says nothing.
    expect((await remove(kind, id, reader)).status).toBe(403)
    expect((await setLock(kind, id, false, { caller: owner })).status).toBe(200)
  })

  it('is hidden from others, as one that does not exist', async () => {
    const { id } = await make()
    const stranger = await server.user({ silo: 'admin' }, await server.silo(named('elsewhere').name))
    const hidden = await setLock(kind, id, true, { caller: stranger })
    const missing = await setLock(kind, randomId(), true)
    expect([hidden.status, missing.status]).toEqual([404, 404])
    expect((await setLock(kind, id, true, { caller: server.anonymous })).status).toBe(401)
    expect((await view(kind, id)).body.deletion_locked).toBe(false)
  })

  it('refuses a body without the flag', async () => {
    const { id } = await make()
    for (const value of [undefined, null, 'yes', 1]) expect((await setLock(kind, id, value)).status).toBe(400)
  })

  it('is changed only as it was read, if the request says so', async () => {
    const { id } = await make()
    const tag = (await view(kind, id)).headers.get('etag') ?? ''
    const first = await setLock(kind, id, true, { headers: { 'if-match': tag } })
    expect(first.status).toBe(200)
    const late = await setLock(kind, id, false, { headers: { 'if-match': tag } })
    expect(late).toMatchObject({ status: 412, body: { error_code: 'PreconditionFailed' } })
    const present = (await view(kind, id)).headers.get('etag') ?? ''
    expect(first.headers.get('etag')).toBe(present)
    expect((await setLock(kind, id, false, { headers: { 'if-match': present } })).status).toBe(200)
  })

  it('is not changed by the lock that it has already', async () => {
    const { id } = await make()
    const before = await view(kind, id)
    await server.clock.advance(1000)
    expect(await setLock(kind, id, false)).toMatchObject({ status: 200, body: before.body })
  })

  it('is either locked or deleted by concurrent requests', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 4; round++) {
      const { id } = await make()
      const early = round % 2 ? remove(kind, id) : undefined
      const [lock, deletion] = await Promise.all([setLock(kind, id, true), early ?? remove(kind, id)])
      outcomes.add(`${lock.status},${deletion.status}`)
      expect((await view(kind, id)).status).toBe(deletion.status === 204 ? 404 : 200)
    }
    expect(['404,204', '200,400']).toEqual(expect.arrayContaining([...outcomes]))
  })
})

describe('a lock', () => {
  it('is kept by updates of clients that do not know it', async () => {
    const { id: vpc } = await newVpc()
    const instance = await made(server, project, { start: false })
    await setLock('vpc', vpc, true)
    await setLock('instance', instance.id, true)
    const renamed = await admin.ok('vpc_update', { path: { vpc }, body: named('renamed') })
    const size = { ncpus: 1, memory: instance.memory, boot_disk: null }
    const resized = await admin.ok('instance_update', { path: { instance: instance.id }, body: size })
    expect([renamed.deletion_locked, resized.deletion_locked]).toEqual([true, true])
  })

  it('makes an update stale that was read before it', async () => {
    for (const [kind, id] of [
      ['project', (await emptyProject()).id],
      ['vpc', (await newVpc()).id],
    ] as const) {
      const headers = { 'if-match': (await view(kind, id)).headers.get('etag') ?? '' }
      await setLock(kind, id, true)
      const update = `${kind}_update` as const
      expect((await admin.call(update, { ...at(kind, id), body: named('renamed'), headers })).status).toBe(412)
    }
  })

  it('stays with an image that is promoted and demoted', async () => {
    const { id: image } = await newImage({ project })
    await setLock('image', image, true)
    expect((await admin.ok('image_promote', { path: { image } })).deletion_locked).toBe(true)
    expect(await remove('image', image)).toMatchObject(locked)
    expect((await admin.ok('image_demote', { path: { image }, query: { project } })).deletion_locked).toBe(true)
    expect(await remove('image', image)).toMatchObject(locked)
  })

  it('of a disk outlives its instance', async () => {
    const name = named('root').name
    const disk = await createDetachedDisk(server, project, name)
    const instance = await made(server, project, { start: false, disks: [{ type: 'attach', name }] })
    await setLock('disk', disk.id, true)
    expect((await remove('instance', instance.id)).status).toBe(204)
    expect((await view('disk', disk.id)).body).toMatchObject({ state: { state: 'detached' }, deletion_locked: true })
  })

  it('of a silo image keeps its silo', async () => {
    const silo = await server.silo(named('kept').name)
    const owner = await server.user({ silo: 'admin' }, silo)
    const image = randomId()
    await server.db
      .insertInto('images')
      .values({
        id: image,
        silo_id: silo,
        ...named('golden'),
        os: 'o',
        version: '1',
        size: 2 ** 30,
        block_size: 512,
        digest: null,
        project_id: null,
        source: JSON.stringify({ kind: 'empty' }),
        state: 'ready',
        saga_id: null,
        time_created: server.clock.now(),
        time_modified: server.clock.now(),
      })
      .execute()
    const { name } = await owner.ok('image_deletion_lock_update', { path: { image }, body: { locked: true } })
    expect(await admin.call('silo_delete', { path: { silo } })).toMatchObject({
      status: 400,
      body: {
        error_code: 'InvalidRequest',
        message: `deletion of silo image "${name}" is locked: a user of the silo must unlock it first`,
      },
    })
    await owner.ok('image_deletion_lock_update', { path: { image }, body: { locked: false } })
    await admin.ok('silo_delete', { path: { silo } })
  })

  it('of an instance in a wrong state is the first reason', async () => {
    const { id } = await made(server, project)
    await setLock('instance', id, true)
    expect(await remove('instance', id)).toMatchObject(locked)
  })
})
