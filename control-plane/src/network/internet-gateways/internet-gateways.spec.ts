import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { expectMalformed, openSite, refusal, type Site } from '../network-fixtures.ts'
import { listedGateways } from './internet-gateways.repo.ts'

let site: Site
let gateway: { id: string }
beforeAll(async () => {
  site = await openSite()
  gateway = (await site.owner.ok('internet_gateway_list', { query })).items[0]
})
afterAll(() => site.server.close())

const query = { vpc: 'default', project: 'harbour' }

it('internet_gateway_list answers the gateways of a VPC', async () => {
  expect((await site.viewer.ok('internet_gateway_list', { query })).items).toMatchObject([{ name: 'default' }])
  expectMalformed(await site.owner.call('internet_gateway_list', {}))
})

it('internet_gateway_view finds one by name and by id', async () => {
  const request = { path: { gateway: 'default' }, query }
  expect(await site.viewer.ok('internet_gateway_view', request)).toMatchObject({ id: gateway.id, name: 'default' })
  expect(refusal(await site.owner.call('internet_gateway_view', { path: { gateway: gateway.id }, query }))).toBe(
    'when internet-gateway is given as an id, vpc must not be given',
  )
  const nowhere = await site.owner.call('internet_gateway_view', { path: { gateway: 'nowhere' }, query })
  expect(nowhere).toMatchObject({ status: 404, body: { message: 'not found: internet-gateway with name "nowhere"' } })
})

describe.each(['internet_gateway_ip_pool_list', 'internet_gateway_ip_address_list'] as const)('%s', (operation) => {
  it('lists the attachments of a gateway', async () => {
    const byName = await site.viewer.ok(operation, { query: { gateway: 'default', ...query } })
    expect(byName.items).toHaveLength(operation === 'internet_gateway_ip_pool_list' ? 1 : 0)
    expect(await site.viewer.ok(operation, { query: { gateway: gateway.id } })).toEqual(byName)
    expectMalformed(await site.owner.call(operation, { query }))
    expect((await site.owner.call(operation, { query: { gateway: randomId() } })).status).toBe(404)
  })
})

let count = 0
const named = (fields: object = {}) => ({ name: `thing-${++count}`, description: 'For a test', ...fields })
const create = () => site.owner.ok('internet_gateway_create', { query, body: named() })
const address = (fields: object = {}) => named({ address: '203.0.113.7', ...fields })
const attach = (gateway: { id: string }, body: object = address()) =>
  site.owner.call('internet_gateway_ip_address_create', { query: { gateway: gateway.id }, body })
/** Creates a route through the gateway, in a new router. */
async function routeThrough(name: string): Promise<{ id: string }> {
  const router = await site.owner.ok('vpc_router_create', { query, body: named() })
  const way = { destination: { type: 'ip_net', value: '0.0.0.0/0' }, target: { type: 'internet_gateway', value: name } }
  return site.owner.ok('vpc_router_route_create', { query: { router: router.id }, body: named(way) })
}
const routeStatus = async (route: { id: string }) =>
  (await site.owner.call('vpc_router_route_view', { path: { route: route.id } })).status

it('internet_gateway_create creates one without pools', async () => {
  const made = await create()
  expect((await site.owner.ok('internet_gateway_ip_pool_list', { query: { gateway: made.id } })).items).toEqual([])
  const taken = { query, body: named({ name: made.name }) }
  expect(refusal(await site.owner.call('internet_gateway_create', taken), 'ObjectAlreadyExists')).toBe(
    `already exists: internet-gateway "${made.name}"`,
  )
  expectMalformed(await site.owner.call('internet_gateway_create', { query, body: {} }))
})

it('internet_gateway_delete refuses while it is in use, and with cascade deletes routes and attachments too', async () => {
  const made = await create()
  const path = { gateway: made.id }
  await attach(made, address({ name: 'exit' }))
  expect(refusal(await site.owner.call('internet_gateway_delete', { path }))).toBe(
    `internet gateway "${made.name}" has IP address "exit": detach it first, or cascade`,
  )
  const { items } = await site.owner.ok('internet_gateway_ip_address_list', { query: { gateway: made.id } })
  await site.owner.ok('internet_gateway_ip_address_delete', { path: { address: items[0].id } })
  const route = await routeThrough(made.name)
  expect(refusal(await site.owner.call('internet_gateway_delete', { path }))).toContain('delete it first, or cascade')
  await attach(made)
  expect((await site.owner.call('internet_gateway_delete', { path, query: { cascade: true } })).status).toBe(204)
  expect(await routeStatus(route)).toBe(404)
  expect((await site.owner.call('internet_gateway_delete', { path })).status).toBe(404)
})

it('internet_gateway_ip_pool_create attaches a linked pool only once', async () => {
  const made = await create()
  const request = (ip_pool: string, fields: object = {}) => ({
    query: { gateway: made.id },
    body: named({ ip_pool, ...fields }),
  })
  const attached = await site.owner.ok('internet_gateway_ip_pool_create', request('default', { name: 'pool' }))
  expect(attached).toMatchObject({ name: 'pool', internet_gateway_id: made.id })
  const again = await site.owner.call('internet_gateway_ip_pool_create', request('default'))
  expect(refusal(again, 'ObjectAlreadyExists')).toBe('already exists: internet-gateway-ip-pool "default"')
  expect((await site.owner.call('internet_gateway_ip_pool_create', request('nowhere'))).status).toBe(404)
  expectMalformed(await site.owner.call('internet_gateway_ip_pool_create', request('!')))
})

it('internet_gateway_ip_address_create attaches an address only once', async () => {
  const made = await create()
  expect(await attach(made)).toMatchObject({
    status: 201,
    body: { address: '203.0.113.7', internet_gateway_id: made.id },
  })
  expect(refusal(await attach(made), 'ObjectAlreadyExists')).toBe(
    'already exists: internet-gateway-ip-address "203.0.113.7"',
  )
  expectMalformed(await attach(made, address({ address: 'here' })))
  expect((await attach({ id: randomId() })).status).toBe(404)
})

it.each(['0.0.0.0', '224.0.0.1', '127.0.0.1', '255.255.255.255', '169.254.0.1', '::', '::1', 'ff02::1'])(
  'internet_gateway_ip_address_create refuses %s, which is no host address',
  async (ip) => {
    expect(refusal(await attach(await create(), address({ address: ip })), 'InvalidValue')).toContain(
      `unsupported value for "address": ${ip} is `,
    )
  },
)

it('internet_gateway_ip_address_create recognizes an address in every notation', async () => {
  const made = await create()
  expect((await attach(made, address({ address: '2001:DB8:0::7' }))).body.address).toBe('2001:db8::7')
  expect(refusal(await attach(made, address({ address: '2001:db8::0:7' })), 'ObjectAlreadyExists')).toBe(
    'already exists: internet-gateway-ip-address "2001:db8::7"',
  )
})

describe.each([
  ['internet_gateway_ip_pool_delete', 'internet_gateway_ip_pool_create', 'pool', { ip_pool: 'default' }],
  ['internet_gateway_ip_address_delete', 'internet_gateway_ip_address_create', 'address', { address: '203.0.113.9' }],
] as const)('%s', (operation, creation, parameter, fields) => {
  it('refuses while routes use the gateway, and with cascade deletes them too', async () => {
    const made = await create()
    const attached = await site.owner.ok(creation, { query: { gateway: made.id }, body: named(fields) })
    const route = await routeThrough(made.name)
    const path = { [parameter]: attached.id }
    expect(refusal(await site.owner.call(operation, { path }))).toContain('delete it first, or cascade')
    expect(refusal(await site.owner.call(operation, { path, query: { gateway: made.id } }))).toMatch(
      /is given as an id, gateway must not be given$/,
    )
    expect(await routeStatus(route)).toBe(200)
    expect((await site.owner.call(operation, { path, query: { cascade: true } })).status).toBe(204)
    expect(await routeStatus(route)).toBe(404)
    expect((await site.owner.call(operation, { path })).status).toBe(404)
  })
})

it('counts attachments and routes of the gateways in a list', async () => {
  const vpc = await site.owner.ok('vpc_create', { query: { project: 'harbour' }, body: named({ dns_name: 'counted' }) })
  const inVpc = { query: { vpc: vpc.id } }
  const own = await site.owner.ok('internet_gateway_create', { ...inVpc, body: named() })
  await attach(own)
  await attach(own, address({ address: '203.0.113.8' }))
  const router = await site.owner.ok('vpc_router_create', { ...inVpc, body: named() })
  const target = { type: 'internet_gateway', value: own.name }
  const route = named({ destination: { type: 'ip_net', value: '0.0.0.0/0' }, target })
  await site.owner.ok('vpc_router_route_create', { query: { router: router.id }, body: route })
  const { items } = await site.viewer.ok('internet_gateway_list', inVpc)
  const [first, second] = items
  expect(first).toMatchObject({ name: 'default', ip_pool_count: 1, ip_address_count: 0, route_count: 2 })
  expect(second).toMatchObject({ id: own.id, ip_pool_count: 0, ip_address_count: 2, route_count: 1 })
})

it('counts the routes of a VPC once for all its gateways', async () => {
  const { db } = site.server
  const vpc = await site.owner.ok('vpc_create', { query: { project: 'harbour' }, body: named({ dns_name: 'many' }) })
  await sql`
    insert into internet_gateways (id, vpc_id, name, description, time_created, time_modified)
    select gen_random_uuid(), ${vpc.id}, 'bulk-' || n, '', now(), now() from generate_series(1, 999) n`.execute(db)
  await sql`
    insert into router_routes (id, router_id, name, description, kind, destination, target, time_created, time_modified)
    select gen_random_uuid(), ${vpc.system_router_id}, 'bulk-' || n, '', 'custom',
      '{"type": "ip", "value": "10.0.0.1"}', jsonb_build_object('type', 'internet_gateway', 'value', 'bulk-' || n % 2000),
      now(), now()
    from generate_series(1, 20000) n`.execute(db)
  await sql`analyze internet_gateways, router_routes`.execute(db)
  const { items } = await site.viewer.ok('internet_gateway_list', { query: { vpc: vpc.id, limit: 1000 } })
  expect(items).toHaveLength(1000)
  expect(items[0]).toMatchObject({ name: 'bulk-1', route_count: 10 })
  expect(items.at(-1)).toMatchObject({ name: 'default', route_count: 2 })
  const [explained] = await listedGateways(db, vpc.id).explain('json', sql`analyze`)
  const [{ Plan: plan }] = explained!['QUERY PLAN'] as [{ Plan: Plan }]
  expect(routesRead(plan)).toBeGreaterThan(20_000)
  expect(routesRead(plan)).toBeLessThan(20_100)
})

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

/** How many rows of routes an executed plan has read. */
function routesRead({ Plans: inner = [], ...node }: Plan): number {
  const own = node['Relation Name'] === 'router_routes' ? node['Actual Rows'] * node['Actual Loops'] : 0
  return inner.reduce((sum, child) => sum + routesRead(child), own)
}
