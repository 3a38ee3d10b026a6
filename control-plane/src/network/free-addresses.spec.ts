import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../testing/invariants.ts'
import type { TestServer } from '../testing/test-server.ts'
import { addressesOfPool, freeAddresses, takeAddresses } from './free-addresses.repo.ts'
import { openSite, type Site } from './network-fixtures.ts'

let site: Site
let server: TestServer
beforeAll(async () => {
  site = await openSite()
  server = site.server
})
afterAll(() => server.close())

let pools = 0
/** Creates a pool with these ranges, linked to the silo. */
async function pool(...ranges: [string, string][]): Promise<string> {
  const name = `pool-${++pools}`
  const { id } = await server.admin.ok('ip_pool_create', { body: { name, description: '' } })
  for (const [first, last] of ranges)
    await server.admin.ok('ip_pool_range_add', { path: { pool: id }, body: { first, last } })
  await server.admin.ok('ip_pool_silo_link', { path: { pool: id }, body: { silo: server.siloId, is_default: false } })
  return id
}
let count = 0
const floating = (pool_: string, more: object = {}) =>
  site.owner.call('floating_ip_create', {
    query: { project: site.project.id },
    body: { name: `address-${++count}`, description: '', pool: pool_, ...more },
  })
const gapsOf = async (id: string) =>
  (
    await server.db
      .selectFrom('ip_pool_gaps')
      .select(['first', 'last'])
      .where('owner_id', '=', id)
      .orderBy('first')
      .execute()
  ).map(({ first, last }) => `${first}-${last}`)

describe('Free addresses of a pool', () => {
  it('are allocated in rotation after any allocations and releases', async () => {
    const id = await pool(['10.90.0.1', '10.90.0.6'], ['10.90.0.7', '10.90.0.8'], ['10.90.1.0', '10.90.1.0'])
    const given: { id: string; ip: string }[] = []
    for (let i = 0; i < 5; i++) given.push((await floating(id)).body)
    expect(given.map(({ ip }) => ip)).toEqual(['10.90.0.1', '10.90.0.2', '10.90.0.3', '10.90.0.4', '10.90.0.5'])
    expect((await floating(id, { ip: '10.90.0.7' })).body.ip).toBe('10.90.0.7')
    expect(await gapsOf(id)).toEqual(['10.90.0.6-10.90.0.6', '10.90.0.8-10.90.0.8', '10.90.1.0-10.90.1.0'])
    for (const index of [3, 1, 2])
      await site.owner.ok('floating_ip_delete', { path: { floating_ip: given[index]!.id } })
    expect(await gapsOf(id)).toEqual([
      '10.90.0.2-10.90.0.4',
      '10.90.0.6-10.90.0.6',
      '10.90.0.8-10.90.0.8',
      '10.90.1.0-10.90.1.0',
    ])
    const rest = []
    for (let i = 0; i < 6; i++) rest.push((await floating(id)).body.ip)
    expect(rest).toEqual(['10.90.0.6', '10.90.0.8', '10.90.1.0', '10.90.0.2', '10.90.0.3', '10.90.0.4'])
    expect(await floating(id)).toMatchObject({ status: 507 })
    expect(await brokenInvariants(server.db)).toEqual([])
  })

  it('rest after a release, also through an address that is requested and a range that is removed', async () => {
    const id = await pool(['10.94.0.1', '10.94.0.4'], ['10.94.1.1', '10.94.1.2'])
    const given = [(await floating(id)).body, (await floating(id)).body]
    for (const { id: one } of given) await site.owner.ok('floating_ip_delete', { path: { floating_ip: one } })
    expect((await floating(id, { ip: '10.94.0.1' })).body.ip).toBe('10.94.0.1')
    expect((await floating(id)).body.ip).toBe('10.94.0.3')
    await server.admin.ok('ip_pool_range_remove', {
      path: { pool: id },
      body: { first: '10.94.1.1', last: '10.94.1.2' },
    })
    expect((await floating(id)).body.ip).toBe('10.94.0.4')
    expect((await floating(id)).body.ip).toBe('10.94.0.2')
    expect(await floating(id)).toMatchObject({ status: 507 })
  })

  it('are taken from a range between two adjacent ranges', async () => {
    const id = await pool(['10.91.0.0', '10.91.0.9'], ['10.91.0.10', '10.91.0.19'], ['10.91.0.20', '10.91.0.29'])
    expect(await gapsOf(id)).toEqual(['10.91.0.0-10.91.0.29'])
    await server.admin.ok('ip_pool_range_remove', {
      path: { pool: id },
      body: { first: '10.91.0.10', last: '10.91.0.19' },
    })
    expect(await gapsOf(id)).toEqual(['10.91.0.0-10.91.0.9', '10.91.0.20-10.91.0.29'])
    expect((await floating(id, { ip: '10.91.0.15' })).body.message).toMatch(/is not in IP pool/)
    expect(await brokenInvariants(server.db)).toEqual([])
  })

  it('are each allocated once under concurrency', async () => {
    const id = await pool(['10.92.0.1', '10.92.0.100'])
    const answers = await Promise.all(Array.from({ length: 200 }, () => floating(id)))
    const given = answers.filter(({ status }) => status === 201).map(({ body }) => body.ip)
    expect(new Set(given).size).toBe(100)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(100)
    for (const { status, body } of refused)
      expect([status, body.message]).toEqual([507, expect.stringMatching(/^Insufficient capacity: no address is left/)])
    expect(await brokenInvariants(server.db)).toEqual([])
  })

  it('include both ends of the IPv4 address space', async () => {
    const id = await pool()
    await server.db.transaction().execute(async (tx) => {
      const space = addressesOfPool(id)
      await freeAddresses(tx, space, '0.0.0.0')
      await freeAddresses(tx, space, '255.255.255.254', '255.255.255.255')
      expect(await takeAddresses(tx, space, '255.255.255.255')).toBe(true)
      expect(await takeAddresses(tx, space, '255.255.255.255')).toBe(false)
      expect(await takeAddresses(tx, space, '0.0.0.0')).toBe(true)
      await freeAddresses(tx, space, '255.255.255.255')
    })
    expect(await gapsOf(id)).toEqual(['255.255.255.254-255.255.255.255'])
    await server.db.deleteFrom('ip_pool_gaps').where('owner_id', '=', id).execute()
  })
})

it('are those that no used address covers', async () => {
  const tables = ['ip_pool_gaps', 'subnet_gaps', 'free_snat_blocks'] as const
  const id = await pool(['10.93.0.1', '10.93.0.9'])
  await floating(id, { ip: '10.93.0.4' })
  const body = { name: 'counted', description: '', hostname: 'h', ncpus: 1, memory: 2 ** 30, start: false }
  await site.owner.ok('instance_create', { query: { project: site.project.id }, body })
  await server.settle()
  const { db } = server
  const kept = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  expect(kept.every((rows) => rows.length > 0)).toBe(true)
  const computed = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(`computed_${table}` as typeof table)
        .selectAll()
        .execute(),
    ),
  )
  const sorted = (all: object[][]) => all.map((rows) => rows.map((row) => JSON.stringify(row)).toSorted())
  expect(sorted(computed)).toEqual(sorted(kept))
})
