import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { create, settleAndCheck, made, createDetachedDisk, newDisk, newProject, view } from './instance-fixtures.ts'

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
})
afterAll(() => server.close())
afterEach(() => settleAndCheck(server))

const at = (instance: string) => ({ path: { instance } })
const state = async (disk: string) => (await admin.ok('disk_view', { path: { disk } })).state

describe('instance_list', () => {
  it('pages through the instances of a project by name', async () => {
    const project = await newProject(server)
    for (const name of ['b', 'c', 'a']) await create(admin, project, { name, start: false })
    const first = await admin.ok('instance_list', { query: { project, limit: 2 } })
    const names = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name)
    expect(names(first)).toEqual(['a', 'b'])
    const second = await admin.ok('instance_list', { query: { page_token: first.next_page } })
    expect(names(second)).toEqual(['c'])
    expect(second.next_page).toBeNull()
    const backwards = await admin.ok('instance_list', { query: { project, sort_by: 'name_descending' } })
    expect(names(backwards)).toEqual(['c', 'b', 'a'])
  })

  it('requires a project', async () => {
    expect((await admin.call('instance_list')).body.message).toBe('unable to parse query string: project is required')
  })
})

describe('instance_parts_list', () => {
  it('pages through the pools of ephemeral addresses and the SSH keys of each instance', async () => {
    const project = await newProject(server)
    const user = await server.user({ projects: { [project]: 'collaborator' } })
    const public_key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEvAYHxzyGkpPdVqVnOYJ2fpCk6zlPjcGqDOyJnHzFmK'
    const keyOf = (name: string) =>
      user.ok('current_user_ssh_key_create', { body: { name, description: '', public_key } })
    const keys = [await keyOf('one'), await keyOf('two')].map(({ id }) => id)
    const all = await create(user, project, { start: false, external_ips: [{ type: 'ephemeral' }] })
    const none = await create(user, project, { start: false, ssh_public_keys: [] })
    await server.settle()
    const { items: addresses } = await user.ok('instance_external_ip_list', at(all.body.id))
    const pool = addresses.find(({ kind }: { kind: string }) => kind === 'ephemeral').ip_pool_id
    const expected = [
      { id: all.body.id, ephemeral_ip_pool_id: pool, ssh_public_key_ids: keys },
      { id: none.body.id, ephemeral_ip_pool_id: null, ssh_public_key_ids: [] },
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const first = await user.ok('instance_parts_list', { query: { project, limit: 1 } })
    expect(first.items).toEqual([expected[0]])
    expect(await user.ok('instance_parts_list', { query: { page_token: first.next_page } })).toEqual({
      items: [expected[1]],
      next_page: null,
    })
  })

  it('requires a project', async () => {
    expect((await admin.call('instance_parts_list')).body.message).toBe(
      'unable to parse query string: project is required',
    )
  })
})

describe('instance_view', () => {
  it('finds by id, or by name with its project', async () => {
    const project = await newProject(server)
    const { id, name } = await made(server, project, { start: false })
    expect((await admin.ok('instance_view', { ...at(name), query: { project } })).id).toBe(id)
    expect((await admin.call('instance_view', { ...at(id), query: { project } })).status).toBe(400)
    expect((await admin.call('instance_view', at(name))).status).toBe(400)
    expect(await admin.call('instance_view', { ...at('absent'), query: { project } })).toMatchObject({
      status: 404,
      body: { message: 'not found: instance with name "absent"' },
    })
  })
})

describe('instance_update', () => {
  const update = (id: string, body: object, headers = {}, caller = admin) =>
    caller.call('instance_update', { ...at(id), body, headers })

  it('resizes, and sets or unsets boot disk and policy', async () => {
    const project = await newProject(server)
    const { id, boot_disk_id } = await made(server, project, {
      boot_disk: newDisk('b'),
      disks: [newDisk('d')],
      start: false,
    })
    const size = { ncpus: 4, memory: 8 * GIB }
    expect(await update(id, { ...size, boot_disk: 'd', auto_restart_policy: 'never' })).toMatchObject({
      status: 200,
      body: { ...size, auto_restart_policy: 'never', auto_restart_enabled: false },
    })
    const after = await view(server, id)
    expect(after.boot_disk_id).not.toBe(boot_disk_id)
    expect(await update(id, size)).toMatchObject({
      status: 200,
      body: { boot_disk_id: null, auto_restart_policy: null, auto_restart_enabled: true },
    })
  })

  it('refuses to change size or boot disk of a running instance, all or nothing', async () => {
    const project = await newProject(server)
    const { id, boot_disk_id, ncpus, memory } = await made(server, project, { boot_disk: newDisk('b') })
    const same = { ncpus, memory, boot_disk: boot_disk_id }
    expect((await update(id, { ...same, auto_restart_policy: 'never' })).status).toBe(200)
    for (const change of [{ ncpus: 3 }, { memory: GIB }, { boot_disk: null }])
      expect(await update(id, { ...same, auto_restart_policy: 'best_effort', ...change })).toMatchObject({
        status: 409,
        body: { error_code: 'Conflict' },
      })
    expect(await view(server, id)).toMatchObject({ ncpus, memory, boot_disk_id, auto_restart_policy: 'never' })
  })

  it('refuses a boot disk that is not attached to it, unknown, or in another project', async () => {
    const [project, other] = [await newProject(server), await newProject(server)]
    const { id } = await made(server, project, { start: false })
    await createDetachedDisk(server, project, 'loose')
    const far = await createDetachedDisk(server, other, 'far')
    const size = { ncpus: 2, memory: 4 * GIB }
    expect((await update(id, { ...size, boot_disk: 'loose' })).status).toBe(409)
    expect((await update(id, { ...size, boot_disk: 'absent' })).status).toBe(404)
    expect(await update(id, { ...size, boot_disk: far.id })).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest' },
    })
    const member = await server.user({ projects: { [project]: 'collaborator' } })
    expect((await update(id, { ...size, boot_disk: far.id }, {}, member)).status).toBe(404)
  })

  it('honors If-Match', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { start: false })
    const etag = (await admin.call('instance_view', at(id))).headers.get('etag')!
    const size = { ncpus: 4, memory: 8 * GIB }
    expect((await update(id, size, { 'if-match': etag })).status).toBe(200)
    expect((await update(id, size, { 'if-match': etag })).status).toBe(412)
  })

  it('refuses invalid sizes', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { start: false })
    expect((await update(id, { ncpus: 65, memory: 4 * GIB })).status).toBe(400)
    expect((await update(id, { ncpus: 2 })).status).toBe(400)
  })
})

describe('instance_delete', () => {
  it('deletes the instance and its addresses, and detaches its disks', async () => {
    const project = await newProject(server)
    const { id, name, boot_disk_id } = await made(server, project, {
      boot_disk: newDisk('kept'),
      external_ips: [{ type: 'ephemeral' }],
      start: false,
    })
    expect((await admin.call('instance_delete', at(id))).status).toBe(204)
    expect((await admin.call('instance_view', at(id))).status).toBe(404)
    expect(await state(boot_disk_id)).toEqual({ state: 'detached' })
    // Its name is free.
    expect((await create(admin, project, { name, start: false })).status).toBe(201)
    const left = await server.db.selectFrom('external_ips').select('id').where('instance_id', '=', id).execute()
    expect(left).toEqual([])
    // Also detached on the platform: another instance can attach it.
    expect((await made(server, project, { disks: [{ type: 'attach', name: 'kept' }] })).run_state).toBe('running')
  })

  it('is refused for a running instance, and for one that is not there', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project)
    expect(await admin.call('instance_delete', at(id))).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message: 'Only a stopped or failed instance can be deleted' },
    })
    expect((await admin.call('instance_delete', at(randomId()))).status).toBe(404)
  })

  it('lets one of two concurrent deletions succeed', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { start: false })
    const answers = await Promise.all([1, 2].map(() => admin.call('instance_delete', at(id))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
  })
})
