import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NetworkInternetGateway, VpcDocument } from '../../platform/interface/networks.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let silos = 0
let siloId: string
let pool: string
let user: Caller
let vpc: string
beforeEach(async () => {
  siloId = await server.silo(`silo-${++silos}`)
  pool = await addPool()
  await link(pool, true)
  user = await server.user({ silo: 'collaborator' }, siloId)
  await user.ok('project_create', { body: named('harbour') })
  vpc = (await user.ok('vpc_view', { path: { vpc: 'default' }, query: project })).id
})

const project = { project: 'harbour' }
const inVpc = { vpc: 'default', ...project }
const ofGateway = { gateway: 'default', ...inVpc }
const named = (name: string, fields: object = {}) => ({ name, description: '', ...fields })

let pools = 0
async function addPool(): Promise<string> {
  const { id } = await server.admin.ok('ip_pool_create', { body: named(`pool-${++pools}`) })
  const body = { first: `10.9.${pools}.1`, last: `10.9.${pools}.99` }
  await server.admin.ok('ip_pool_range_add', { path: { pool: id }, body })
  return id
}
const link = (id: string, is_default: boolean) =>
  server.admin.ok('ip_pool_silo_link', { path: { pool: id }, body: { silo: siloId, is_default } })
const createInstance = (name: string, fields: object = {}) =>
  user.ok('instance_create', {
    query: project,
    body: named(name, { hostname: name, ncpus: 1, memory: 2 ** 30, start: false, ...fields }),
  })

/** What the platform has. */
const applied = (): VpcDocument => server.platform.inspect.vpc(vpc)!
const gateways = () => applied().internetGateways
const defaultGateway = (): NetworkInternetGateway => gateways()[0]!
const hosts = () => applied().dns.hosts.map(({ name, addresses }) => [name, ...addresses].join(' '))

describe('internet gateways of a VPC', () => {
  it('are declared with the pools and addresses that are attached and detached', async () => {
    expect(gateways()).toEqual([{ id: expect.any(String), poolIds: [pool], addresses: [] }])
    const second = await addPool()
    await link(second, false)
    const request = { query: ofGateway, body: named('more', { ip_pool: second }) }
    const { id } = await user.ok('internet_gateway_ip_pool_create', request)
    expect(defaultGateway().poolIds.toSorted()).toEqual([pool, second].toSorted())
    await user.ok('internet_gateway_ip_pool_delete', { path: { pool: id }, query: { cascade: true } })
    expect(defaultGateway().poolIds).toEqual([pool])

    const exit = { query: ofGateway, body: named('exit', { address: '2001:DB8::7' }) }
    await user.ok('internet_gateway_ip_address_create', exit)
    expect(defaultGateway().addresses).toEqual(['2001:db8::7'])
    const address = { path: { address: 'exit' }, query: { ...ofGateway, cascade: true } }
    await user.ok('internet_gateway_ip_address_delete', address)
    expect(defaultGateway().addresses).toEqual([])
  })

  it('are declared when they are created, and when one is deleted that no route uses', async () => {
    await user.ok('internet_gateway_create', { query: inVpc, body: named('second') })
    expect(gateways()).toHaveLength(2)
    await user.ok('internet_gateway_delete', { path: { gateway: 'second' }, query: inVpc })
    expect(gateways()).toHaveLength(1)
  })

  it('are declared when another pool becomes the default', async () => {
    const second = await addPool()
    await link(second, false)
    expect(defaultGateway().poolIds).toEqual([pool])
    const request = { path: { pool: second, silo: siloId }, body: { is_default: true } }
    await server.admin.ok('ip_pool_silo_update', request)
    expect(defaultGateway().poolIds.toSorted()).toEqual([pool, second].toSorted())
  })

  it('are declared when a pool is unlinked, linked as the default or deleted', async () => {
    await server.admin.ok('ip_pool_silo_unlink', { path: { pool, silo: siloId } })
    expect(defaultGateway().poolIds).toEqual([])
    await link(pool, true)
    expect(defaultGateway().poolIds).toEqual([pool])
    const { items } = await server.admin.ok('ip_pool_range_list', { path: { pool } })
    await server.admin.ok('ip_pool_range_remove', { path: { pool }, body: items[0].range })
    await server.admin.ok('ip_pool_delete', { path: { pool } })
    expect(defaultGateway().poolIds).toEqual([])
  })

  it('are not declared for a VPC that is deleted meanwhile', async () => {
    const held = server.hold('vpcs-declare/declare')
    const unlinking = server.admin.ok('ip_pool_silo_unlink', { path: { pool, silo: siloId } })
    await held.reached
    await user.ok('vpc_subnet_delete', { path: { subnet: 'default' }, query: inVpc })
    await user.ok('vpc_delete', { path: { vpc: 'default' }, query: project })
    held.release()
    await unlinking
    expect(server.platform.inspect.vpc(vpc)).toBeUndefined()
  })

  it('share their pools with the external addresses that they may use, the preferred one first', async () => {
    const second = await addPool()
    await link(second, false)
    const { id } = await createInstance('tide', { external_ips: [{ type: 'ephemeral', pool: second }] })
    const address = { query: project, body: named('mole', { pool }) }
    const { ip } = await user.ok('floating_ip_create', address)
    const attach = { path: { floating_ip: 'mole' }, query: project, body: { kind: 'instance', parent: id } }
    await user.ok('floating_ip_attach', attach)
    expect(applied().externalAddresses).toMatchObject([
      { kind: 'floating', poolId: pool, instanceId: id, ip },
      { kind: 'ephemeral', poolId: second, instanceId: id },
      { kind: 'snat', poolId: pool, instanceId: id },
    ])
    expect(defaultGateway().poolIds).toEqual([pool])
  })
})

describe('DNS names in a VPC', () => {
  it('lead to the primary interfaces of instances, until these are deleted', async () => {
    expect(applied().dns).toEqual({ domain: 'default', hosts: [] })
    await createInstance('tide', { hostname: 'Gauge' })
    await createInstance('mole', { hostname: 'gauge' })
    await createInstance('pier', { hostname: 'pier.east' })
    expect(hosts().toSorted()).toEqual(['gauge 172.30.0.5 172.30.0.6', 'pier.east 172.30.0.7'])
    await user.ok('instance_delete', { path: { instance: 'tide' }, query: project })
    expect(hosts().toSorted()).toEqual(['gauge 172.30.0.6', 'pier.east 172.30.0.7'])
  })

  it('follow another primary interface and the DNS name of the VPC', async () => {
    await user.ok('vpc_subnet_create', { query: inVpc, body: named('more', { ipv4_block: '10.0.0.0/24' }) })
    await createInstance('tide')
    const nic = named('net1', { vpc_name: 'default', subnet_name: 'more' })
    await user.ok('instance_network_interface_create', { query: { instance: 'tide', ...project }, body: nic })
    expect(hosts()).toEqual(['tide 172.30.0.5'])
    const request = { path: { interface: 'net1' }, query: { instance: 'tide', ...project }, body: { primary: true } }
    await user.ok('instance_network_interface_update', request)
    expect(hosts()).toEqual(['tide 10.0.0.5'])
    await user.ok('vpc_update', { path: { vpc: 'default' }, query: project, body: { dns_name: 'sea' } })
    expect(applied().dns).toEqual({ domain: 'sea', hosts: [{ name: 'tide', addresses: ['10.0.0.5'] }] })
  })

  it('leave out a hostname that is too long for DNS in its domain', async () => {
    await createInstance('tide', { hostname: `${'a.'.repeat(125)}aaa` })
    await createInstance('mole', { hostname: 'b'.repeat(63) })
    expect(hosts()).toEqual([`${'b'.repeat(63)} 172.30.0.6`])
  })
})
