import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { allocateEphemeral, allocateSnat, releaseAddresses } from '../external-ips/external-ips.repo.ts'
import { insertInstance } from '../network-fixtures.ts'

let server: TestServer
let admin: Caller
let plain: Caller
let fleetViewer: Caller
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
  plain = await server.user()
  fleetViewer = await server.user({ fleet: 'viewer' })
})
afterAll(() => server.close())

let count = 0
const create = (name = `pool-${++count}`) => admin.ok('ip_pool_create', { body: { name, description: 'For a test' } })
/** A new range for each test: ranges must not overlap. */
const range = (size = 16) => {
  const start = `10.9.${++count}.`
  return { first: `${start}1`, last: `${start}${size}` }
}
const withRange = async (size = 16) => {
  const pool = await create()
  const body = range(size)
  await admin.ok('ip_pool_range_add', { path: { pool: pool.id }, body })
  return { pool, body }
}
const names = (answer: { items: { name: string }[] }) => answer.items.map(({ name }) => name)

const nowhere = () => ({ path: { pool: randomId() } })

describe('project_ip_pool_list', () => {
  it('shows the pools of the silo to any user, without the service pool', async () => {
    const { items } = await plain.ok('project_ip_pool_list')
    const { capacity } = items[0].utilization.ipv4
    expect(items).toMatchObject([{ name: 'default', is_default: true, utilization: { ipv4: { allocated: 0 } } }])
    expect(capacity).toBeGreaterThan(0)
    const other = await server.user({}, await server.silo('without-pools'))
    expect((await other.ok('project_ip_pool_list')).items).toEqual([])
  })

  it('refuses a limit of none', async () => {
    expect((await plain.call('project_ip_pool_list', { query: { limit: 0 } })).status).toBe(400)
  })
})

describe('project_ip_pool_view', () => {
  it('answers a linked pool by name and id', async () => {
    const pool = await plain.ok('project_ip_pool_view', { path: { pool: 'default' } })
    expect(pool).toMatchObject({ name: 'default', is_default: true })
    expect(await plain.ok('project_ip_pool_view', { path: { pool: pool.id } })).toEqual(pool)
  })

  it('does not find an unlinked pool', async () => {
    const { name } = await create()
    expect((await plain.call('project_ip_pool_view', { path: { pool: name } })).body.message).toBe(
      `not found: ip-pool with name "${name}"`,
    )
    expect((await plain.call('project_ip_pool_view', { path: { pool: 'skerry-service-pool' } })).status).toBe(404)
    expect((await plain.call('project_ip_pool_view', { path: { pool: 'Not a name' } })).status).toBe(400)
  })
})

describe('ip_pool_list', () => {
  it('lists all pools except the service pool', async () => {
    const { name } = await create()
    const all = names(await fleetViewer.ok('ip_pool_list'))
    expect(all).toContain(name)
    expect(all).not.toContain('skerry-service-pool')
  })

  it('refuses an invalid page token', async () => {
    expect((await admin.call('ip_pool_list', { query: { page_token: 'x' } })).status).toBe(400)
  })
})

describe('ip_pool_create', () => {
  it('answers the pool', async () => {
    expect(await create('fresh')).toMatchObject({ name: 'fresh', description: 'For a test' })
  })

  it('refuses taken and invalid names', async () => {
    const body = { name: (await create()).name, description: '' }
    expect((await admin.call('ip_pool_create', { body })).body.error_code).toBe('ObjectAlreadyExists')
    expect((await admin.call('ip_pool_create', { body: { ...body, name: '-' } })).status).toBe(400)
  })
})

describe('ip_pool_view', () => {
  it('answers it by name and id, but never the service pool', async () => {
    const pool = await create()
    expect(await admin.ok('ip_pool_view', { path: { pool: pool.name } })).toEqual(pool)
    expect((await admin.call('ip_pool_view', { path: { pool: 'skerry-service-pool' } })).status).toBe(404)
    expect((await admin.call('ip_pool_view', { path: { pool: '?' } })).status).toBe(400)
    expect((await admin.call('ip_pool_view', nowhere())).status).toBe(404)
  })
})

describe('ip_pool_update', () => {
  it('changes name and description', async () => {
    const { id, name } = await create()
    const path = { pool: id }
    expect(await admin.ok('ip_pool_update', { path, body: { description: 'New' } })).toMatchObject({
      name,
      description: 'New',
    })
    expect((await admin.call('ip_pool_update', { path, body: { name: 'default' } })).status).toBe(400)
    expect((await admin.call('ip_pool_update', { ...nowhere(), body: {} })).status).toBe(404)
  })
})

describe('ip_pool_delete', () => {
  it('is refused while it has ranges, and deletes links and attachments too', async () => {
    const { pool, body } = await withRange()
    const path = { pool: pool.id }
    expect((await admin.call('ip_pool_delete', { path })).body.message).toBe(
      `IP pool "${pool.name}" has range ${body.first}-${body.last}: remove it first`,
    )
    await admin.ok('ip_pool_silo_link', { path, body: { silo: 'default', is_default: false } })
    const user = await server.user({ silo: 'collaborator' })
    const project = await user.ok('project_create', { body: { name: 'attached', description: '' } })
    const query = { gateway: 'default', vpc: 'default', project: project.name }
    const attachment = { name: 'way-out', description: '', ip_pool: pool.name }
    await user.ok('internet_gateway_ip_pool_create', { query, body: attachment })
    await admin.ok('ip_pool_range_remove', { path, body })
    expect((await admin.call('ip_pool_delete', { path })).status).toBe(204)
    expect(names(await user.ok('internet_gateway_ip_pool_list', { query }))).toEqual(['default'])
    expect((await admin.call('ip_pool_delete', { path })).status).toBe(404)
    expect(names(await plain.ok('project_ip_pool_list'))).not.toContain(pool.name)
  })
})

describe('ip_pool_range_list', () => {
  it('pages by first address', async () => {
    const { id } = await create()
    const path = { pool: id }
    for (const address of ['10.8.0.9', '10.8.0.100', '10.8.0.20'])
      await admin.ok('ip_pool_range_add', { path, body: { first: address, last: address } })
    const first = await admin.ok('ip_pool_range_list', { path, query: { limit: 2 } })
    const rest = await admin.ok('ip_pool_range_list', { path, query: { page_token: first.next_page } })
    const all = [...first.items, ...rest.items].map((item) => item.range.first)
    expect(all).toEqual(['10.8.0.9', '10.8.0.20', '10.8.0.100'])
    expect(rest.next_page).toBeNull()
    expect((await admin.call('ip_pool_range_list', { path, query: { limit: 0 } })).status).toBe(400)
  })
})

describe('ip_pool_range_add', () => {
  it('answers the range, and refuses invalid and overlapping ranges', async () => {
    const { pool, body } = await withRange()
    const path = { pool: pool.id }
    const add = (first: string, last: string) => admin.call('ip_pool_range_add', { path, body: { first, last } })
    expect((await admin.ok('ip_pool_range_list', { path })).items).toMatchObject([{ ip_pool_id: pool.id, range: body }])
    const own = await create()
    const clash = await admin.call('ip_pool_range_add', { path: { pool: own.id }, body })
    expect(clash).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest' } })
    expect(clash.body.message).toBe(`the range ${body.first}-${body.last} overlaps ${body.first}-${body.last}`)
    expect((await add('10.7.0.2', '10.7.0.1')).body.error_code).toBe('InvalidRequest')
    for (const [first, last, what] of [
      ['192.0.0.0', '255.255.255.254', 'multicast'],
      ['223.255.255.255', '224.0.0.0', 'multicast'],
      ['126.255.255.255', '128.0.0.0', 'loopback'],
      ['0.0.0.0', '1.0.0.0', 'unspecified'],
      ['169.0.0.0', '169.254.0.0', 'link-local'],
      ['255.255.255.255', '255.255.255.255', 'reserved'],
    ] as const)
      expect((await add(first, last)).body.message).toMatch(new RegExp(`^the range ${first}-${last} holds ${what} `))
    expect((await add('fd00::1', 'fd00::2')).body.error_code).toBe('InvalidRequest')
    expect((await add('10.7.0.1', 'fd00::2')).status).toBe(400)
    expect((await add('10.7.0', '10.7.0.1')).status).toBe(400)
    expect((await admin.call('ip_pool_range_add', { ...nowhere(), body: range() })).status).toBe(404)
  })

  it('lets one of two overlapping ranges in two pools succeed', async () => {
    const pools = [await create(), await create()]
    const body = range()
    const answers = await Promise.all(
      pools.map(({ id }) => admin.call('ip_pool_range_add', { path: { pool: id }, body })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
  })
})

describe('ip_pool_range_remove', () => {
  it('removes exactly this range, unless an address of it is in use', async () => {
    const { pool, body } = await withRange()
    const path = { pool: pool.id }
    const remove = (asked: object) => admin.call('ip_pool_range_remove', { path, body: asked })
    expect((await remove({ ...body, first: body.last })).body.error_code).toBe('InvalidRequest')
    await admin.ok('ip_pool_silo_link', { path, body: { silo: 'default', is_default: false } })
    const holder = await insertInstance(server)
    await server.db
      .transaction()
      .execute((tx) => allocateEphemeral(tx, { ...holder, pool: pool.name }, server.clock.now()))
    expect((await remove(body)).body.message).toBe(
      `address ${body.first} of the range ${body.first}-${body.last} is in use`,
    )
    await server.db.transaction().execute((tx) => releaseAddresses(tx, holder.instanceId, server.clock.now()))
    expect((await remove(body)).status).toBe(204)
    expect((await admin.call('ip_pool_range_remove', { ...nowhere(), body })).status).toBe(404)
    expect((await remove({ first: 'x', last: 'y' })).status).toBe(400)
  })
})

describe('ip_pool_utilization_view', () => {
  it('counts shared addresses once, in numbers and in strings', async () => {
    const siloId = await server.silo('counted')
    const { pool } = await withRange(10)
    const path = { pool: pool.id }
    await admin.ok('ip_pool_silo_link', { path, body: { silo: siloId, is_default: true } })
    const now = server.clock.now()
    for (let i = 0; i < 3; i++) {
      const holder = await insertInstance(server, siloId)
      await server.db.transaction().execute((tx) => allocateSnat(tx, holder, now))
      if (i === 0) await server.db.transaction().execute((tx) => allocateEphemeral(tx, holder, now))
    }
    const utilization = { ipv4: { allocated: 2, capacity: 10 }, ipv6: { allocated: '0', capacity: '0' } }
    expect(await admin.ok('ip_pool_utilization_view', { path })).toEqual(utilization)
    const { items } = await admin.ok('ip_pool_list', { query: { limit: 1000 } })
    expect(items.find(({ id }: { id: string }) => id === pool.id)).toEqual({ ...pool, utilization })
    expect((await admin.call('ip_pool_utilization_view', nowhere())).status).toBe(404)
    expect((await admin.call('ip_pool_utilization_view', { path: { pool: '-' } })).status).toBe(400)
  })
})

describe('the service pool', () => {
  it('is not among the pools of silos', async () => {
    const { id, name } = await admin.ok('ip_pool_service_view')
    const link = { silo: 'default', is_default: false }
    for (const pool of [id, name])
      for (const [operation, request] of [
        ['ip_pool_view', {}],
        ['ip_pool_update', { body: { description: 'Taken over' } }],
        ['ip_pool_delete', {}],
        ['ip_pool_range_list', {}],
        ['ip_pool_range_add', { body: range() }],
        ['ip_pool_range_remove', { body: range() }],
        ['ip_pool_silo_list', {}],
        ['ip_pool_silo_link', { body: link }],
        ['ip_pool_utilization_view', {}],
      ] as const)
        expect([operation, (await admin.call(operation, { path: { pool }, ...request })).status]).toEqual([
          operation,
          404,
        ])
    for (const operation of ['ip_pool_silo_update', 'ip_pool_silo_unlink'] as const)
      expect((await admin.call(operation, { path: { pool: id, silo: 'default' }, body: link })).status).toBe(404)
  })

  it('is answered by ip_pool_service_view', async () => {
    expect((await fleetViewer.ok('ip_pool_service_view')).name).toBe('skerry-service-pool')
  })

  it('ip_pool_service_range_add, _list and _remove manage its ranges', async () => {
    const body = range()
    for (const operation of ['ip_pool_service_range_add', 'ip_pool_service_range_remove'] as const) {
      expect((await admin.call(operation, { body: {} })).status).toBe(400)
    }
    expect((await admin.call('ip_pool_service_range_add', { body })).status).toBe(201)
    expect((await admin.call('ip_pool_service_range_add', { body })).status).toBe(400)
    expect((await fleetViewer.ok('ip_pool_service_range_list')).items).toMatchObject([{ range: body }])
    expect((await admin.call('ip_pool_service_range_list', { query: { limit: 0 } })).status).toBe(400)
    expect((await admin.call('ip_pool_service_range_remove', { body })).status).toBe(204)
    expect((await admin.call('ip_pool_service_range_remove', { body })).status).toBe(400)
  })
})
