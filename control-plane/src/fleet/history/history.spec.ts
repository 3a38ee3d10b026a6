import { afterAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { regularTasks } from '../../tasks.ts'
import { named, operationsOf, startHistorySite } from './history-fixtures.ts'

const DAY_MS = 86_400_000

const site = await startHistorySite()
const { server, project, member, viewer, siloAdmin, operator, unique, ofSilo, ofFleet, later, newDiskBy, insertAct } =
  site
afterAll(() => server.close())

describe('the history of a silo', () => {
  it('has what was done to the silo and to projects as a whole, deleted ones too', async () => {
    const made_ = await siloAdmin.ok('project_create', { body: named(unique('gone')) })
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
    const fleetAdmin = await server.user({ fleet: 'admin' }, await server.silo(unique('operators')))
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
    expect((await siloAdmin.call('silo_history_list', { query: { target: 'x' } })).status).toBe(400)
    const elsewhere = await server.user({ silo: 'admin' }, await server.silo(unique('elsewhere')))
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
    // A record without a place.
    expect(await ofFleet(project)).toMatchObject([{ operation: 'instance_update', detail: null }])
  })

  it('is for fleet viewers, and of one thing', async () => {
    const of = { query: { target: randomId() } }
    expect((await member.call('system_history_list', of)).status).toBe(403)
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
  })
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
