import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pruneUsage, settleFleetUsage } from '../../identity/quotas/usage.repo.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import type { Caller, Request_ } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

const MINUTE_MS = 60_000

let server: TestServer
let siloId: string
let admin: Caller
beforeAll(async () => {
  server = await startTestServer()
  siloId = (
    await server.admin.ok('silo_create', {
      body: {
        name: 'measured',
        description: '',
        discoverable: true,
        identity_mode: 'local_only',
        quotas: { cpus: 100, memory: 100 * GIB, storage: 100 * GIB },
        tls_certificates: [],
      },
    })
  ).id
  const pool = { path: { pool: 'default' }, body: { silo: siloId, is_default: true } }
  await server.admin.ok('ip_pool_silo_link', pool)
  admin = await server.user({ silo: 'admin' }, siloId)
})
afterAll(() => server.close())

const disk = (project: string, name: string, gib: number): Request_ => ({
  query: { project },
  body: { name, description: '', size: gib * GIB, disk_source: { type: 'blank', block_size: 512 } },
})
const after = (time: Date, ms: number) => new Date(time.getTime() + ms).toISOString()
const within = (from: Date, to: string | Date, more: Record<string, string | number> = {}): Request_ => ({
  path: { metric_name: 'virtual_disk_space_provisioned' },
  query: { start_time: from.toISOString(), end_time: new Date(to).toISOString(), limit: 10_000, ...more },
})

interface Point {
  timestamp: string
  datum: { type: string; datum: number }
}
/** Minutes since a time and GiB of each point. */
const shape = (items: Point[], from: Date) =>
  items.map(({ timestamp, datum }) => [
    Math.round((Date.parse(timestamp) - from.getTime()) / MINUTE_MS),
    datum.datum / GIB,
  ])

describe('silo_metric and system_metric', () => {
  it('have a point at every change and every five minutes, of each project, the silo and the fleet', async () => {
    // On a multiple of five minutes, and a minute.
    const started = server.clock.now().getTime()
    await server.clock.advance(5 * MINUTE_MS - (started % (5 * MINUTE_MS)) + MINUTE_MS)
    const from = server.clock.now()
    for (const name of ['sea', 'land']) await admin.ok('project_create', { body: { name, description: '' } })
    await server.clock.advance(MINUTE_MS)
    await admin.ok('disk_create', disk('sea', 'first', 2))
    await server.clock.advance(MINUTE_MS)
    await admin.ok('disk_create', disk('land', 'second', 3))
    await server.clock.advance(7 * MINUTE_MS)
    await admin.ok('disk_delete', { path: { disk: 'first' }, query: { project: 'sea' } })

    const to = after(server.clock.now(), MINUTE_MS)
    const ofSea = await admin.ok('silo_metric', within(from, to, { project: 'sea' }))
    expect(ofSea.items[0].datum.type).toBe('i64')
    expect(shape(ofSea.items, from)).toEqual([
      [0, 0],
      [1, 2],
      [4, 2],
      [9, 2],
      [9, 0],
    ])
    const ofSilo = await admin.ok('silo_metric', within(from, to))
    expect(shape(ofSilo.items, from)).toEqual([
      [1, 2],
      [2, 5],
      [4, 5],
      [9, 5],
      [9, 3],
    ])
    const viewer = await server.user({ fleet: 'viewer' })
    expect(await viewer.ok('system_metric', within(from, to, { silo: 'measured' }))).toEqual(ofSilo)
    expect(await viewer.ok('system_metric', within(from, to))).toEqual(ofSilo)

    const descending = await admin.ok('silo_metric', within(from, to, { order: 'descending' }))
    expect(descending.items).toEqual(ofSilo.items.toReversed())
    // The end is exclusive. The value at the start of a range comes from the last change before it.
    const part = await admin.ok('silo_metric', within(new Date(after(from, 3 * MINUTE_MS)), after(from, 9 * MINUTE_MS)))
    expect(shape(part.items, from)).toEqual([[4, 5]])
  })

  it('count running instances', async () => {
    const from = server.clock.now()
    await admin.ok('project_create', { body: { name: 'running', description: '' } })
    const body = { name: 'machine', description: '', hostname: 'm', ncpus: 2, memory: 4 * GIB }
    const network_interfaces = { type: 'none' }
    await admin.ok('instance_create', { query: { project: 'running' }, body: { ...body, network_interfaces } })
    await server.settle()
    const last = async (metric_name: string) => {
      const request = within(from, after(server.clock.now(), 1), { project: 'running', order: 'descending', limit: 1 })
      return (await admin.ok('silo_metric', { ...request, path: { metric_name } })).items[0].datum.datum
    }
    expect([await last('cpus_provisioned'), await last('ram_provisioned')]).toEqual([2, 4 * GIB])
    await admin.ok('instance_stop', { path: { instance: 'machine' }, query: { project: 'running' } })
    await server.settle()
    expect([await last('cpus_provisioned'), await last('ram_provisioned')]).toEqual([0, 0])
  })

  it('end with the present usage when a request had to wait for another', async () => {
    const { id: project } = await admin.ok('project_create', { body: { name: 'waiting', description: '' } })
    const from = server.clock.now()
    await server.clock.advance(MINUTE_MS)
    await admin.ok('disk_create', disk(project, 'slow', 1))
    const body = { name: 'machine', description: '', hostname: 'm', ncpus: 2, memory: GIB, start: false }
    const network_interfaces = { type: 'none' }
    await admin.ok('instance_create', { query: { project }, body: { ...body, network_interfaces } })
    const step = server.hold('disk-attach/attach')
    const at = { path: { instance: 'machine' }, query: { project } }
    const attaching = admin.ok('instance_disk_attach', { ...at, body: { disk: 'slow' } })
    await step.reached
    const starting = admin.ok('instance_start', at)
    await server.clock.advance(1000)
    await admin.ok('disk_create', disk(project, 'quick', 1))
    step.release()
    await Promise.all([attaching, starting])
    await server.settle()
    const last = async (metric_name: string, caller = admin, query: object = { project }) => {
      const request = within(from, after(server.clock.now(), 1), { order: 'descending', limit: 1, ...query })
      const operation = caller === admin ? 'silo_metric' : 'system_metric'
      return (await caller.ok(operation, { ...request, path: { metric_name } })).items[0].datum.datum
    }
    const { provisioned } = await admin.ok('utilization_view')
    expect([await last('cpus_provisioned'), await last('virtual_disk_space_provisioned')]).toEqual([2, 2 * GIB])
    expect(await last('cpus_provisioned', admin, {})).toBe(provisioned.cpus)
    expect(await last('cpus_provisioned', await server.user({ fleet: 'viewer' }), {})).toBe(provisioned.cpus)
    await admin.ok('instance_stop', at)
    await server.settle()
  })

  it('are empty without data, and refuse a range that ends before it starts', async () => {
    const long = new Date('2020-01-01')
    expect(await admin.ok('silo_metric', within(long, '2020-02-01'))).toEqual({ items: [], next_page: null })
    const future = new Date('2098-01-01')
    expect((await admin.ok('silo_metric', within(future, '2099-01-01'))).items).toEqual([])
    expect(await admin.call('silo_metric', within(future, '2020-01-01'))).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message: 'start_time must not be later than end_time' },
    })
    const metric = { path: { metric_name: 'cpus_provisioned' } }
    expect((await admin.call('silo_metric', metric)).body.message).toMatch(/^unable to parse query string: /)
    expect((await admin.call('silo_metric', { ...within(long, long), path: { metric_name: 'no' } })).status).toBe(400)
  })

  it('are for users of the silo, of a project for its viewers, and of the fleet for its', async () => {
    const now = server.clock.now()
    const [user, outsider] = [await server.user({}, siloId), await server.user({ silo: 'admin' })]
    const sea = within(now, now, { project: (await admin.ok('project_view', { path: { project: 'sea' } })).id })
    expect((await user.call('silo_metric', within(now, now))).status).toBe(200)
    for (const caller of [user, outsider]) expect((await caller.call('silo_metric', sea)).status).toBe(404)
    expect((await user.call('system_metric', within(now, now))).status).toBe(403)
    const viewer = await server.user({ fleet: 'viewer' })
    expect(await viewer.call('system_metric', within(now, now, { silo: 'nobody' }))).toMatchObject({
      status: 404,
      body: { message: 'not found: silo with name "nobody"' },
    })
  })
})

describe('stored points', () => {
  const count = async () =>
    (await server.db.selectFrom('usage_points').select('time').where('collection_id', '=', siloId).execute()).length

  it('are deleted after 30 days, except for the latest', async () => {
    expect(await count()).toBeGreaterThan(1)
    const later = new Date(server.clock.now().getTime() + 31 * 24 * 60 * MINUTE_MS)
    await pruneUsage(server.db, later, new AbortController().signal)
    expect(await count()).toBe(1)
  })

  it('correct the sum of the fleet', async () => {
    const viewer = await server.user({ fleet: 'viewer' })
    const last = async () => {
      const now = server.clock.now()
      const request = within(now, after(now, 1), { order: 'descending', limit: 1 })
      return (await viewer.ok('system_metric', request)).items[0]?.datum.datum
    }
    await server.db
      .updateTable('quotas')
      .set({ storage_provisioned: 7 * GIB })
      .where('silo_id', '=', siloId)
      .execute()
    await server.clock.advance(1)
    await settleFleetUsage(server.db, server.clock.now())
    expect(await last()).toBe(7 * GIB)
    const points = await server.db.selectFrom('usage_points').select('time').execute()
    await settleFleetUsage(server.db, server.clock.now())
    expect(await server.db.selectFrom('usage_points').select('time').execute()).toHaveLength(points.length)
  })
})
