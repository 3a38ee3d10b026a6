import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { matchingInterfaces, openSite, refusal, type Site } from '../../network/network-fixtures.ts'
import type { Caller } from '../../testing/caller.ts'
import { brokenInvariants } from '../../testing/invariants.ts'

let site: Site
/** A collaborator of the project who is a fleet viewer. */
let worker: Caller
let sleds: Record<'in_service' | 'expunged', string>
beforeAll(async () => {
  site = await openSite()
  worker = await site.server.user({ projects: { [site.project.id]: 'collaborator' }, fleet: 'viewer' })
  const { items } = await site.server.admin.ok('sled_list')
  const of = (kind: string) => items.find(({ policy }: { policy: { kind: string } }) => policy.kind === kind).id
  sleds = { in_service: of('in_service'), expunged: of('expunged') }
})
afterAll(() => site.server.close())

const query = { project: 'harbour' }
const create = (name: string, more: object = {}, caller = worker) =>
  caller.call('probe_create', { query, body: { name, description: '', sled: sleds.in_service, ...more } })
const view = (probe: string, caller = worker) => caller.call('probe_view', { path: { probe }, query })
const remove = (probe: string, caller = worker) => caller.call('probe_delete', { path: { probe }, query })
const used = async () =>
  (await site.server.admin.ok('ip_pool_utilization_view', { path: { pool: 'default' } })).ipv4.allocated as number

async function documentOfVpc() {
  const { platform } = site.server
  const vpc = await site.server.admin.ok('vpc_view', { path: { vpc: 'default' }, query })
  return platform.inspect.vpc(vpc.id)!
}

describe('probes', () => {
  it('take an address of the default subnet and one of the default pool, and release both', async () => {
    const before = await used()
    const made = await create('lookout')
    expect(made).toMatchObject({ status: 201, body: { name: 'lookout', sled: sleds.in_service } })
    const { id } = made.body
    const info = (await view('lookout')).body
    expect(info).toEqual({
      id,
      name: 'lookout',
      description: '',
      time_created: expect.any(String),
      time_modified: expect.any(String),
      sled: sleds.in_service,
      interface: {
        id: expect.any(String),
        name: 'net0',
        ip: '172.30.0.5',
        kind: { type: 'probe', id },
        mac: expect.stringMatching(/^5E:4B:5A:/),
        primary: true,
        slot: 0,
        subnet: '172.30.0.0/22',
        transit_ips: [],
        vni: expect.any(Number),
      },
      external_ips: [{ first_port: 0, ip: '198.18.0.1', kind: 'ephemeral', last_port: 65_535 }],
    })
    expect((await view(id)).body).toEqual(info)
    expect((await worker.ok('probe_list', { query })).items).toEqual([info])
    expect(await used()).toBe(before + 1)
    const document = await documentOfVpc()
    expect(document.probes).toMatchObject([
      { id, sledId: sleds.in_service, ip: '172.30.0.5', externalAddress: { ip: '198.18.0.1' } },
    ])
    for (const { targets } of document.firewallRules)
      expect(matchingInterfaces(document, targets)).toContain(info.interface.id)
    expect(await brokenInvariants(site.server.db)).toEqual([])

    expect((await remove('lookout')).status).toBe(204)
    expect((await remove('lookout')).body.message).toBe('not found: probe with name "lookout"')
    expect(await used()).toBe(before)
    expect((await documentOfVpc()).probes).toEqual([])
    expect(await brokenInvariants(site.server.db)).toEqual([])
    await create('again')
    expect((await view('again')).body.interface.ip).toBe('172.30.0.6')
    await remove('again')
  })

  it('never share an address under concurrency', async () => {
    const machine = { hostname: 'one', ncpus: 1, memory: 2 ** 30, start: false }
    const answers = await Promise.all([
      ...[0, 1, 2, 3].map((nth) => create(`busy-${nth}`)),
      worker.call('instance_create', { query, body: { name: 'one', description: '', ...machine } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const { items } = await worker.ok('probe_list', { query })
    expect(new Set(items.map((probe: { interface: { ip: string } }) => probe.interface.ip)).size).toBe(4)
    expect(await brokenInvariants(site.server.db)).toEqual([])
    for (const { name } of items) await remove(name)
    await worker.ok('instance_delete', { path: { instance: 'one' }, query })
  })

  it('take their address from a linked pool', async () => {
    const { admin, siloId } = site.server
    await admin.ok('ip_pool_create', { body: { name: 'tiny', description: '' } })
    const range = { first: '203.0.113.1', last: '203.0.113.1' }
    await admin.ok('ip_pool_range_add', { path: { pool: 'tiny' }, body: range })
    expect((await create('far', { ip_pool: 'tiny' })).body.message).toBe('not found: ip-pool with name "tiny"')
    await admin.ok('ip_pool_silo_link', { path: { pool: 'tiny' }, body: { silo: siloId, is_default: false } })
    expect((await create('far', { ip_pool: 'tiny' })).status).toBe(201)
    expect((await view('far')).body.external_ips).toMatchObject([{ ip: '203.0.113.1' }])
    const full = await create('further', { ip_pool: 'tiny' })
    expect(full).toMatchObject({ status: 507, body: { error_code: 'InsufficientCapacity' } })
    expect(refusal(await admin.call('ip_pool_range_remove', { path: { pool: 'tiny' }, body: range }))).toContain(
      'in use',
    )
    await remove('far')
  })

  it('need a sled in service, and a network', async () => {
    expect(refusal(await create('x', { sled: sleds.expunged }))).toBe(`sled ${sleds.expunged} is not in service`)
    const unknown = randomId()
    expect((await create('x', { sled: unknown })).body.message).toBe(`not found: sled with id "${unknown}"`)
    expect((await create('x', { sled: 'sled' })).status).toBe(400)
    await create('twin')
    expect(refusal(await create('twin'), 'ObjectAlreadyExists')).toBe('already exists: probe "twin"')

    const subnet = { path: { subnet: 'default' }, query: { ...query, vpc: 'default' } }
    expect(refusal(await worker.call('vpc_subnet_delete', subnet))).toBe(
      'subnet "default" has probe "twin": delete one of them first',
    )
    await remove('twin')
    await worker.ok('vpc_subnet_delete', subnet)
    expect((await create('x')).body.message).toBe('not found: vpc-subnet with name "default"')
    await worker.ok('vpc_subnet_create', {
      query: subnet.query,
      body: { name: 'default', description: '', ipv4_block: '172.30.0.0/22' },
    })
  })

  it('block the deletion of their project', async () => {
    const { admin } = site.server
    await admin.ok('project_create', { body: { name: 'lonely', description: '' } })
    const own = { project: 'lonely' }
    await admin.ok('probe_create', { query: own, body: { name: 'eye', description: '', sled: sleds.in_service } })
    const vpc = { path: { vpc: 'default' }, query: own }
    expect(refusal(await admin.call('project_delete', { path: own }))).toContain('contains a VPC')
    expect(refusal(await admin.call('vpc_delete', vpc))).toContain('has subnet "default"')
    await admin.ok('probe_delete', { path: { probe: 'eye' }, query: own })
  })

  it('are created by those who are collaborators of the project and viewers of the fleet', async () => {
    const operator = await site.server.user({ fleet: 'admin' }, await site.server.silo('operators'))
    expect((await create('more', {}, site.owner)).status).toBe(403)
    expect((await create('more', {}, operator)).status).toBe(404)
    expect((await create('more', {}, worker)).status).toBe(201)
    expect((await remove('more', site.owner)).status).toBe(204)
  })

  it('are in a project', async () => {
    expect((await worker.call('probe_list')).status).toBe(400)
    expect((await worker.call('probe_view', { path: { probe: randomId() }, query })).status).toBe(404)
  })
})
