import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { create, made, newProject } from '../instances/instance-fixtures.ts'

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
})
afterAll(() => server.close())

const group = (name: string, policy = 'allow') => ({ name, description: 'Kept so', policy, failure_domain: 'sled' })
const refused = { status: 400, body: { error_code: 'InvalidRequest' } }

/** The operation ids by kind, for the calls below. */
const kinds = [
  {
    kind: 'affinity-group',
    list: (caller: Caller, query: object) => caller.call('affinity_group_list', { query: { ...query } }),
    create: (caller: Caller, project: string, body: object) =>
      caller.call('affinity_group_create', { query: { project }, body }),
    view: (caller: Caller, it: string, query = {}) =>
      caller.call('affinity_group_view', { path: { affinity_group: it }, query }),
    update: (caller: Caller, it: string, body: object) =>
      caller.call('affinity_group_update', { path: { affinity_group: it }, body }),
    delete: (caller: Caller, it: string) => caller.call('affinity_group_delete', { path: { affinity_group: it } }),
    members: (caller: Caller, it: string, query = {}) =>
      caller.call('affinity_group_member_list', { path: { affinity_group: it }, query }),
    member: (caller: Caller, it: string, instance: string, query = {}) =>
      caller.call('affinity_group_member_instance_view', { path: { affinity_group: it, instance }, query }),
    add: (caller: Caller, it: string, instance: string, query = {}) =>
      caller.call('affinity_group_member_instance_add', { path: { affinity_group: it, instance }, query }),
    remove: (caller: Caller, it: string, instance: string, query = {}) =>
      caller.call('affinity_group_member_instance_delete', { path: { affinity_group: it, instance }, query }),
    ofInstance: (caller: Caller, instance: string) =>
      caller.call('instance_affinity_group_list', { path: { instance } }),
  },
  {
    kind: 'anti-affinity-group',
    list: (caller: Caller, query: object) => caller.call('anti_affinity_group_list', { query: { ...query } }),
    create: (caller: Caller, project: string, body: object) =>
      caller.call('anti_affinity_group_create', { query: { project }, body }),
    view: (caller: Caller, it: string, query = {}) =>
      caller.call('anti_affinity_group_view', { path: { anti_affinity_group: it }, query }),
    update: (caller: Caller, it: string, body: object) =>
      caller.call('anti_affinity_group_update', { path: { anti_affinity_group: it }, body }),
    delete: (caller: Caller, it: string) =>
      caller.call('anti_affinity_group_delete', { path: { anti_affinity_group: it } }),
    members: (caller: Caller, it: string, query = {}) =>
      caller.call('anti_affinity_group_member_list', { path: { anti_affinity_group: it }, query }),
    member: (caller: Caller, it: string, instance: string, query = {}) =>
      caller.call('anti_affinity_group_member_instance_view', { path: { anti_affinity_group: it, instance }, query }),
    add: (caller: Caller, it: string, instance: string, query = {}) =>
      caller.call('anti_affinity_group_member_instance_add', { path: { anti_affinity_group: it, instance }, query }),
    remove: (caller: Caller, it: string, instance: string, query = {}) =>
      caller.call('anti_affinity_group_member_instance_delete', { path: { anti_affinity_group: it, instance }, query }),
    ofInstance: (caller: Caller, instance: string) =>
      caller.call('instance_anti_affinity_group_list', { path: { instance } }),
  },
]

describe.each(kinds)('$kind', (operations) => {
  const { kind } = operations

  it('can be created, listed, viewed, updated and deleted', async () => {
    const project = await newProject(server)
    const { status, body } = await operations.create(admin, project, group('one', 'fail'))
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...group('one', 'fail'), project_id: project })
    await operations.create(admin, project, group('two'))
    const { items } = (await operations.list(admin, { project })).body
    expect(items).toMatchObject([
      { name: 'one', member_count: 0 },
      { name: 'two', member_count: 0 },
    ])
    expect((await operations.view(admin, 'one', { project })).body).toEqual(body)
    const changed = await operations.update(admin, body.id, { name: 'three' })
    expect(changed).toMatchObject({ status: 200, body: { name: 'three', description: 'Kept so', policy: 'fail' } })
    expect((await operations.delete(admin, body.id)).status).toBe(204)
    expect((await operations.view(admin, body.id)).status).toBe(404)
  })

  it('has a unique name in its project', async () => {
    const project = await newProject(server)
    await operations.create(admin, project, group('taken'))
    const { body } = await operations.create(admin, project, group('free'))
    const taken = {
      status: 400,
      body: { error_code: 'ObjectAlreadyExists', message: `already exists: ${kind} "taken"` },
    }
    expect(await operations.create(admin, project, group('taken'))).toMatchObject(taken)
    expect(await operations.update(admin, body.id, { name: 'taken' })).toMatchObject(taken)
  })

  it('refuses malformed requests, and names what it does not find', async () => {
    const project = await newProject(server)
    expect((await operations.create(admin, project, group('ok', 'sometimes'))).status).toBe(400)
    expect((await operations.list(admin, {})).status).toBe(400)
    const { body } = await operations.create(admin, project, group('mine'))
    expect((await operations.update(admin, body.id, { name: 'Not A Name' })).status).toBe(400)
    expect(await operations.view(admin, body.id, { project })).toMatchObject(refused)
    expect(await operations.view(admin, 'mine')).toMatchObject(refused)
    const absent = { status: 404, body: { message: `not found: ${kind} with name "absent"` } }
    expect(await operations.view(admin, 'absent', { project })).toMatchObject(absent)
    expect((await operations.update(admin, randomId(), {})).status).toBe(404)
    expect((await operations.delete(admin, randomId())).status).toBe(404)
    expect((await operations.members(admin, randomId())).status).toBe(404)
    // A group of the other kind is not found.
    const other = kinds.find((each) => each.kind !== kind)!
    expect((await other.view(admin, body.id)).status).toBe(404)
  })

  it('adds an instance once, lists it as a member, and removes it', async () => {
    const project = await newProject(server)
    const { body: it } = await operations.create(admin, project, group('group'))
    const instance = await made(server, project, { start: false })
    const member = { type: 'instance', value: { id: instance.id, name: instance.name, run_state: 'stopped' } }
    expect((await operations.member(admin, it.id, instance.id)).status).toBe(404)
    expect(await operations.add(admin, 'group', instance.name, { project })).toMatchObject({
      status: 201,
      body: member,
    })
    expect(await operations.add(admin, it.id, instance.id)).toMatchObject({
      status: 400,
      body: { error_code: 'ObjectAlreadyExists', message: `already exists: ${kind}-member "${instance.name}"` },
    })
    expect((await operations.members(admin, it.id)).body.items).toEqual([member])
    expect((await operations.member(admin, it.id, instance.name)).body).toEqual(member)
    expect((await operations.list(admin, { project })).body.items).toEqual([{ ...it, member_count: 1 }])
    expect((await operations.ofInstance(admin, instance.id)).body.items).toEqual([it])
    await admin.ok('instance_start', { path: { instance: instance.id } })
    expect((await operations.remove(admin, 'group', instance.name, { project })).status).toBe(204)
    expect((await operations.remove(admin, it.id, instance.id)).status).toBe(404)
    expect((await operations.ofInstance(admin, instance.id)).body.items).toEqual([])
    await server.settle()
    expect(await operations.add(admin, it.id, instance.id)).toMatchObject(refused)
  })

  it('has at most 32 members, and an instance is in at most 16 groups', async () => {
    const project = await newProject(server)
    const { body: it } = await operations.create(admin, project, group('full'))
    const instances = await Promise.all(
      Array.from({ length: 33 }, () => create(admin, project, { start: false, network_interfaces: { type: 'none' } })),
    )
    await server.settle()
    const statuses: number[] = []
    for (const { body } of instances) statuses.push((await operations.add(admin, it.id, body.id)).status)
    expect(statuses).toEqual([...Array.from({ length: 32 }, () => 201), 400])
    const pages = await operations.members(admin, it.id, { limit: 30 })
    expect(pages.body.items).toHaveLength(30)
    expect(pages.body.next_page).not.toBeNull()

    const joined: number[] = []
    for (let i = 0; i < 17; i++) {
      const { body } = await operations.create(admin, project, group(`g${i}`))
      joined.push((await operations.add(admin, body.id, instances[32]!.body.id)).status)
    }
    expect(joined).toEqual([...Array.from({ length: 16 }, () => 201), 400])
    // Deleting a group removes its members.
    expect((await operations.delete(admin, it.id)).status).toBe(204)
    expect((await operations.ofInstance(admin, instances[0]!.body.id)).body.items).toEqual([])
  })

  it('refuses instances of another project', async () => {
    const [project, other] = [await newProject(server), await newProject(server)]
    const { body: it } = await operations.create(admin, project, group('here'))
    const far = await made(server, other, { start: false })
    expect(await operations.add(admin, it.id, far.id)).toMatchObject(refused)
    expect((await operations.add(admin, it.id, far.name)).status).toBe(404)
    expect((await operations.add(admin, it.id, randomId())).status).toBe(404)
  })
})

describe('instance_create', () => {
  it('adds the instance to the named groups', async () => {
    const project = await newProject(server)
    const { body: it } = await kinds[1]!.create(admin, project, group('spread'))
    const { body } = await create(admin, project, { anti_affinity_groups: ['spread'], start: false })
    for (const twice of [
      ['spread', 'spread'],
      ['spread', it.id],
    ])
      expect((await create(admin, project, { anti_affinity_groups: twice })).body).toMatchObject({
        error_code: 'InvalidRequest',
        message: 'group "spread" is named more than once',
      })
    expect((await kinds[1]!.ofInstance(admin, body.id)).body.items).toEqual([it])
    const far = await newProject(server)
    expect(await create(admin, far, { anti_affinity_groups: [it.id] })).toMatchObject(refused)
  })
})
