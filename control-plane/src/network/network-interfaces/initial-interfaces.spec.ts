import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertInstance, refusal, type Site, createStoppedInstance } from '../network-fixtures.ts'
import { createInterfaces } from './instance-interfaces.ts'
import { createVpc, interfacesOf, nic, openSiteWithSubnets, twice } from './interface-fixtures.ts'

let site: Site
beforeAll(async () => {
  site = await openSiteWithSubnets()
})
afterAll(() => site.server.close())

describe('the initial interfaces of an instance', () => {
  it('are net0 in the default subnet, unless others are requested', async () => {
    const { id } = await createStoppedInstance(site)
    expect(await interfacesOf(site, id)).toMatchObject([
      {
        name: 'net0',
        instance_id: id,
        ip: expect.stringMatching(/^172\.30\.0\.\d+$/),
        mac: expect.stringMatching(/^5E:4B:59(:[0-9A-F]{2}){3}$/),
        primary: true,
        transit_ips: [],
      },
    ])
    expect(
      await interfacesOf(site, (await createStoppedInstance(site, { network_interfaces: { type: 'none' } })).id),
    ).toEqual([])
    const two = await createStoppedInstance(
      site,
      twice(nic('front', 'second', { ip: '10.2.0.77' }), nic('back', 'third')),
    )
    expect(await interfacesOf(site, two.id)).toMatchObject([
      { name: 'back', primary: false, ip: '10.3.0.5' },
      { name: 'front', primary: true, ip: '10.2.0.77' },
    ])
  })

  it('share a VPC, each in a different subnet', async () => {
    const create = (more: object) =>
      site.owner.call('instance_create', {
        query: { project: 'harbour' },
        body: { name: 'refused', description: '', hostname: 'h', ncpus: 1, memory: 2 ** 30, start: false, ...more },
      })
    await createVpc(site, 'beside')
    expect(refusal(await create(twice(nic('a', 'second'), nic('b', 'default', { vpc_name: 'beside' }))))).toBe(
      'all network interfaces of an instance must be in the same VPC',
    )
    expect(refusal(await create(twice(nic('a', 'second'), nic('b', 'second'))))).toBe(
      'each network interface of an instance must be in a subnet of its own',
    )
    expect(refusal(await create({ network_interfaces: { type: 'create', params: [] } }))).toBe(
      'an instance can be created with 1 to 8 network interfaces',
    )
    expect((await create(twice(nic('a', 'second'), nic('b', 'nowhere')))).body.message).toBe(
      'not found: vpc-subnet with name "nowhere"',
    )
    expect(refusal(await create(twice(nic('a', 'second'), nic('a', 'third'))), 'ObjectAlreadyExists')).toBe(
      'already exists: instance-network-interface "a"',
    )
    const none = await site.owner.call('instance_view', {
      path: { instance: 'refused' },
      query: { project: 'harbour' },
    })
    expect(none.status).toBe(404)
  })

  it('never share an address under concurrency', async () => {
    const { server, project } = site
    const holders = await Promise.all(
      Array.from({ length: 12 }, () => insertInstance(server, server.siloId, { projectId: project.id })),
    )
    const made = await Promise.all(
      holders.map(({ instanceId }) =>
        server.db
          .transaction()
          .execute((tx) =>
            createInterfaces(
              tx,
              server.plane.services,
              { id: instanceId, project_id: project.id },
              { type: 'create', params: [nic('only', 'counted')] },
              server.clock.now(),
            ),
          ),
      ),
    )
    const addresses = made.flat().map(({ ip }) => Number(ip.split('.')[3]))
    expect(addresses.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => 5 + i))
    expect(new Set(made.flat().map(({ mac }) => mac)).size).toBe(12)
  })
})
