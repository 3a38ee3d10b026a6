import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../testing/caller.ts'
import { brokenInvariants } from '../testing/invariants.ts'
import { openSite, refusal, type Site, createStoppedInstance } from './network-fixtures.ts'

/** Every kind of owner of an address, against every request that can ask for that address. */
let site: Site
let sled: string
beforeAll(async () => {
  site = await openSite()
  const { items } = await site.server.admin.ok('sled_list')
  sled = items.find(({ policy }: { policy: { kind: string } }) => policy.kind === 'in_service').id
})
afterAll(() => site.server.close())

const query = { project: 'harbour' }
const makeProbe = (name: string) =>
  site.server.admin.ok('probe_create', { query, body: { name, description: '', sled } })
const interfaceOf = async (instance: string) =>
  (await site.owner.ok('instance_network_interface_list', { query: { ...query, instance } })).items[0]

describe('an address of a subnet', () => {
  const holders: Record<string, () => Promise<{ ip: string; holder: string }>> = {
    'an interface': async () => {
      const { name } = await createStoppedInstance(site)
      return { ip: (await interfaceOf(name)).ip, holder: `network interface "net0" of instance "${name}"` }
    },
    'a probe': async () => {
      await makeProbe('in-subnet')
      const { interface: nic } = await site.server.admin.ok('probe_view', { path: { probe: 'in-subnet' }, query })
      return { ip: nic.ip, holder: 'probe "in-subnet"' }
    },
  }
  const asking: Record<string, (ip: string) => Promise<Answer>> = {
    'a new interface': async (ip) => {
      const { name } = await createStoppedInstance(site, { network_interfaces: { type: 'none' } })
      const body = { name: 'more', description: '', vpc_name: 'default', subnet_name: 'default', ip }
      return site.owner.call('instance_network_interface_create', { query: { ...query, instance: name }, body })
    },
    'a new instance': (ip) => {
      const nic = { name: 'net0', description: '', vpc_name: 'default', subnet_name: 'default', ip }
      const network_interfaces = { type: 'create', params: [nic] }
      const machine = { name: 'refused', description: '', hostname: 'refused', ncpus: 1, memory: 2 ** 30 }
      return site.owner.call('instance_create', { query, body: { ...machine, network_interfaces } })
    },
  }
  it.each(Object.keys(holders))('in use by %s is refused, and the message names its owner', async (kind) => {
    const { ip, holder } = await holders[kind]!()
    for (const ask of Object.values(asking))
      expect(refusal(await ask(ip))).toBe(`address ${ip} of subnet "default" is in use by ${holder}`)
    expect(await brokenInvariants(site.server.db)).toEqual([])
  })
})

describe('an address of a pool', () => {
  const externalIpOf = async (instance: string) =>
    (await site.owner.ok('instance_external_ip_list', { path: { instance }, query })).items[0].ip as string
  const holders: Record<string, () => Promise<{ ip: string; holder: string }>> = {
    'a floating IP': async () => {
      const { ip } = await site.owner.ok('floating_ip_create', { query, body: { name: 'kept', description: '' } })
      return { ip, holder: 'floating IP "kept"' }
    },
    'an instance with an ephemeral IP': async () => {
      const { name } = await createStoppedInstance(site, { external_ips: [{ type: 'ephemeral' }] })
      return { ip: await externalIpOf(name), holder: `instance "${name}"` }
    },
    'an instance with a part of an address for source NAT': async () => {
      const { id } = await createStoppedInstance(site)
      const addresses = site.server.db.selectFrom('external_ips').select('ip').where('instance_id', '=', id)
      // A shared address: the message may name any of its instances.
      return { ip: (await addresses.executeTakeFirstOrThrow()).ip, holder: 'instance "' }
    },
    'a probe': async () => {
      await makeProbe('outside')
      const { external_ips: ips } = await site.server.admin.ok('probe_view', { path: { probe: 'outside' }, query })
      return { ip: ips[0].ip, holder: 'probe "outside"' }
    },
  }
  it.each(Object.keys(holders))('in use by %s is refused, and the message names its owner', async (kind) => {
    const { ip, holder } = await holders[kind]!()
    const body = { name: 'refused', description: '', ip }
    expect(refusal(await site.owner.call('floating_ip_create', { query, body }))).toContain(
      `address ${ip} is in use by ${holder}`,
    )
    // The owner in another project is not named.
    await site.server.admin.call('project_create', { body: { name: 'elsewhere', description: '' } })
    const elsewhere = { query: { project: 'elsewhere' }, body }
    expect(refusal(await site.server.admin.call('floating_ip_create', elsewhere))).toBe(`address ${ip} is in use`)
    const ranges = await site.server.admin.ok('ip_pool_range_list', { path: { pool: 'default' } })
    for (const { range } of ranges.items)
      expect(
        refusal(await site.server.admin.call('ip_pool_range_remove', { path: { pool: 'default' }, body: range })),
      ).toContain('is in use')
    expect(await brokenInvariants(site.server.db)).toEqual([])
  })
})
