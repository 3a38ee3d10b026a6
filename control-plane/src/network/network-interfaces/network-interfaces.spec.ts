import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { insertInstance, expectMalformed, refusal, type Site, createStoppedInstance } from '../network-fixtures.ts'
import { createVpc, interfacesOf, nic, openSiteWithSubnets, twice } from './interface-fixtures.ts'

let site: Site
beforeAll(async () => {
  site = await openSiteWithSubnets()
})
afterAll(() => site.server.close())

const add = (instance: string, body: object) =>
  site.owner.call('instance_network_interface_create', { query: { instance }, body })

describe('instance_network_interface_list', () => {
  it('lists the interfaces of an instance', async () => {
    const { id, name } = await createStoppedInstance(site)
    const byName = { query: { instance: name, project: 'harbour' } }
    expect((await site.viewer.ok('instance_network_interface_list', byName)).items).toEqual(
      await interfacesOf(site, id),
    )
    expectMalformed(await site.owner.call('instance_network_interface_list', {}))
    expect(
      refusal(
        await site.owner.call('instance_network_interface_list', { query: { instance: id, project: 'harbour' } }),
      ),
    ).toBe('when instance is given as an id, project must not be given')
  })
})

describe('instance_network_interface_view', () => {
  it('finds one by name and by id', async () => {
    const instance = await createStoppedInstance(site)
    const [one] = await interfacesOf(site, instance.id)
    const byName = { path: { interface: 'net0' }, query: { instance: instance.name, project: 'harbour' } }
    expect(await site.viewer.ok('instance_network_interface_view', byName)).toEqual(one)
    const path = { interface: one.id }
    expect(
      refusal(await site.owner.call('instance_network_interface_view', { path, query: { instance: instance.id } })),
    ).toBe('when instance-network-interface is given as an id, instance must not be given')
    const nowhere = { path: { interface: randomId() } }
    expect((await site.owner.call('instance_network_interface_view', nowhere)).status).toBe(404)
  })
})

describe('instance_network_interface_create', () => {
  it('adds one in another subnet of the same VPC', async () => {
    const { id } = await createStoppedInstance(site)
    expect(await add(id, nic('more', 'second'))).toMatchObject({ status: 201, body: { primary: false } })
    expect(refusal(await add(id, nic('again', 'second')))).toBe(
      'each network interface of an instance must be in a subnet of its own',
    )
    await createVpc(site, 'apart')
    expect(refusal(await add(id, nic('apart', 'default', { vpc_name: 'apart' })))).toBe(
      'all network interfaces of an instance must be in the same VPC',
    )
    expect(refusal(await add(id, nic('net0', 'third')), 'ObjectAlreadyExists')).toBe(
      'already exists: instance-network-interface "net0"',
    )
    expect((await add(id, nic('lost', 'nowhere'))).status).toBe(404)
    expectMalformed(await add(id, {}))
  })

  it.each([
    ['outside of the subnet', '10.9.0.9'],
    ['of IPv6', 'fd00::9'],
    ['reserved at the start', '10.3.0.4'],
    ['reserved at the end', '10.3.0.255'],
  ])('refuses an address %s', async (_, ip) => {
    const { id } = await createStoppedInstance(site)
    expect(refusal(await add(id, nic('more', 'third', { ip })))).toContain(ip)
  })

  it('refuses an address in use, and a subnet that is full', async () => {
    const { server, project } = site
    const fill = async (name: string) => {
      const { instanceId } = await insertInstance(server, server.siloId, { projectId: project.id })
      return add(instanceId, nic(name, 'tight'))
    }
    for (let i = 5; i < 63; i++) expect((await fill(`n-${i}`)).body.ip).toBe(`10.4.0.${i}`)
    expect(await fill('too-many')).toMatchObject({
      status: 507,
      body: {
        error_code: 'InsufficientCapacity',
        message: 'Insufficient capacity: no address is left in subnet "tight"',
      },
    })
    const { id } = await createStoppedInstance(site)
    expect(refusal(await add(id, nic('more', 'tight', { ip: '10.4.0.9' })))).toMatch(
      /^address 10\.4\.0\.9 of subnet "tight" is in use by network interface "n-9" of instance "instance-[\w-]+"$/,
    )
  })

  it('allows eight', async () => {
    const { id } = await createStoppedInstance(site, { network_interfaces: { type: 'none' } })
    const query = { vpc: 'default', project: 'harbour' }
    for (let i = 0; i < 9; i++) {
      const body = { name: `eight-${i}`, description: '', ipv4_block: `10.50.${i}.0/24` }
      await site.owner.ok('vpc_subnet_create', { query, body })
      expect((await add(id, nic(`n-${i}`, body.name))).status).toBe(i < 8 ? 201 : 400)
    }
    expect(await interfacesOf(site, id)).toHaveLength(8)
  })

  it('requires a stopped instance', async () => {
    const { id } = await createStoppedInstance(site)
    await site.owner.ok('instance_start', { path: { instance: id } })
    expect(refusal(await add(id, nic('more', 'second')))).toMatch(/^Only a /)
    await site.server.settle()
    const [{ id: only }] = await interfacesOf(site, id)
    const path = { interface: only }
    expect(refusal(await site.owner.call('instance_network_interface_update', { path, body: {} }))).toBe(
      'Only a stopped instance can have its network interfaces changed',
    )
    expect(refusal(await site.owner.call('instance_network_interface_delete', { path }))).toBe(
      'Only a stopped or failed instance can have a network interface deleted',
    )
  })
})

describe('instance_network_interface_update', () => {
  it('moves the primary flag, and replaces the transit networks', async () => {
    const { id } = await createStoppedInstance(site, twice(nic('a', 'second'), nic('b', 'third')))
    const [a, b] = await interfacesOf(site, id)
    const update = (one: { id: string }, body: object) =>
      site.owner.ok('instance_network_interface_update', { path: { interface: one.id }, body })
    const transit_ips = ['10.100.0.0/16', 'fd01::/64']
    expect(await update(b, { primary: true, transit_ips })).toMatchObject({ name: 'b', primary: true, transit_ips })
    expect((await interfacesOf(site, id)).map((one: { primary: boolean }) => one.primary)).toEqual([false, true])
    expect(await update(b, { name: 'c', primary: false })).toMatchObject({ name: 'c', primary: true, transit_ips: [] })
    expect(await update(a, {})).toMatchObject({ name: 'a', primary: false })
  })

  it.each([
    ['with host bits', ['10.0.0.1/8']],
    ['of multicast', ['224.0.0.0/8']],
    ['that hold multicast', ['192.0.0.0/2']],
    ['of IPv6 that hold multicast', ['8000::/1']],
    ['of loopback', ['127.0.0.0/8']],
    ['that hold loopback', ['64.0.0.0/2']],
    ['of IPv6 that hold loopback', ['::/16']],
    ['that hold multicast, written as IPv6', ['::fffe:0:0/95']],
    ['of everything', ['0.0.0.0/0']],
    ['that overlap', ['10.0.0.0/8', '10.1.0.0/16']],
    ['that overlap, with another one between them', ['10.0.0.0/8', '10.9.0.0/16', '192.168.0.0/16', '10.0.0.0/16']],
  ])('refuses transit networks %s', async (_, transit_ips) => {
    const [one] = await interfacesOf(site, (await createStoppedInstance(site)).id)
    const request = { path: { interface: one.id }, body: { transit_ips } }
    expect(refusal(await site.owner.call('instance_network_interface_update', request))).toMatch(/^transit_ips: /)
  })

  it('accepts as many transit networks as an interface list can return', async () => {
    const [one] = await interfacesOf(site, (await createStoppedInstance(site)).id)
    const nets = Array.from({ length: 257 }, (_, index) => `10.${Math.floor(index / 256)}.${index % 256}.0/24`)
    const put = (transit_ips: string[]) =>
      site.owner.call('instance_network_interface_update', { path: { interface: one.id }, body: { transit_ips } })
    expect((await put(nets.slice(1))).status).toBe(200)
    expectMalformed(await put(nets))
  })

  it('stores transit networks in canonical form', async () => {
    const [one] = await interfacesOf(site, (await createStoppedInstance(site)).id)
    const sent = ['2001:DB8:0:0::/64', '10.0.0.0/8']
    const kept = ['2001:db8::/64', '10.0.0.0/8']
    const at = { path: { interface: one.id } }
    const put = await site.owner.ok('instance_network_interface_update', { ...at, body: { transit_ips: sent } })
    expect(put.transit_ips).toEqual(kept)
    expect((await site.viewer.ok('instance_network_interface_view', at)).transit_ips).toEqual(kept)
    const padded = { ...at, body: { transit_ips: ['10.0.0.0/024'] } }
    expectMalformed(await site.owner.call('instance_network_interface_update', padded))
  })

  it('refuses malformed fields, and unknown interfaces', async () => {
    const [one] = await interfacesOf(site, (await createStoppedInstance(site)).id)
    const path = { interface: one.id }
    expectMalformed(await site.owner.call('instance_network_interface_update', { path, body: { primary: 1 } }))
    const nowhere = { path: { interface: randomId() }, body: {} }
    expect((await site.owner.call('instance_network_interface_update', nowhere)).status).toBe(404)
  })
})

describe('instance_network_interface_delete', () => {
  it('requires the primary one to be deleted last', async () => {
    const { id } = await createStoppedInstance(site, twice(nic('first', 'second'), nic('other', 'third')))
    const [first, other] = await interfacesOf(site, id)
    const remove = (one: { id: string }) =>
      site.owner.call('instance_network_interface_delete', { path: { interface: one.id } })
    expect(refusal(await remove(first))).toBe(
      '"first" is the primary network interface, beside "other": make another primary or delete the others first',
    )
    expect((await remove(other)).status).toBe(204)
    expect((await remove(other)).status).toBe(404)
    expect((await remove(first)).status).toBe(204)
    expect(await interfacesOf(site, id)).toEqual([])
  })
})
