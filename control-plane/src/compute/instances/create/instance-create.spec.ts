import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../../kernel/values/bytes.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import type { Caller } from '../../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import {
  create,
  settleAndCheck,
  made,
  createDetachedDisk,
  newBody,
  newDisk,
  newProject,
  view,
} from '../instance-fixtures.ts'

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

describe('instance_create', () => {
  it('answers once it is created and starting, and starts it with all requested parts', async () => {
    const project = await newProject(server)
    const body = newBody({
      boot_disk: newDisk('boot'),
      disks: [newDisk('data')],
      external_ips: [{ type: 'ephemeral' }],
      user_data: btoa('#cloud-config'),
    })
    const answer = await admin.call('instance_create', { query: { project }, body })
    expect(answer.status).toBe(201)
    const { id, boot_disk_id } = answer.body
    expect(answer.body).toEqual({
      id,
      name: body.name,
      description: 'For a test',
      firmware: 'auto',
      hostname: 'host',
      ncpus: 2,
      memory: 4 * GIB,
      project_id: project,
      boot_disk_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      condition: null,
      start_refusal: null,
      run_state: 'starting',
      auto_restart_enabled: true,
      auto_restart_policy: null,
      auto_restart_cooldown_expiration: null,
      time_last_auto_restarted: null,
      deletion_locked: false,
      time_created: answer.body.time_created,
      time_modified: answer.body.time_run_state_updated,
      time_run_state_updated: expect.any(String),
    })
    expect(await state(boot_disk_id)).toEqual({ state: 'attached', instance: id })
    await server.settle()
    const after = await view(server, id)
    expect(after.run_state).toBe('running')
    expect(after.time_run_state_updated > after.time_created).toBe(true)
    const disks = await admin.ok('instance_disk_list', at(id))
    expect(disks.items.map(({ name }: { name: string }) => name)).toEqual(['boot', 'data'])
    const { items } = await admin.ok('instance_external_ip_list', at(id))
    expect(items).toMatchObject([{ kind: 'ephemeral' }])
    const nics = await admin.ok('instance_network_interface_list', { query: { instance: id } })
    expect(nics.items).toMatchObject([{ name: 'net0', primary: true }])
    const machine = server.platform.inspect.machine(id)
    expect(machine?.spec).toMatchObject({
      hostname: 'host',
      ncpus: 2,
      memoryBytes: 4 * GIB,
      projectId: project,
      siloId: server.siloId,
      volumes: [
        { name: 'boot', boot: true },
        { name: 'data', boot: false },
      ],
      nics: [{ name: 'net0', ip: nics.items[0].ip, prefixLength: 22, primary: true }],
      userData: new TextEncoder().encode('#cloud-config'),
    })
  })

  it('leaves it stopped without start, and takes no CPUs', async () => {
    const project = await newProject(server)
    await server.settle()
    const before = (await admin.ok('utilization_view')).provisioned
    const instance = await made(server, project, { start: false, network_interfaces: { type: 'none' } })
    expect(instance.run_state).toBe('stopped')
    expect((await admin.ok('utilization_view')).provisioned).toEqual(before)
  })

  it('attaches existing disks, and one that is still being created', async () => {
    const project = await newProject(server)
    const there = await createDetachedDisk(server, project, 'there')
    const step = server.hold('disk-create/volume')
    const making = createDetachedDisk(server, project, 'fresh')
    await step.reached
    const disks = ['there', 'fresh'].map((name) => ({ type: 'attach', name }))
    const creating = create(admin, project, { boot_disk: disks[0], disks: [disks[1]] })
    step.release()
    const [{ body }, fresh] = await Promise.all([creating, making])
    expect(body.boot_disk_id).toBe(there.id)
    await server.settle()
    expect((await view(server, body.id)).run_state).toBe('running')
    for (const { id } of [there, fresh]) expect(await state(id)).toEqual({ state: 'attached', instance: body.id })
  })

  it('copies the named keys, all keys of the caller, or none', async () => {
    const project = await newProject(server)
    const user = await server.user({ projects: { [project]: 'collaborator' } })
    const now = server.clock.now()
    const keys = ['one', 'two'].map((name) => ({ id: randomId(), name }))
    for (const key of keys)
      await server.db
        .insertInto('ssh_keys')
        .values({
          ...key,
          user_id: user.userId,
          description: '',
          public_key: `ssh-ed25519 ${key.name}`,
          time_created: now,
          time_modified: now,
        })
        .execute()
    const namesOf = async (ssh_public_keys?: string[] | null) => {
      const { body } = await create(user, project, { ssh_public_keys, start: false })
      const { items } = await user.ok('instance_ssh_public_key_list', at(body.id))
      return items.map(({ name }: { name: string }) => name)
    }
    expect(await namesOf()).toEqual(['one', 'two'])
    expect(await namesOf(null)).toEqual(['one', 'two'])
    expect(await namesOf([])).toEqual([])
    expect(await namesOf(['two'])).toEqual(['two'])
    expect(await namesOf([keys[0]!.id])).toEqual(['one'])
    expect(await create(user, project, { ssh_public_keys: ['three'] })).toMatchObject({
      status: 404,
      body: { message: 'not found: ssh-key with name "three"' },
    })
  })

  it('copies no more keys than the maximum', async () => {
    const project = await newProject(server)
    const user = await server.user({ projects: { [project]: 'admin' } })
    await sql`insert into ssh_keys (id, user_id, name, description, public_key, time_created, time_modified)
      select gen_random_uuid(), ${user.userId}, 'key-' || i, '', repeat('x', 100), now(), now()
      from generate_series(1, 101) i`.execute(server.db)
    expect(await create(user, project, { start: false })).toMatchObject({
      status: 400,
      body: { message: 'an instance can have at most 100 SSH keys' },
    })
    expect((await create(user, project, { ssh_public_keys: ['key-1'], start: false })).status).toBe(201)
  })

  it('lists the keys as copied, in pages', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { start: false })
    expect(await admin.ok('instance_ssh_public_key_list', { ...at(id), query: { limit: 1 } })).toEqual({
      items: [],
      next_page: null,
    })
    expect((await (await server.user()).call('instance_ssh_public_key_list', at(id))).status).toBe(404)
    expect((await admin.call('instance_ssh_public_key_list', at('nameless'))).status).toBe(400)
  })

  it.each([
    ['no CPU', { ncpus: 0 }, 400, 'InvalidValue'],
    ['too many CPUs', { ncpus: 65 }, 400, 'InvalidValue'],
    ['no memory', { memory: 0 }, 400, 'InvalidValue'],
    ['half a GiB', { memory: GIB / 2 }, 400, 'InvalidValue'],
    ['too much memory', { memory: 1025 * GIB }, 400, 'InvalidValue'],
    ['long user data', { user_data: btoa('x'.repeat(32 * 1024 + 1)) }, 400, 'InvalidValue'],
    ['no base64', { user_data: '%' }, 400, undefined],
    ['a bad hostname', { hostname: 'a_b' }, 400, undefined],
    ['a hostname that is no Linux name', { hostname: 'a'.repeat(64) }, 400, undefined],
    ['a hostname that is an address', { hostname: '10.0.0.5' }, 400, undefined],
    ['a bad name', { name: 'Upper' }, 400, undefined],
    ['13 disks', { disks: Array.from({ length: 13 }, (_, i) => newDisk(`d${i}`)) }, 400, 'InvalidRequest'],
    ['a disk twice', { boot_disk: newDisk('d'), disks: [{ type: 'attach', name: 'd' }] }, 400, 'InvalidRequest'],
    ['a disk too large', { boot_disk: newDisk('d', { size: 1024 * GIB }) }, 400, 'InvalidRequest'],
    [
      'a disk to import into',
      { disks: [newDisk('d', { disk_source: { type: 'importing_blocks', block_size: 512 } })] },
      400,
      'InvalidRequest',
    ],
    ['an unknown disk', { disks: [{ type: 'attach', name: 'absent' }] }, 404, 'ObjectNotFound'],
    ['two ephemeral IPs', { external_ips: [{ type: 'ephemeral' }, { type: 'ephemeral' }] }, 400, 'InvalidRequest'],
    [
      '33 IPs',
      { external_ips: Array.from({ length: 33 }, () => ({ type: 'floating', floating_ip: 'f' })) },
      400,
      'InvalidRequest',
    ],
    [
      'IPs without interfaces',
      { external_ips: [{ type: 'ephemeral' }], network_interfaces: { type: 'none' } },
      400,
      'InvalidRequest',
    ],
    ['an unknown pool', { external_ips: [{ type: 'ephemeral', pool: 'absent' }] }, 404, 'ObjectNotFound'],
    ['an unknown floating IP', { external_ips: [{ type: 'floating', floating_ip: 'absent' }] }, 404, 'ObjectNotFound'],
    ['no interfaces to create', { network_interfaces: { type: 'create', params: [] } }, 400, 'InvalidRequest'],
    ['an unknown group', { anti_affinity_groups: ['absent'] }, 404, 'ObjectNotFound'],
    ['17 groups', { anti_affinity_groups: Array.from({ length: 17 }, (_, i) => `g${i}`) }, 400, 'InvalidRequest'],
  ])('refuses %s and leaves nothing behind', async (_, more, status, error_code) => {
    const project = await newProject(server)
    const answer = await create(admin, project, { boot_disk: newDisk('boot'), ...more })
    expect(answer).toMatchObject({ status })
    expect(answer.body.error_code).toBe(error_code)
    for (const table of ['instances', 'disks'] as const)
      expect(await server.db.selectFrom(table).select('id').where('project_id', '=', project).execute()).toEqual([])
  })

  it('names what is taken: the instance or one of its disks', async () => {
    const project = await newProject(server)
    await made(server, project, { name: 'taken', boot_disk: newDisk('also-taken'), start: false })
    const again = (more: object) => create(admin, project, { start: false, ...more })
    expect(await again({ name: 'taken' })).toMatchObject({
      status: 400,
      body: { error_code: 'ObjectAlreadyExists', message: 'already exists: instance "taken"' },
    })
    expect(await again({ disks: [newDisk('also-taken')] })).toMatchObject({
      status: 400,
      body: { error_code: 'ObjectAlreadyExists', message: 'already exists: disk "also-taken"' },
    })
    expect(await again({ disks: [{ type: 'attach', name: 'also-taken' }] })).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest' },
    })
  })

  it('lets exactly one of several concurrent creates with one name succeed', async () => {
    const project = await newProject(server)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => create(admin, project, { name: 'contested', boot_disk: newDisk(`boot-${n}`) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
    await server.settle()
    const { items } = await admin.ok('disk_list', { query: { project } })
    expect(items).toHaveLength(1)
  })

  it('attaches one disk to exactly one of two concurrent instances', async () => {
    const project = await newProject(server)
    await createDetachedDisk(server, project, 'wanted')
    const more = { disks: [{ type: 'attach', name: 'wanted' }], start: false }
    const answers = await Promise.all([create(admin, project, more), create(admin, project, more)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
  })

  it('names a project that is not there', async () => {
    const absent = await admin.call('instance_create', { query: { project: 'absent' }, body: newBody() })
    expect(absent).toMatchObject({ status: 404, body: { message: 'not found: project with name "absent"' } })
  })
})
