import { afterAll, describe, expect, it } from 'vitest'
import { injectFault, made, newDisk, newProject, until } from '../../compute/instances/instance-fixtures.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type Entry, named, operationsOf, startHistorySite } from './history-fixtures.ts'

const site = await startHistorySite()
const { server, project, member, viewer, siloAdmin, unique, ofProject, later, newDiskBy, insertAct } = site
afterAll(() => server.close())

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
    await member.ok('snapshot_create', { query: { project }, body: { ...named(unique('snapshot')), disk } })
    await later()
    await member.ok('instance_disk_attach', { path: { instance: id }, body: { disk } })
    await later()
    const floating = await member.ok('floating_ip_create', { query: { project }, body: named(unique('ip')) })
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
      body: { ...named(unique('vpc')), dns_name: 'v' },
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
    const making = member.call('disk_create', { query: { project }, body: newDisk(unique('disk')) })
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

it('the history of a project is for its viewers', async () => {
  const at = { path: { project } }
  expect((await site.operator.call('project_history_list', at)).status).toBe(404)
  expect((await (await server.user()).call('project_history_list', at)).status).toBe(404)
  expect((await viewer.call('project_history_list', { ...at, query: { target: 'x' } })).status).toBe(400)
})

async function machineWithParts(): Promise<{ id: string; disk: string; nic: string }> {
  const boot = newDisk(unique('boot'))
  const { id } = await made(server, project, { start: false, disks: [boot] })
  const [disks, nics] = await Promise.all([
    viewer.ok('instance_disk_list', { path: { instance: id } }),
    viewer.ok('instance_network_interface_list', { query: { instance: id } }),
  ])
  return { id, disk: disks.items[0].id, nic: nics.items[0].id }
}

const sagaOf = (entry: Entry | undefined) => (entry as unknown as { sagas: { id: string }[] }).sagas[0]!.id
