import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../testing/caller.ts'
import { lockWaits } from '../../testing/lock-waits.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { deleteLink } from '../ip-pools/ip-pool-links.repo.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let count = 0
let silo: { id: string; poolId: string }
let user: Caller
beforeEach(async () => {
  const name = `silo-${++count}`
  const pool = await server.admin.ok('ip_pool_create', { body: { name: `pool-${count}`, description: '' } })
  silo = { id: await server.silo(name), poolId: pool.id }
  user = await server.user({ silo: 'collaborator' }, silo.id)
  await user.ok('project_create', { body: { name: 'harbour', description: '' } })
  const link = { silo: silo.id, is_default: true }
  await server.admin.ok('ip_pool_silo_link', { path: { pool: pool.id }, body: link })
})

/** Runs `begin` while the silo's pool is being unlinked, and commits the unlinking once `begin` waits for it. */
async function whileUnlinking<T>(begin: () => Promise<T>): Promise<T> {
  const { db } = server
  const unlinked = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const unlinking = db.transaction().execute(async (tx) => {
    await tx.selectFrom('ip_pools').select('id').where('id', '=', silo.poolId).forUpdate().execute()
    await deleteLink(tx, server.plane.services, silo.poolId, silo.id)
    unlinked.resolve()
    await finish.promise
  })
  await unlinked.promise
  const started = begin()
  await expect.poll(() => lockWaits(db)).toBe(1)
  finish.resolve()
  await unlinking
  return started
}

/** Runs two requests while commits are blocked: each does all of its work, or waits for the other. */
async function atOnce(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  const { db } = server
  const locked = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const locking = db.transaction().execute(async (tx) => {
    await sql`lock table audit_log in exclusive mode`.execute(tx)
    locked.resolve()
    await finish.promise
  })
  await locked.promise
  const started = []
  for (const begin of [first, second]) {
    started.push(begin())
    await expect.poll(() => lockWaits(db)).toBe(started.length)
  }
  finish.resolve()
  await Promise.all([locking, ...started])
}

const poolsIn = async (vpc: string, gateway: string) =>
  (await user.ok('internet_gateway_ip_pool_list', { query: { gateway, vpc, project: 'harbour' } })).items

it('a gateway does not get a pool that is unlinked concurrently', async () => {
  const query = { vpc: 'default', project: 'harbour' }
  await user.ok('internet_gateway_create', { query, body: { name: 'second', description: '' } })
  const request = {
    query: { gateway: 'second', ...query },
    body: { name: 'late', description: '', ip_pool: silo.poolId },
  }
  const answer = await whileUnlinking(() => user.call('internet_gateway_ip_pool_create', request))
  expect(answer).toMatchObject({ status: 404, body: { message: `not found: ip-pool with id "${silo.poolId}"` } })
  expect(await poolsIn('default', 'second')).toEqual([])
})

it('a new VPC does not get a default pool that is unlinked concurrently', async () => {
  const request = { query: { project: 'harbour' }, body: { name: 'late', description: '', dns_name: 'late' } }
  expect((await whileUnlinking(() => user.call('vpc_create', request))).status).toBe(201)
  expect(await poolsIn('late', 'default')).toEqual([])
})

it('a default pool is attached under the lowest free name', async () => {
  const query = { gateway: 'default', vpc: 'default', project: 'harbour' }
  const { id, name } = await server.admin.ok('ip_pool_create', { body: { name: `next-${count}`, description: '' } })
  await server.admin.ok('ip_pool_silo_unlink', { path: { pool: silo.poolId, silo: silo.id } })
  const addresses = [name, `${name}-2`, `${name}-${id.slice(0, 8)}`]
  for (const [index, taken] of addresses.entries()) {
    const pool = await server.admin.ok('ip_pool_create', { body: { name: `taken-${index}-${count}`, description: '' } })
    await server.admin.ok('ip_pool_silo_link', { path: { pool: pool.id }, body: { silo: silo.id, is_default: false } })
    await user.ok('internet_gateway_ip_pool_create', {
      query,
      body: { name: taken, description: '', ip_pool: pool.id },
    })
  }
  await server.admin.ok('ip_pool_silo_link', { path: { pool: id }, body: { silo: silo.id, is_default: true } })
  const attached = await poolsIn('default', 'default')
  expect(attached.find((pool: { ip_pool_id: string }) => pool.ip_pool_id === id).name).toBe(`${name}-3`)
})

it('a default pool that was detached stays so when it is made the default once more', async () => {
  const [attached] = await poolsIn('default', 'default')
  await user.ok('internet_gateway_ip_pool_delete', { path: { pool: attached.id }, query: { cascade: true } })
  const request = { path: { pool: silo.poolId, silo: silo.id }, body: { is_default: true } }
  expect(await server.admin.ok('ip_pool_silo_update', request)).toMatchObject({ is_default: true })
  expect(await poolsIn('default', 'default')).toEqual([])
})

it('a default pool is attached under the lock of the VPC, and sees names that were taken concurrently', async () => {
  const { db } = server
  const { id, name } = await server.admin.ok('ip_pool_create', { body: { name: `late-${count}`, description: '' } })
  await server.admin.ok('ip_pool_silo_link', { path: { pool: id }, body: { silo: silo.id, is_default: false } })
  const other = await server.admin.ok('ip_pool_create', { body: { name: `other-${count}`, description: '' } })
  const vpc = await user.ok('vpc_view', { path: { vpc: 'default' }, query: { project: 'harbour' } })
  const locked = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const naming = db.transaction().execute(async (tx) => {
    await tx.selectFrom('vpcs').select('id').where('id', '=', vpc.id).forUpdate().execute()
    locked.resolve()
    await finish.promise
    await sql`
      insert into internet_gateway_ip_pools
        (id, internet_gateway_id, ip_pool_id, name, description, time_created, time_modified)
      select gen_random_uuid(), id, ${other.id}, ${name}, '', now(), now()
      from internet_gateways where vpc_id = ${vpc.id} and name = 'default'`.execute(tx)
  })
  await locked.promise
  const request = { path: { pool: id, silo: silo.id }, body: { is_default: true } }
  const update = server.admin.call('ip_pool_silo_update', request)
  await expect.poll(() => lockWaits(db)).toBe(1)
  finish.resolve()
  await naming
  expect((await update).status).toBe(200)
  expect((await poolsIn('default', 'default')).map((pool: { name: string }) => pool.name)).toContain(`${name}-2`)
})

describe.each(['first', 'last'] as const)('The gateway of a concurrently created VPC, started %s, has', (place) => {
  const makeVpc = () =>
    user.ok('vpc_create', { query: { project: 'harbour' }, body: { name: 'new', description: '', dns_name: 'new' } })
  const makeProject = () => user.ok('project_create', { body: { name: 'new', description: '' } })
  const both = (make: () => Promise<unknown>, change: () => Promise<unknown>) =>
    place === 'first' ? atOnce(make, change) : atOnce(change, make)
  const poolId = (pool: { ip_pool_id: string }) => pool.ip_pool_id

  it('a pool that is linked as default', async () => {
    await server.admin.ok('ip_pool_silo_unlink', { path: { pool: silo.poolId, silo: silo.id } })
    const request = { path: { pool: silo.poolId }, body: { silo: silo.id, is_default: true } }
    await both(makeVpc, () => server.admin.ok('ip_pool_silo_link', request))
    expect((await poolsIn('new', 'default')).map(poolId)).toEqual([silo.poolId])
  })

  it('a linked pool that becomes the default, in a new project too', async () => {
    const { id } = await server.admin.ok('ip_pool_create', { body: { name: `other-${count}`, description: '' } })
    await server.admin.ok('ip_pool_silo_link', { path: { pool: id }, body: { silo: silo.id, is_default: false } })
    const request = { path: { pool: id, silo: silo.id }, body: { is_default: true } }
    await both(makeProject, () => server.admin.ok('ip_pool_silo_update', request))
    const query = { gateway: 'default', vpc: 'default', project: 'new' }
    expect((await user.ok('internet_gateway_ip_pool_list', { query })).items.map(poolId)).toContain(id)
  })
})
