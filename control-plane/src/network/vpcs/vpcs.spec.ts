import { maxVpcs } from '@skerry/contract/rules/networks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { vpcDocument } from './vpc-declare.saga.ts'

let server: TestServer
let owner: Caller
let viewer: Caller
let project: { id: string; name: string }
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.user({ silo: 'collaborator' })
  project = await owner.ok('project_create', { body: { name: 'harbour', description: '' } })
  viewer = await server.user({ projects: { [project.id]: 'viewer' } })
})
afterAll(() => server.close())

let count = 0
const body = (fields: object = {}) => ({
  name: `vpc-${++count}`,
  description: 'For a test',
  dns_name: 'test',
  ...fields,
})
const query = { project: 'harbour' }
const create = (fields: object = {}) => owner.ok('vpc_create', { query, body: body(fields) })
const names = (answer: { items: { name: string }[] }) => answer.items.map(({ name }) => name)

describe('vpc_create', () => {
  it('creates the VPC with its initial parts', async () => {
    const vpc = await create()
    expect(vpc).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: vpc.name,
      deletion_locked: false,
      description: 'For a test',
      dns_name: 'test',
      ipv6_prefix: expect.stringMatching(/^fd[0-9a-f]{2}:[0-9a-f:]+::\/48$/),
      project_id: project.id,
      system_router_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      time_created: expect.stringMatching(/^2026-01-01T\d\d:\d\d:\d\d\.\d{6}Z$/),
      time_modified: vpc.time_created,
    })
    const inVpc = { query: { vpc: vpc.id } }
    const routers = await owner.ok('vpc_router_list', inVpc)
    expect(routers.items).toMatchObject([{ id: vpc.system_router_id, name: 'system', kind: 'system' }])
    const routes = await owner.ok('vpc_router_route_list', { query: { router: vpc.system_router_id } })
    expect(routes.items).toMatchObject([
      {
        name: 'default',
        kind: 'vpc_subnet',
        destination: { type: 'subnet', value: 'default' },
        target: { type: 'subnet', value: 'default' },
      },
      {
        name: 'default-v4',
        kind: 'default',
        destination: { type: 'ip_net', value: '0.0.0.0/0' },
        target: { type: 'internet_gateway', value: 'default' },
      },
      {
        name: 'default-v6',
        kind: 'default',
        destination: { type: 'ip_net', value: '::/0' },
        target: { type: 'internet_gateway', value: 'default' },
      },
    ])
    const subnets = await owner.ok('vpc_subnet_list', inVpc)
    expect(subnets.items).toMatchObject([
      { name: 'default', ipv4_block: '172.30.0.0/22', ipv6_block: vpc.ipv6_prefix.replace('/48', '/64') },
    ])
    const gateways = await owner.ok('internet_gateway_list', inVpc)
    expect(names(gateways)).toEqual(['default'])
    const pools = await owner.ok('internet_gateway_ip_pool_list', { query: { gateway: gateways.items[0].id } })
    const pool = await owner.ok('project_ip_pool_view', { path: { pool: 'default' } })
    expect(pools.items).toMatchObject([{ name: 'default', ip_pool_id: pool.id }])
    const { rules } = await owner.ok('vpc_firewall_rules_view', inVpc)
    const common = { priority: 65534, status: 'enabled', direction: 'inbound', action: 'allow' }
    const whole = { type: 'vpc', value: vpc.name }
    expect(rules).toMatchObject([
      { name: 'allow-icmp', filters: { protocols: [{ type: 'icmp', value: null }] }, ...common, targets: [whole] },
      { name: 'allow-internal-inbound', filters: { hosts: [whole] }, ...common, targets: [whole] },
      { name: 'allow-ssh', filters: { ports: ['22'], protocols: [{ type: 'tcp' }] }, ...common, targets: [whole] },
    ])
  })

  it('accepts an IPv6 prefix, and refuses invalid ones', async () => {
    expect((await create({ ipv6_prefix: 'fd12:3456:789a::/48' })).ipv6_prefix).toBe('fd12:3456:789a::/48')
    for (const ipv6_prefix of ['fd12:3456:789a::/56', '2001:db8::/48', 'fd12:3456:789a::1/48'])
      expect(await owner.call('vpc_create', { query, body: body({ ipv6_prefix }) })).toMatchObject({
        status: 400,
        body: { error_code: 'InvalidValue' },
      })
  })

  it('refuses taken names and invalid bodies', async () => {
    const { name } = await create()
    expect(await owner.call('vpc_create', { query, body: body({ name }) })).toMatchObject({
      status: 400,
      body: { error_code: 'ObjectAlreadyExists', message: `already exists: vpc "${name}"` },
    })
    expect((await owner.call('vpc_create', { query, body: body({ dns_name: 'No Name' }) })).status).toBe(400)
    expect((await owner.call('vpc_create', { body: body() })).status).toBe(400)
  })

  it('lets exactly one of several concurrent requests with one name succeed', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => owner.call('vpc_create', { query, body: body({ name: 'wanted' }) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  })

  it(`refuses more than ${maxVpcs} VPCs of a project`, async () => {
    const full = await owner.ok('project_create', { body: { name: 'full', description: '' } })
    await sql`
      insert into vpcs (id, project_id, name, description, dns_name, ipv6_prefix, vni, system_router_id, time_created,
        time_modified)
      select gen_random_uuid(), ${full.id}, 'bulk-' || n, '', 'bulk', 'fd00::/48', n, gen_random_uuid(), now(), now()
      from generate_series(1, ${maxVpcs - 2}::int) n`.execute(server.db)
    const tryCreate = () => owner.call('vpc_create', { query: { project: full.id }, body: body() })
    const answers = await Promise.all([tryCreate(), tryCreate()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect((await tryCreate()).body).toMatchObject({
      error_code: 'InvalidRequest',
      message: 'a project can have at most 256 VPCs',
    })
    await sql`delete from vpcs where project_id = ${full.id} and name like 'bulk-%'`.execute(server.db)
  })

  it('gives every VPC a unique network identifier', async () => {
    await Promise.all([1, 2, 3, 4].map(() => create()))
    const rows = await server.db.selectFrom('vpcs').select('vni').execute()
    expect(new Set(rows.map(({ vni }) => vni)).size).toBe(rows.length)
  })

  it('names no project to somebody without a role there', async () => {
    const asked = { query, body: body() }
    expect(await (await server.user()).call('vpc_create', asked)).toMatchObject({
      status: 404,
      body: { message: 'not found: project with name "harbour"' },
    })
  })
})

describe('vpc_list', () => {
  it('pages by name', async () => {
    const { id } = await owner.ok('project_create', { body: { name: 'listed', description: '' } })
    for (const name of ['beta', 'alpha']) await owner.ok('vpc_create', { query: { project: id }, body: body({ name }) })
    const first = await owner.ok('vpc_list', { query: { project: id, limit: 2 } })
    expect(names(first)).toEqual(['alpha', 'beta'])
    const rest = await owner.ok('vpc_list', { query: { page_token: first.next_page } })
    expect(names(rest)).toEqual(['default'])
    expect(rest.next_page).toBeNull()
  })

  it('refuses callers and queries like every list in a project', async () => {
    expect((await owner.call('vpc_list')).status).toBe(400)
    expect((await owner.call('vpc_list', { query: { project: 'nowhere' } })).status).toBe(404)
    expect((await viewer.call('vpc_list', { query })).status).toBe(200)
  })
})

describe('vpc_view', () => {
  it('finds it by name and by id', async () => {
    const vpc = await create()
    expect(await viewer.ok('vpc_view', { path: { vpc: vpc.name }, query })).toEqual(vpc)
    expect(await viewer.ok('vpc_view', { path: { vpc: vpc.id } })).toEqual(vpc)
  })

  it('refuses contradictory selectors, and unknown or hidden VPCs', async () => {
    const { id, name } = await create()
    expect((await owner.call('vpc_view', { path: { vpc: id }, query })).status).toBe(400)
    expect((await owner.call('vpc_view', { path: { vpc: name } })).status).toBe(400)
    expect((await owner.call('vpc_view', { path: { vpc: randomId() } })).status).toBe(404)
    expect(await (await server.user()).call('vpc_view', { path: { vpc: id } })).toMatchObject({
      status: 404,
      body: { message: `not found: vpc with id "${id}"` },
    })
  })
})

describe('vpc_update', () => {
  it('changes only the given fields', async () => {
    const vpc = await create()
    await server.clock.advance(1000)
    const changed = await owner.ok('vpc_update', { path: { vpc: vpc.id }, body: { name: 'renamed', dns_name: null } })
    expect(changed).toMatchObject({ id: vpc.id, name: 'renamed', description: 'For a test', dns_name: 'test' })
    expect(changed.time_modified > vpc.time_modified).toBe(true)
  })

  it('refuses taken names, invalid bodies and unknown VPCs', async () => {
    const vpc = await create()
    const path = { vpc: vpc.id }
    expect((await owner.call('vpc_update', { path, body: { name: 'default' } })).body.error_code).toBe(
      'ObjectAlreadyExists',
    )
    expect((await owner.call('vpc_update', { path, body: { name: 'Not a name' } })).status).toBe(400)
    expect((await owner.call('vpc_update', { path: { vpc: randomId() }, body: {} })).status).toBe(404)
  })
})

describe('vpc_delete', () => {
  it('is refused while there are subnets, then deletes all parts', async () => {
    const vpc = await create()
    const path = { vpc: vpc.id }
    expect(await owner.call('vpc_delete', { path })).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidRequest', message: `VPC "${vpc.name}" has subnet "default": delete it first` },
    })
    await owner.ok('vpc_subnet_delete', { path: { subnet: 'default' }, query: { vpc: vpc.id } })
    expect((await owner.call('vpc_delete', { path })).status).toBe(204)
    expect((await owner.call('vpc_view', { path })).status).toBe(404)
    expect((await owner.call('vpc_router_view', { path: { router: vpc.system_router_id } })).status).toBe(404)
    await server.settle()
    expect(await server.plane.services.sagas.list()).toEqual([])
  })

  it('refuses unknown VPCs, and a project beside an id', async () => {
    const path = { vpc: (await create()).id }
    expect((await owner.call('vpc_delete', { path: { vpc: randomId() } })).status).toBe(404)
    expect((await owner.call('vpc_delete', { path, query })).status).toBe(400)
  })
})

it('declares every change to the platform', async () => {
  const vpc = await create()
  const before = await vpcDocument(server.db, vpc.id)
  await owner.ok('vpc_subnet_create', {
    query: { vpc: vpc.id },
    body: { name: 'second', description: '', ipv4_block: '10.0.0.0/24' },
  })
  const after = await vpcDocument(server.db, vpc.id)
  expect(after!.generation).toBeGreaterThan(before!.generation)
  expect(after!.subnets).toHaveLength(2)
  await server.settle()
  expect(await server.plane.services.sagas.list()).toEqual([])
})

it('counts the firewall rules of each VPC in a list only', async () => {
  const [few, none] = [await create(), await create()]
  await owner.ok('vpc_firewall_rules_update', { query: { vpc: none.id }, body: { rules: [] } })
  const { items } = await viewer.ok('vpc_list', { query: { ...query, limit: 1000 } })
  const countOf = (id: string) => items.find((each: { id: string }) => each.id === id).firewall_rule_count
  expect([countOf(few.id), countOf(none.id)]).toEqual([3, 0])
  expect(few).not.toHaveProperty('firewall_rule_count')
})
