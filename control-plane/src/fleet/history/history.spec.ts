import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { injectFault, made, newDisk, newProject, until } from '../../compute/instances/instance-fixtures.ts'
import { randomId } from '../../kernel/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { regularTasks } from '../../tasks.ts'

const named = (name: string) => ({ name, description: '' })
const DAY_MS = 86_400_000

type Query = Record<string, string | number>

interface Entry {
  operation: string
  [field: string]: unknown
}

let server: TestServer
let project: string
let member: Caller
let viewer: Caller
let siloAdmin: Caller
let operator: Caller
let number = 0

beforeAll(async () => {
  server = await startTestServer()
  project = await newProject(server)
  member = await server.user({ projects: { [project]: 'collaborator' } })
  viewer = await server.user({ projects: { [project]: 'viewer' } })
  siloAdmin = await server.user({ silo: 'admin' })
  operator = await server.user({ fleet: 'viewer' }, await server.silo('operators'))
})
afterAll(() => server.close())

const ofProject = async (query: Query = {}, by = viewer): Promise<Entry[]> =>
  (await by.ok('project_history_list', { path: { project }, query })).items
const ofSilo = async (query: Query = {}, by = siloAdmin): Promise<Entry[]> =>
  (await by.ok('silo_history_list', { query })).items
const ofFleet = async (target: string, by = operator): Promise<Entry[]> =>
  (await by.ok('system_history_list', { query: { target } })).items
const operationsOf = (entries: Entry[]) => entries.map(({ operation }) => operation)

/** Acts of one moment have no order that a test could expect. */
const later = () => server.clock.advance(1000)

const newDiskBy = (by: Caller) => by.ok('disk_create', { query: { project }, body: newDisk(`disk-${++number}`) })
const grant = (to: Caller) =>
  siloAdmin.ok('project_policy_update', {
    path: { project },
    body: {
      role_assignments: [member, viewer, to].map((user) => ({
        identity_type: 'silo_user',
        identity_id: user.userId,
        role_name: user === member ? 'collaborator' : 'viewer',
      })),
    },
  })

describe('the history of a project', () => {
  it('has what was done to a thing, by whom, newest first, with sagas', async () => {
    const disk = await newDiskBy(member)
    await later()
    await member.call('disk_delete', { path: { disk: disk.id } })
    await later()
    const entries = await ofProject({ target: disk.id })
    expect(operationsOf(entries)).toEqual(['disk_delete', 'disk_create'])
    expect(entries[1]).toMatchObject({
      outcome: 'done',
      reason: null,
      refusals: null,
      actor: { kind: 'user', id: member.userId, name: expect.stringMatching(/^user-/) },
      target: disk.id,
      target_kind: 'disk',
      target_name: disk.name,
      target_deleted: true,
      detail: null,
      detail_omitted: false,
      sagas: [{ name: 'disk-create', state: 'done', reason: null, time_ended: expect.any(String) }],
    })
    expect(JSON.stringify(entries)).not.toMatch(/192\.0\.2|credential|source|request_id/)
  })

  it('has what is deleted, with its name, and the act that made the project', async () => {
    const disk = await newDiskBy(member)
    await later()
    await member.call('disk_delete', { path: { disk: disk.id } })
    await later()
    const [deleted] = await ofProject()
    expect(deleted).toMatchObject({ operation: 'disk_delete', target_name: disk.name, target_deleted: true })
    expect(operationsOf(await ofProject({ target: project }))).toContain('project_create')
  })

  it('of a thing has the acts on other things that made, attached, detached or took it', async () => {
    const { id, disk, nic } = await machineWithParts()
    await later()
    await member.ok('instance_disk_detach', { path: { instance: id }, body: { disk } })
    await later()
    await member.ok('snapshot_create', { query: { project }, body: { ...named(`snapshot-${++number}`), disk } })
    await later()
    await member.ok('instance_disk_attach', { path: { instance: id }, body: { disk } })
    await later()
    const floating = await member.ok('floating_ip_create', { query: { project }, body: named(`ip-${++number}`) })
    await member.ok('floating_ip_attach', {
      path: { floating_ip: floating.id },
      body: { kind: 'instance', parent: id },
    })
    await later()
    await member.ok('instance_delete', { path: { instance: id } })
    expect(operationsOf(await ofProject({ target: disk }))).toEqual([
      'instance_delete',
      'instance_disk_attach',
      'snapshot_create',
      'instance_disk_detach',
      'instance_create',
    ])
    expect(operationsOf(await ofProject({ target: nic }))).toEqual(['instance_delete', 'instance_create'])
    expect(operationsOf(await ofProject({ target: id }))).toEqual([
      'instance_delete',
      'floating_ip_attach',
      'instance_disk_attach',
      'instance_disk_detach',
      'instance_create',
    ])
  })

  it('of parts of a VPC has the act that made it, and the one that deleted it', async () => {
    const vpc = await member.ok('vpc_create', {
      query: { project },
      body: { ...named(`vpc-${++number}`), dns_name: 'v' },
    })
    const [subnet, router, gateway] = await Promise.all([
      member.ok('vpc_subnet_list', { query: { vpc: vpc.id } }),
      member.ok('vpc_router_list', { query: { vpc: vpc.id } }),
      member.ok('internet_gateway_list', { query: { vpc: vpc.id } }),
    ]).then((lists) => lists.map(({ items }) => items[0].id))
    await later()
    await member.ok('vpc_subnet_delete', { path: { subnet } })
    await later()
    await member.ok('vpc_delete', { path: { vpc: vpc.id } })
    for (const part of [router, gateway])
      expect(operationsOf(await ofProject({ target: part }))).toEqual(['vpc_delete', 'vpc_create'])
    expect(operationsOf(await ofProject({ target: subnet }))).toEqual(['vpc_subnet_delete', 'vpc_create'])
    const { items: vpcs } = await viewer.ok('vpc_list', { query: { project } })
    const first = vpcs.find(({ name }: { name: string }) => name === 'default')
    expect(operationsOf(await ofProject({ target: first.id }))).toContain('project_create')
  })

  it('shows changes with the names of users, and leaves out what is too large', async () => {
    const someone = await server.user()
    await later()
    await grant(someone)
    const [policy] = await ofProject({ target: project })
    expect(policy).toMatchObject({
      operation: 'project_policy_update',
      detail: { after: { role_assignments: expect.any(Array) } },
    })
    expect(policy?.['names_by_id']).toHaveProperty(someone.userId, expect.stringMatching(/^user-/))
    const target = randomId()
    const after = { text: 'x'.repeat(20_000) }
    await insertAct({ target, project_id: project, detail: JSON.stringify({ before: {}, after, reason: 'Because' }) })
    expect(await ofProject({ target })).toMatchObject([{ detail: null, detail_omitted: true, reason: 'Because' }])
  })

  it('shows a refusal with its reason, but no attempt of those who see nothing', async () => {
    const disk = await newDiskBy(member)
    await later()
    expect((await viewer.call('disk_delete', { path: { disk: disk.id } })).status).toBe(403)
    const stranger = await server.user()
    expect((await stranger.call('disk_delete', { path: { disk: disk.id } })).status).toBe(404)
    const refused = (await ofProject()).filter(({ operation }) => operation === 'disk_delete')
    expect(refused[0]).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('Forbidden'),
      actor: { id: viewer.userId },
    })
    expect(JSON.stringify(refused)).not.toContain(stranger.userId)
    const instance = await made(server, project)
    await later()
    expect((await member.call('instance_delete', { path: { instance: instance.id } })).status).toBe(400)
    expect((await ofProject({ target: instance.id }))[0]).toMatchObject({
      operation: 'instance_delete',
      outcome: 'refused',
      reason: 'Only a stopped or failed instance can be deleted',
    })
  })

  it('counts many refusals of a minute where they were', async () => {
    const other = await newProject(server)
    const prober = await server.user({ projects: { [project]: 'viewer', [other]: 'viewer' } })
    await later()
    const refuse = async (where: string, times: number) => {
      for (let n = 0; n < times; n++)
        expect((await prober.call('disk_create', { query: { project: where }, body: newDisk('none') })).status).toBe(
          403,
        )
    }
    await refuse(other, 22)
    await refuse(project, 5)
    const countIn = async (where: string) => {
      const { items } = await server.admin.ok('project_history_list', { path: { project: where } })
      return items
        .filter(({ actor }: { actor: { id: string } }) => actor.id === prober.userId)
        .reduce((sum: number, { refusals }: { refusals: number | null }) => sum + (refusals ?? 1), 0)
    }
    expect([await countIn(other), await countIn(project)]).toEqual([22, 5])
  })

  it('shows an act whose saga runs, and why one failed', async () => {
    await later()
    const held = server.hold('disk-create/volume')
    const making = member.call('disk_create', { query: { project }, body: newDisk(`disk-${++number}`) })
    await held.reached
    const [running] = await ofProject()
    expect(running).toMatchObject({ operation: 'disk_create', outcome: 'running', sagas: [{ state: 'running' }] })
    held.release()
    const { body: disk } = await making
    const failure = JSON.stringify({ status: 503, code: null, message: 'No room' })
    await server.db.updateTable('sagas').set({ state: 'undone', failure }).where('id', '=', sagaOf(running)).execute()
    expect((await ofProject({ target: disk.id }))[0]).toMatchObject({
      outcome: 'failed',
      reason: 'No room',
      sagas: [{ state: 'undone', reason: 'No room' }],
    })
  })

  it('has what happened to a machine, without paths of the host', async () => {
    const { id } = await made(server, project)
    await injectFault(server, id, 'instance_migrate')
    await until(server, id, 'running')
    await server.clock.advance(1000)
    await injectFault(server, id, 'instance_fail')
    await until(server, id, 'failed')
    const [failed, moved] = await ofProject({ target: id })
    const itself = { actor: { kind: 'automatic' }, outcome: 'done', target_kind: 'instance', sagas: [] }
    expect(failed).toMatchObject({ operation: 'instance_failed', reason: 'Failure by request', ...itself })
    expect(moved).toMatchObject({ operation: 'instance_moved', reason: 'Migration by request', ...itself })
    const reason = 'The process ended; QEMU: could not open /var/lib/skerry/disk.qcow2: 1/2'
    await server.db.updateTable('machine_events').set({ reason }).where('subject_id', '=', id).execute()
    expect((await ofProject({ target: id }))[0]).toMatchObject({
      reason: 'The process ended; QEMU: could not open (path): 1/2',
    })
  })

  it('is only what is in that project', async () => {
    const other = await newProject(server)
    const disk = await server.admin.ok('disk_create', { query: { project: other }, body: newDisk('theirs') })
    expect(await ofProject({ target: disk.id })).toEqual([])
    expect(await ofProject({ target: randomId() })).toEqual([])
    expect((await viewer.call('project_history_list', { path: { project: other } })).status).toBe(404)
  })

  it('pages through acts and events of the same time, each once', async () => {
    const target = randomId()
    for (let i = 0; i < 3; i++) await insertAct({ target, project_id: project })
    await server.db
      .insertInto('machine_events')
      .values(
        [0, 1, 2].map(() => ({
          id: randomId(),
          time: server.clock.now(),
          event: 'instance_failed' as const,
          subject_id: target,
          silo_id: server.siloId,
          project_id: project,
          reason: null,
        })),
      )
      .execute()
    for (let i = 0; i < 3; i++) {
      const { id: record_id, time } = await insertAct({ target: randomId(), project_id: project })
      await server.db.insertInto('audit_mentions').values({ target, time, record_id }).execute()
    }
    const whole = await ofProject({ target })
    expect(whole).toHaveLength(9)
    const found: unknown[] = []
    for (let token: string | undefined; ;) {
      const query = token ? { page_token: token, limit: 2 } : { target, limit: 2 }
      const page = await viewer.ok('project_history_list', { path: { project }, query })
      found.push(...page.items)
      if (!page.next_page) break
      token = page.next_page
    }
    expect(found).toEqual(whole)
  })
})

async function machineWithParts(): Promise<{ id: string; disk: string; nic: string }> {
  const boot = newDisk(`boot-${++number}`)
  const { id } = await made(server, project, { start: false, disks: [boot] })
  const [disks, nics] = await Promise.all([
    viewer.ok('instance_disk_list', { path: { instance: id } }),
    viewer.ok('instance_network_interface_list', { query: { instance: id } }),
  ])
  return { id, disk: disks.items[0].id, nic: nics.items[0].id }
}

const sagaOf = (entry: Entry | undefined) => (entry as unknown as { sagas: { id: string }[] }).sagas[0]!.id

async function insertAct(act: { target: string; project_id?: string; place_silo_id?: string; detail?: string }) {
  const id = randomId()
  const who = { actor_id: member.userId, silo_id: server.siloId, credential_id: null, source_address: '192.0.2.7' }
  const row = { id, time: server.clock.now(), request_id: id, operation: 'instance_update', status: 200, detail: null }
  await server.db
    .insertInto('audit_log')
    .values({ ...row, ...who, ...act })
    .execute()
  return row
}

describe('the history of a silo', () => {
  it('has what was done to the silo and to projects as a whole, deleted ones too', async () => {
    const made_ = await siloAdmin.ok('project_create', { body: named(`gone-${++number}`) })
    const { items: vpcs } = await siloAdmin.ok('vpc_list', { query: { project: made_.id } })
    const at = { path: { vpc: vpcs[0].id } }
    await later()
    const { items: subnets } = await siloAdmin.ok('vpc_subnet_list', { query: { vpc: vpcs[0].id } })
    for (const subnet of subnets) await siloAdmin.call('vpc_subnet_delete', { path: { subnet: subnet.id } })
    expect((await siloAdmin.call('vpc_delete', at)).status).toBe(204)
    await later()
    expect((await siloAdmin.call('project_delete', { path: { project: made_.id } })).status).toBe(204)
    const [deleted] = await ofSilo()
    expect(deleted).toMatchObject({ operation: 'project_delete', target_name: made_.name, target_deleted: true })
    expect(operationsOf(await ofSilo())).not.toContain('vpc_delete')
    expect(operationsOf(await ofSilo({ target: vpcs[0].id }))).toEqual(['vpc_delete', 'project_create'])
  })

  it('does not name an operator of another silo', async () => {
    const fleetAdmin = await server.user({ fleet: 'admin' }, await server.silo(`operators-${++number}`))
    await fleetAdmin.ok('silo_policy_update', {
      path: { silo: server.siloId },
      body: await fleetAdmin.ok('silo_policy_view', { path: { silo: server.siloId } }),
    })
    const [act] = await ofSilo({ target: server.siloId })
    expect(act).toMatchObject({ operation: 'silo_policy_update', actor: { kind: 'operator' } })
    expect(act?.['actor']).not.toHaveProperty('id')
  })

  it('is for its admins', async () => {
    expect((await member.call('silo_history_list')).status).toBe(403)
    expect((await operator.call('silo_history_list')).status).toBe(403)
    expect((await server.anonymous.call('silo_history_list')).status).toBe(401)
    expect((await siloAdmin.call('silo_history_list', { query: { target: 'x' } })).status).toBe(400)
    const elsewhere = await server.user({ silo: 'admin' }, await server.silo(`elsewhere-${++number}`))
    expect(await ofSilo({ target: project }, elsewhere)).toEqual([])
  })
})

describe('the history of the fleet', () => {
  it('has what was done to a thing of the fleet, with its user, and what happened to it', async () => {
    const { items: sleds } = await server.admin.ok('sled_list')
    const sled = sleds[0].id
    const body = { state: 'non_provisionable' }
    await server.admin.ok('sled_set_provision_policy', { path: { sled_id: sled }, body })
    await later()
    await server.admin.ok('sled_set_provision_policy', { path: { sled_id: sled }, body: { state: 'provisionable' } })
    const [act] = await ofFleet(sled)
    expect(act).toMatchObject({
      operation: 'sled_set_provision_policy',
      actor: { kind: 'user', id: server.admin.userId },
      target_kind: 'sled',
      detail: { after: { provision_policy: 'provisionable' } },
    })
    const fault = server.platform.faults.inject({ kind: 'sled_unreachable', target: sled })
    await server.clock.advanceUntil(async () => operationsOf(await ofFleet(sled)).includes('sled_unreachable'))
    server.platform.faults.end(fault.id)
    await server.clock.advanceUntil(async () => operationsOf(await ofFleet(sled)).includes('sled_reachable'))
  })

  it('has nothing of projects', async () => {
    const disk = await newDiskBy(member)
    expect(await ofFleet(disk.id)).toEqual([])
    expect(await ofFleet(project)).toEqual([])
    await insertAct({ target: project, detail: JSON.stringify({ before: { name: 'a' }, after: { name: 'b' } }) })
    // A record of before, without a place.
    expect(await ofFleet(project)).toMatchObject([{ operation: 'instance_update', detail: null }])
  })

  it('is for fleet viewers, and of one thing', async () => {
    const of = { query: { target: randomId() } }
    expect((await member.call('system_history_list', of)).status).toBe(403)
    expect((await server.anonymous.call('system_history_list', of)).status).toBe(401)
    expect((await operator.call('system_history_list')).status).toBe(400)
    expect((await operator.call('system_history_list', { query: { target: 'x' } })).status).toBe(400)
  })
})

describe("a user's own history", () => {
  it('has what the user did to own keys, and nobody else sees it', async () => {
    const public_key = `ssh-ed25519 ${btoa('\0\0\0\x0bssh-ed25519\0\0\0 ' + 'k'.repeat(32))}`
    const key = await member.ok('current_user_ssh_key_create', { body: { ...named('own'), public_key } })
    await later()
    await member.call('current_user_ssh_key_delete', { path: { ssh_key: key.id } })
    const { items } = await member.ok('current_user_history_list')
    expect(items).toMatchObject([
      { operation: 'current_user_ssh_key_delete', target_name: 'own', target_deleted: true },
      { operation: 'current_user_ssh_key_create', actor: { id: member.userId } },
    ])
    expect((await viewer.ok('current_user_history_list', { query: { target: key.id } })).items).toEqual([])
    expect(await ofSilo({ target: key.id })).toEqual([])
    expect((await member.call('current_user_history_list', { query: { target: 'x' } })).status).toBe(400)
    expect((await server.anonymous.call('current_user_history_list')).status).toBe(401)
  })
})

it('the history of a project is for its viewers', async () => {
  const at = { path: { project } }
  expect((await operator.call('project_history_list', at)).status).toBe(404)
  expect((await (await server.user()).call('project_history_list', at)).status).toBe(404)
  expect((await server.anonymous.call('project_history_list', at)).status).toBe(401)
  expect((await viewer.call('project_history_list', { ...at, query: { target: 'x' } })).status).toBe(400)
})

it('events and names are kept as long as the audit log', async () => {
  const id = randomId()
  const time = new Date(server.clock.now().getTime() - 91 * DAY_MS)
  await server.db
    .insertInto('machine_events')
    .values({ id, time, event: 'sled_added', subject_id: id, silo_id: null, project_id: null, reason: null })
    .execute()
  await server.db.insertInto('deleted_things').values({ id, kind: 'sled', name: 'old', time_deleted: time }).execute()
  await insertAct({ target: id })
  const pruning = regularTasks(server.plane.services).find(({ name }) => name === 'audit-log-pruning')
  await pruning?.run(new AbortController().signal)
  expect(operationsOf(await ofFleet(id))).toEqual(['instance_update'])
  expect(await server.db.selectFrom('deleted_things').select('id').where('id', '=', id).execute()).toEqual([])
})
