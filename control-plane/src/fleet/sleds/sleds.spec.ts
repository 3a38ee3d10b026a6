import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { randomId } from '../../kernel/uuid.ts'
import { syncSleds } from './sleds.repo.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('sled_list', () => {
  it('shows the sleds of the platform, the expunged too', async () => {
    const { items } = await server.admin.ok('sled_list')
    const policies = items.map(({ policy }: { policy: { kind: string } }) => policy.kind)
    expect(policies.toSorted()).toEqual(['expunged', ...Array.from({ length: 4 }, () => 'in_service')])
    const [first] = await server.admin.ok('sled_list', { query: { limit: 1 } }).then((page) => page.items)
    expect(first).toMatchObject({
      baseboard: { part: expect.any(String), serial: expect.any(String), revision: expect.any(Number) },
      state: 'active',
      usable_hardware_threads: 128,
      usable_physical_ram: 2 ** 40,
    })
  })

  it('is for fleet viewers', async () => {
    expect((await server.stranger.call('sled_list')).status).toBe(401)
    expect((await (await server.user({ silo: 'admin' })).call('sled_list')).status).toBe(200)
    expect((await (await server.user({ silo: 'viewer' })).call('sled_list')).status).toBe(403)
    expect((await (await server.user({ fleet: 'viewer' })).call('sled_list')).status).toBe(200)
    expect((await server.admin.call('sled_list', { query: { limit: 0 } })).status).toBe(400)
  })
})

describe('sled_view', () => {
  it('shows one, and hides it from those who may not see the fleet', async () => {
    const { items } = await server.admin.ok('sled_list')
    const view = (sled_id: string, caller = server.admin) => caller.call('sled_view', { path: { sled_id } })
    expect((await view(items[0].id)).body).toEqual(items[0])
    expect((await view(items[0].id, server.stranger)).status).toBe(401)
    expect((await view(items[0].id, await server.user())).status).toBe(404)
    expect((await view(randomId())).status).toBe(404)
    expect((await view('sled')).status).toBe(400)
  })
})

describe('syncSleds', () => {
  it('leaves as it is what operators decided', async () => {
    const { items } = await server.admin.ok('sled_list')
    const { id } = items.find(({ policy }: { policy: { kind: string } }) => policy.kind === 'in_service')
    await server.db.updateTable('sleds').set({ provisionable: false, reachable: false }).where('id', '=', id).execute()
    await syncSleds(server.plane.services)
    const row = await server.db.selectFrom('sleds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ provisionable: false, reachable: true, policy: 'in_service' })
    expect((await server.admin.ok('sled_list')).items).toHaveLength(items.length)
  })
})
