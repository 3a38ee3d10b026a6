import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { syncHardware } from '../inventory/inventory.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('sled_list', () => {
  it('shows the sleds of the platform, with expunged ones', async () => {
    const { items } = await server.admin.ok('sled_list')
    const policies = items.map(({ policy }: { policy: { kind: string } }) => policy.kind)
    expect(policies.toSorted()).toEqual(['expunged', ...Array.from({ length: 4 }, () => 'in_service')])
    const [first] = await server.admin.ok('sled_list', { query: { limit: 1 } }).then((page) => page.items)
    expect(first).toMatchObject({
      baseboard: { part: expect.any(String), serial: expect.any(String), revision: expect.any(Number) },
      state: 'active',
      usable_hardware_threads: 128,
      usable_physical_ram: 2 ** 40,
      cubby: expect.any(Number),
      reachable: true,
      provisioned_hardware_threads: 0,
      provisioned_physical_ram: 0,
    })
  })

  it('refuses a limit of none', async () => {
    expect((await server.admin.call('sled_list', { query: { limit: 0 } })).status).toBe(400)
  })
})

describe('sled_view', () => {
  it('shows one, and hides it from users without a fleet role', async () => {
    const { items } = await server.admin.ok('sled_list')
    const view = (sled_id: string, caller = server.admin) => caller.call('sled_view', { path: { sled_id } })
    expect((await view(items[0].id)).body).toEqual(items[0])
    expect((await view(items[0].id, await server.user())).status).toBe(404)
    expect((await view(randomId())).status).toBe(404)
    expect((await view('sled')).status).toBe(400)
  })
})

describe('syncHardware', () => {
  it('keeps what operators have set', async () => {
    const { items } = await server.admin.ok('sled_list')
    const { id } = items.find(({ policy }: { policy: { kind: string } }) => policy.kind === 'in_service')
    await server.db.updateTable('sleds').set({ provisionable: false, reachable: false }).where('id', '=', id).execute()
    await syncHardware(server.plane.services)
    const row = await server.db.selectFrom('sleds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ provisionable: false, reachable: true, policy: 'in_service' })
    expect((await server.admin.ok('sled_list')).items).toHaveLength(items.length)
    const modified = (sleds: { time_modified: string }[]) => sleds.map(({ time_modified }) => time_modified)
    const before = (await server.admin.ok('sled_list')).items
    await server.clock.advance(1000)
    await syncHardware(server.plane.services)
    expect(modified((await server.admin.ok('sled_list')).items)).toEqual(modified(before))
  })
})

describe('disks and instances of a sled', () => {
  it('are listed, with instances of all silos', async () => {
    const silo = await server.silo('elsewhere')
    await server.db
      .insertInto('ip_pool_silos')
      .columns(['ip_pool_id', 'silo_id', 'is_default'])
      .expression((from) =>
        from
          .selectFrom('ip_pools')
          .select((row) => ['id', row.val(silo).as('silo_id'), row.val(true).as('is_default')])
          .where('name', '=', 'default'),
      )
      .execute()
    const other = await server.user({ silo: 'admin' }, silo)
    for (const owner of [server.admin, other]) {
      await owner.ok('project_create', { body: { name: 'harbour', description: '' } })
      const machine = { hostname: 'tide', ncpus: 2, memory: 2 ** 30, start: true }
      const body = { name: 'tide', description: '', ...machine }
      await owner.ok('instance_create', { query: { project: 'harbour' }, body })
    }
    await server.settle()
    const { items: sleds } = await server.admin.ok('sled_list')
    const on = async (sled_id: string) => (await server.admin.ok('sled_instance_list', { path: { sled_id } })).items
    const found = (await Promise.all(sleds.map(({ id }: { id: string }) => on(id)))).flat()
    expect(found).toHaveLength(2)
    expect(found.map(({ silo_name }) => silo_name).toSorted()).toEqual(['default', 'elsewhere'])
    expect(found[0]).toMatchObject({
      name: 'tide',
      project_name: 'harbour',
      ncpus: 2,
      memory: 2 ** 30,
      state: 'running',
      migration_id: null,
    })
    const path = { sled_id: found[0].active_sled_id }
    expect(await on(path.sled_id)).toContainEqual(found[0])
    const inUse = sleds.map((sled: { provisioned_hardware_threads: number; provisioned_physical_ram: number }) => [
      sled.provisioned_hardware_threads,
      sled.provisioned_physical_ram,
    ])
    expect(inUse.filter(([threads]: number[]) => threads)).toEqual([
      [2, 2 ** 30],
      [2, 2 ** 30],
    ])
    expect((await server.admin.ok('sled_physical_disk_list', { path })).items).toHaveLength(12)
    const user = await server.user()
    for (const operation of ['sled_instance_list', 'sled_physical_disk_list'] as const) {
      expect((await user.call(operation, { path })).status).toBe(404)
      expect((await server.admin.call(operation, { path: { sled_id: randomId() } })).status).toBe(404)
      expect((await server.admin.call(operation, { path, query: { limit: 0 } })).status).toBe(400)
    }
  })

  it('show a migration while it runs', async () => {
    const { platform } = server
    const at = { path: { instance: 'tide' }, query: { project: 'harbour' } }
    const { id } = await server.admin.ok('instance_view', at)
    const fault = platform.faults.inject({ kind: 'instance_migrate', target: id })
    const moving = async () => (await server.admin.ok('instance_view', at)).run_state === 'migrating'
    await server.clock.advanceUntil(moving)
    const { sled_id } = await server.db
      .selectFrom('instances')
      .select('sled_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { items } = await server.admin.ok('sled_instance_list', { path: { sled_id: sled_id! } })
    expect(items.find((each: { id: string }) => each.id === id)).toMatchObject({
      state: 'migrating',
      migration_id: expect.stringMatching(/-/),
    })
    platform.faults.end(fault.id)
    await server.settle()
  })
})

describe('sled_set_provision_policy', () => {
  const set = (sled_id: string, state: string) =>
    server.admin.call('sled_set_provision_policy', { path: { sled_id }, body: { state } })

  it('answers the old and the new policy, and keeps new instances away', async () => {
    const { items } = await server.admin.ok('sled_list')
    const inService = items.filter(({ policy }: { policy: { kind: string } }) => policy.kind === 'in_service')
    for (const { id } of inService) {
      await set(id, 'provisionable')
      expect(await set(id, 'non_provisionable')).toMatchObject({
        status: 200,
        body: { old_state: 'provisionable', new_state: 'non_provisionable' },
      })
      expect((await set(id, 'non_provisionable')).body).toEqual({
        old_state: 'non_provisionable',
        new_state: 'non_provisionable',
      })
    }
    const at = { path: { instance: 'tide' }, query: { project: 'harbour' } }
    expect((await server.admin.ok('instance_view', at)).run_state).toBe('running')
    const body = { name: 'homeless', description: '', hostname: 'homeless', ncpus: 1, memory: 2 ** 30, start: false }
    await server.admin.ok('instance_create', { query: at.query, body })
    await server.settle()
    const start = { path: { instance: 'homeless' }, query: at.query }
    expect((await server.admin.call('instance_start', start)).status).toBe(507)
  })

  it('refuses expunged and unknown sleds, and unknown policies', async () => {
    const { items } = await server.admin.ok('sled_list')
    const of = (kind: string) => items.find(({ policy }: { policy: { kind: string } }) => policy.kind === kind).id
    expect((await set(of('expunged'), 'provisionable')).status).toBe(409)
    const sled = of('in_service')
    expect((await set(sled, 'sometimes')).status).toBe(400)
    expect((await set(randomId(), 'provisionable')).status).toBe(404)
  })
})
