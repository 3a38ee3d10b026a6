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

const nowhere = () => ({ path: { pool: randomId() } })

describe('ip_pool_silo_link', () => {
  it('links once, and allows one default pool per silo', async () => {
    const siloId = await server.silo('linked')
    const [pool, other] = [await create(), await create()]
    const link = (id: string, is_default: boolean) =>
      admin.call('ip_pool_silo_link', { path: { pool: id }, body: { silo: 'linked', is_default } })
    expect(await link(pool.id, true)).toMatchObject({
      status: 201,
      body: { ip_pool_id: pool.id, silo_id: siloId, is_default: true },
    })
    expect(await link(pool.id, false)).toMatchObject({ status: 400, body: { error_code: 'ObjectAlreadyExists' } })
    const second = await link(other.id, true)
    expect(second).toMatchObject({ status: 400, body: { error_code: 'ObjectAlreadyExists' } })
    expect(second.body.message).toMatch(/^already exists: ip-pool-resource /)
  })

  it("attaches a default pool to the silo's gateways named default", async () => {
    const siloId = await server.silo('gateways')
    const user = await server.user({ silo: 'collaborator' }, siloId)
    const project = await user.ok('project_create', { body: { name: 'first', description: '' } })
    const pool = await create()
    await admin.ok('ip_pool_silo_link', { path: { pool: pool.id }, body: { silo: siloId, is_default: true } })
    const query = { gateway: 'default', vpc: 'default', project: project.id }
    expect((await user.ok('internet_gateway_ip_pool_list', { query })).items).toMatchObject([{ ip_pool_id: pool.id }])
  })

  it('refuses unknown silos and pools', async () => {
    const path = { pool: (await create()).id }
    const body = { silo: 'nowhere', is_default: false }
    expect((await admin.call('ip_pool_silo_link', { path, body })).body.message).toBe(
      'not found: silo with name "nowhere"',
    )
    expect((await admin.call('ip_pool_silo_link', { path, body: { silo: 'default' } })).status).toBe(400)
    expect((await admin.call('ip_pool_silo_link', { ...nowhere(), body })).status).toBe(404)
  })
})

describe('ip_pool_silo_list', () => {
  it('pages the links by silo', async () => {
    const { id } = await create()
    const path = { pool: id }
    for (const silo of [await server.silo('one'), await server.silo('two')])
      await admin.ok('ip_pool_silo_link', { path, body: { silo, is_default: false } })
    const first = await admin.ok('ip_pool_silo_list', { path, query: { limit: 1 } })
    const rest = await admin.ok('ip_pool_silo_list', { path, query: { page_token: first.next_page } })
    const silos = [...first.items, ...rest.items].map((link) => link.silo_id)
    expect(silos).toEqual(silos.toSorted())
    expect(new Set(silos).size).toBe(2)
    expect([...first.items, ...rest.items].map((link) => link.silo_name).toSorted()).toEqual(['one', 'two'])
    expect((await admin.call('ip_pool_silo_list', { path, query: { limit: 0 } })).status).toBe(400)
  })
})

describe('ip_pool_silo_update', () => {
  it('replaces or clears the default', async () => {
    const silo = await server.silo('switching')
    const user = await server.user({}, silo)
    const pools = [await create(), await create()]
    for (const [i, { id }] of pools.entries())
      await admin.ok('ip_pool_silo_link', { path: { pool: id }, body: { silo, is_default: i === 0 } })
    const update = (pool: string, is_default: boolean) =>
      admin.ok('ip_pool_silo_update', { path: { pool, silo }, body: { is_default } })
    const defaults = async () =>
      (await user.ok('project_ip_pool_list')).items
        .filter((pool: { is_default: boolean }) => pool.is_default)
        .map(({ id }: { id: string }) => id)
    expect(await update(pools[1].id, true)).toMatchObject({ ip_pool_id: pools[1].id, is_default: true })
    expect(await defaults()).toEqual([pools[1].id])
    await update(pools[1].id, false)
    expect(await defaults()).toEqual([])
  })

  it("attaches a pool that becomes the default to the silo's gateways named default", async () => {
    const silo = await server.silo('becoming')
    const user = await server.user({ silo: 'collaborator' }, silo)
    await user.ok('project_create', { body: { name: 'first', description: '' } })
    const pool = await create()
    await admin.ok('ip_pool_silo_link', { path: { pool: pool.id }, body: { silo, is_default: false } })
    const query = { gateway: 'default', vpc: 'default', project: 'first' }
    const attached = async () => (await user.ok('internet_gateway_ip_pool_list', { query })).items
    expect(await attached()).toEqual([])
    await admin.ok('ip_pool_silo_update', { path: { pool: pool.id, silo }, body: { is_default: true } })
    expect(await attached()).toMatchObject([{ ip_pool_id: pool.id }])
  })

  it('answers 404 for an unlinked pool', async () => {
    const path = { pool: (await create()).id, silo: 'default' }
    const body = { is_default: true }
    expect((await admin.call('ip_pool_silo_update', { path, body })).status).toBe(404)
    expect((await admin.call('ip_pool_silo_update', { path, body: {} })).status).toBe(400)
  })
})

describe('ip_pool_silo_unlink', () => {
  it.each(['a detached floating IP', 'source NAT'])('is refused while it is used by %s', async (what) => {
    const { pool, body } = await withRange()
    const silo = await server.silo(`user-of-${pool.name}`)
    const path = { pool: pool.id, silo }
    await admin.ok('ip_pool_silo_link', { path, body: { silo, is_default: true } })
    const holder = await insertInstance(server, silo)
    const user = await server.user({ silo: 'collaborator' }, silo)
    const floating = { query: { project: holder.projectId }, body: { name: 'kept', description: '' } }
    if (what === 'source NAT')
      await server.db.transaction().execute((tx) => allocateSnat(tx, holder, server.clock.now()))
    else await user.ok('floating_ip_create', floating)
    expect((await admin.call('ip_pool_silo_unlink', { path })).body).toMatchObject({
      error_code: 'InvalidRequest',
      message: `address ${body.first} of IP pool "${pool.name}" is in use in the silo: release it first`,
    })
    const elsewhere = { pool: pool.id, silo: await server.silo(`beside-${pool.name}`) }
    await admin.ok('ip_pool_silo_link', { path: elsewhere, body: { silo: elsewhere.silo, is_default: false } })
    expect((await admin.call('ip_pool_silo_unlink', { path: elsewhere })).status).toBe(204)
  })

  it('detaches the pool from the gateways of this silo only', async () => {
    const pool = await create()
    const silos = [await server.silo('losing'), await server.silo('keeping')]
    const poolsIn = []
    for (const silo of silos) {
      await admin.ok('ip_pool_silo_link', { path: { pool: pool.id }, body: { silo, is_default: true } })
      const user = await server.user({ silo: 'collaborator' }, silo)
      await user.ok('project_create', { body: { name: 'first', description: '' } })
      const query = { gateway: 'default', vpc: 'default', project: 'first' }
      poolsIn.push(async () => (await user.ok('internet_gateway_ip_pool_list', { query })).items.length)
    }
    expect((await admin.call('ip_pool_silo_unlink', { path: { pool: pool.id, silo: 'losing' } })).status).toBe(204)
    expect([await poolsIn[0]!(), await poolsIn[1]!()]).toEqual([0, 1])
  })

  it('is refused while addresses are used in the silo', async () => {
    const { pool } = await withRange()
    const path = { pool: pool.id, silo: 'default' }
    await admin.ok('ip_pool_silo_link', { path, body: { silo: 'default', is_default: false } })
    const holder = await insertInstance(server)
    await server.db
      .transaction()
      .execute((tx) => allocateEphemeral(tx, { ...holder, pool: pool.id }, server.clock.now()))
    expect((await admin.call('ip_pool_silo_unlink', { path })).body.error_code).toBe('InvalidRequest')
    await server.db.transaction().execute((tx) => releaseAddresses(tx, holder.instanceId, server.clock.now()))
    expect((await admin.call('ip_pool_silo_unlink', { path })).status).toBe(204)
    expect((await admin.call('ip_pool_silo_unlink', { path })).status).toBe(404)
    expect((await admin.call('ip_pool_silo_unlink', { path: { ...path, silo: '!' } })).status).toBe(400)
  })
})

describe('silo_ip_pool_list', () => {
  it('answers the pools linked to a silo', async () => {
    const path = { silo: 'default' }
    const { items } = await fleetViewer.ok('silo_ip_pool_list', { path })
    expect(items).toContainEqual(expect.objectContaining({ name: 'default', is_default: true }))
    const other = await server.silo('unseen')
    expect((await plain.call('silo_ip_pool_list', { path: { silo: other } })).status).toBe(404)
    expect((await admin.call('silo_ip_pool_list', { path: { silo: 'nowhere' } })).status).toBe(404)
    expect((await admin.call('silo_ip_pool_list', { path, query: { sort_by: 'size' } })).status).toBe(400)
  })
})
