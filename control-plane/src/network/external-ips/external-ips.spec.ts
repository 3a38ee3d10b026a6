import type { Instance } from '@skerry/contract/compute/instances.ts'
import type { ExternalIp } from '@skerry/contract/network/external-ips.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../kernel/database/database.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import {
  insertInstance,
  expectMalformed,
  openSite,
  refusal,
  type Site,
  createStoppedInstance,
} from '../network-fixtures.ts'
import { vpcDocument } from '../vpcs/vpc-declare.saga.ts'
import { allocateEphemeral, allocateSnat, type Holder, releaseAddresses } from './external-ips.repo.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.server.close())

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => site.server.db.transaction().execute(work)
const snat = (holder: Holder) => inTransaction((tx) => allocateSnat(tx, holder, site.server.clock.now()))
const ephemeral = (holder: Holder) => inTransaction((tx) => allocateEphemeral(tx, holder, site.server.clock.now()))
const release = (holder: Holder) =>
  inTransaction((tx) => releaseAddresses(tx, holder.instanceId, site.server.clock.now()))

let count = 0
/** A silo with a default pool of `size` addresses. */
async function siloWithPool(size: number): Promise<{ siloId: string; base: string }> {
  const siloId = await site.server.silo(`silo-${++count}`)
  const base = `10.60.${count}`
  const body = { name: `pool-${count}`, description: '' }
  const path = { pool: (await site.server.admin.ok('ip_pool_create', { body })).id }
  await site.server.admin.ok('ip_pool_range_add', { path, body: { first: `${base}.1`, last: `${base}.${size}` } })
  await site.server.admin.ok('ip_pool_silo_link', { path, body: { silo: siloId, is_default: true } })
  return { siloId, base }
}
const holdersIn = (siloId: string, number: number) =>
  Promise.all(Array.from({ length: number }, () => insertInstance(site.server, siloId)))

describe('allocation', () => {
  it('shares a source NAT address among four instances, a port block each', async () => {
    const { siloId, base } = await siloWithPool(3)
    const holders = await holdersIn(siloId, 5)
    const taken = []
    for (const holder of holders) taken.push(await snat(holder))
    expect(taken.map(({ ip, first_port }) => [ip, first_port])).toEqual([
      [`${base}.1`, 0],
      [`${base}.1`, 16_384],
      [`${base}.1`, 32_768],
      [`${base}.1`, 49_152],
      [`${base}.2`, 0],
    ])
    await release(holders[1]!)
    const [late] = await holdersIn(siloId, 1)
    expect(await snat(late!)).toMatchObject({ ip: `${base}.1`, first_port: 16_384 })
  })

  it('allocates the next free address across ranges', async () => {
    const { siloId, base } = await siloWithPool(2)
    const pool = (await site.server.admin.ok('silo_ip_pool_list', { path: { silo: siloId } })).items[0]
    const body = { first: `${base}.9`, last: `${base}.9` }
    await site.server.admin.ok('ip_pool_range_add', { path: { pool: pool.id }, body })
    const holders = await holdersIn(siloId, 4)
    const taken = []
    for (const holder of holders.slice(0, 3)) taken.push((await ephemeral(holder)).ip)
    expect(taken).toEqual([`${base}.1`, `${base}.2`, `${base}.9`])
    await expect(ephemeral(holders[3]!)).rejects.toMatchObject({ status: 507 })
    await expect(snat(holders[3]!)).rejects.toMatchObject({ status: 507 })
    await release(holders[0]!)
    expect((await ephemeral(holders[3]!)).ip).toBe(`${base}.1`)
  })

  it('never allocates an address or a block twice under concurrency', async () => {
    const { siloId } = await siloWithPool(12)
    const holders = await holdersIn(siloId, 8)
    const [blocks, addresses] = await Promise.all([Promise.all(holders.map(snat)), Promise.all(holders.map(ephemeral))])
    expect(new Set(blocks.map(({ ip, first_port }) => `${ip} ${first_port}`)).size).toBe(8)
    const whole = new Set(addresses.map(({ ip }) => ip))
    expect(whole.size).toBe(8)
    expect(blocks.filter(({ ip }) => whole.has(ip))).toEqual([])
    expect(new Set(blocks.map(({ ip }) => ip)).size).toBe(2)
  })

  it('answers 404 when the silo has no default pool', async () => {
    const [holder] = await holdersIn(await site.server.silo('poolless'), 1)
    const message = 'not found: default IP pool for this silo'
    await expect(snat(holder!)).rejects.toMatchObject({ status: 404, message })
    await expect(ephemeral(holder!)).rejects.toMatchObject({ status: 404, message })
  })
})

describe('instance_external_ip_list', () => {
  it('lists ephemeral and floating addresses without source NAT', async () => {
    const instance = await createStoppedInstance(site, { external_ips: [{ type: 'ephemeral' }] })
    const path = { instance: instance.id }
    const pool = await site.owner.ok('project_ip_pool_view', { path: { pool: 'default' } })
    const answer = await site.viewer.ok('instance_external_ip_list', { path })
    expect(answer.items).toEqual([{ kind: 'ephemeral', ip: expect.stringMatching(/^198\.18\./), ip_pool_id: pool.id }])
    const byName = { path: { instance: instance.name }, query: { project: 'harbour' } }
    expect(await site.viewer.ok('instance_external_ip_list', byName)).toEqual(answer)
    expect(refusal(await site.owner.call('instance_external_ip_list', { path, query: { project: 'harbour' } }))).toBe(
      'when instance is given as an id, project must not be given',
    )
    expect((await site.owner.call('instance_external_ip_list', { path: { instance: randomId() } })).status).toBe(404)
  })

  it('has the addresses in the same order as the instance list', async () => {
    for (const name of ['zulu', 'alpha'])
      await site.owner.ok('floating_ip_create', { query: { project: 'harbour' }, body: { name, description: '' } })
    const both = await createStoppedInstance(site, {
      external_ips: [
        { type: 'floating', floating_ip: 'zulu' },
        { type: 'ephemeral' },
        { type: 'floating', floating_ip: 'alpha' },
      ],
    })
    const none = await createStoppedInstance(site)
    const own = await site.viewer.ok('instance_external_ip_list', { path: { instance: both.id } })
    const addresses = own.items as ExternalIp[]
    expect(addresses.map((each) => (each.kind === 'floating' ? each.name : each.kind))).toEqual([
      'alpha',
      'zulu',
      'ephemeral',
    ])
    const list = await site.viewer.ok('instance_list', { query: { project: 'harbour' } })
    const addressesOf = (id: string) => (list.items as Instance[]).find((each) => each.id === id)?.external_addresses
    expect(addressesOf(both.id)).toEqual(addresses.map(({ ip }) => ip))
    expect(addressesOf(none.id)).toEqual([])
  })

  it('declares all of them to the platform', async () => {
    const instance = await createStoppedInstance(site, { external_ips: [{ type: 'ephemeral' }] })
    const { items } = await site.owner.ok('instance_network_interface_list', { query: { instance: instance.id } })
    const document = await vpcDocument(site.server.db, items[0].vpc_id)
    const own = document!.externalAddresses
      .filter(({ instanceId }) => instanceId === instance.id)
      .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    expect(own).toMatchObject([
      { kind: 'ephemeral' },
      { kind: 'snat', ports: { first: expect.any(Number), last: expect.any(Number) } },
    ])
    expect((own[1]!.ports!.last + 1) % 16_384).toBe(0)
  })
})

describe('instance_ephemeral_ip_attach', () => {
  it('allocates one address, from the requested pool', async () => {
    const path = { instance: (await createStoppedInstance(site)).id }
    const attach = (body: object = {}) => site.owner.call('instance_ephemeral_ip_attach', { path, body })
    const first = await attach({ pool: 'default' })
    expect(first).toMatchObject({ status: 202, body: { kind: 'ephemeral' } })
    expect(await attach()).toMatchObject({ status: 202, body: first.body })
    expect(await attach({ pool: 'default' })).toMatchObject({ status: 202, body: first.body })
    expect((await attach({ pool: 'nowhere' })).status).toBe(404)
    expectMalformed(await attach({ pool: '!' }))

    const pool = await site.server.admin.ok('ip_pool_create', { body: { name: 'other', description: '' } })
    const link = { silo: 'default', is_default: false }
    await site.server.admin.ok('ip_pool_silo_link', { path: { pool: pool.id }, body: link })
    expect(refusal(await attach({ pool: 'other' }))).toBe(
      `the instance has ephemeral IP ${first.body.ip} from IP pool "default": detach it first`,
    )
    const bare = { instance: (await createStoppedInstance(site)).id }
    expect(
      await site.owner.call('instance_ephemeral_ip_attach', { path: bare, body: { pool: 'other' } }),
    ).toMatchObject({ status: 507, body: { error_code: 'InsufficientCapacity' } })
  })

  it('requires a network interface and a stable state', async () => {
    const bare = { instance: (await createStoppedInstance(site, { network_interfaces: { type: 'none' } })).id }
    expect(refusal(await site.owner.call('instance_ephemeral_ip_attach', { path: bare, body: {} }))).toContain(
      'has no network interface: add one first',
    )
    const path = { instance: (await createStoppedInstance(site)).id }
    await site.owner.ok('instance_start', { path })
    expect((await site.owner.call('instance_ephemeral_ip_attach', { path, body: {} })).status).toBe(503)
    await site.server.settle()
    expect((await site.owner.call('instance_ephemeral_ip_attach', { path, body: {} })).status).toBe(202)
  })
})

describe('instance_ephemeral_ip_detach', () => {
  it('releases the address', async () => {
    const path = { instance: (await createStoppedInstance(site, { external_ips: [{ type: 'ephemeral' }] })).id }
    expect((await site.owner.call('instance_ephemeral_ip_detach', { path })).status).toBe(204)
    expect(refusal(await site.owner.call('instance_ephemeral_ip_detach', { path }))).toBe(
      'the instance has no ephemeral IP',
    )
    expect((await site.owner.ok('instance_external_ip_list', { path })).items).toEqual([])
    const nowhere = { path: { instance: randomId() } }
    expect((await site.owner.call('instance_ephemeral_ip_detach', nowhere)).status).toBe(404)
  })

  it('or deleting the instance releases the address; a stop does not', async () => {
    const { owner, server } = site
    const { id } = await createStoppedInstance(site, { external_ips: [{ type: 'ephemeral' }] })
    const path = { instance: id }
    const addresses = async () => (await owner.ok('instance_external_ip_list', { path })).items as ExternalIp[]
    const [first] = await addresses()
    for (const operation of ['instance_start', 'instance_stop'] as const) {
      await owner.ok(operation, { path })
      await server.settle()
    }
    expect(await addresses()).toEqual([first])
    const take = (name: string, ip: string) =>
      owner.call('floating_ip_create', { query: { project: 'harbour' }, body: { name, description: '', ip } })
    expect(refusal(await take('too-early', first!.ip))).toContain(`address ${first!.ip} is in use by instance`)
    await owner.ok('instance_ephemeral_ip_detach', { path })
    expect((await take('after-detach', first!.ip)).status).toBe(201)

    await owner.ok('instance_ephemeral_ip_attach', { path, body: {} })
    const [second] = await addresses()
    await owner.ok('instance_delete', { path })
    await server.settle()
    expect((await take('after-deletion', second!.ip)).status).toBe(201)
  })

  it('releases it after the last network interface was deleted', async () => {
    const instance = await createStoppedInstance(site, { external_ips: [{ type: 'ephemeral' }] })
    const path = { instance: instance.id }
    const nic = { path: { interface: 'net0' }, query: { instance: instance.name, project: 'harbour' } }
    await site.owner.ok('instance_network_interface_delete', nic)
    expect((await site.owner.call('instance_ephemeral_ip_detach', { path })).status).toBe(204)
    expect((await site.owner.ok('instance_external_ip_list', { path })).items).toEqual([])
  })
})
