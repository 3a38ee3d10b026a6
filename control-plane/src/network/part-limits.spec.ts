import { maxGatewayAddresses, maxGateways, maxRouters, maxRoutes } from '@skerry/contract/rules/networks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSite, refusal, type Site } from './network-fixtures.ts'

let site: Site
let vpc: string
let count = 0
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.server.close())

const named = (fields: object = {}) => ({ name: `thing-${++count}`, description: '', ...fields })
const bulkColumns = sql`'bulk-' || n, '', now(), now()`
const inVpc = () => ({ query: { vpc } })

beforeAll(async () => {
  vpc = (await site.owner.ok('vpc_create', { query: { project: 'harbour' }, body: named({ dns_name: 'full' }) })).id
})

/** Asks twice at once for what has room for one, then once more: the statuses, and the message of the last. */
async function askForMore(create: () => ReturnType<Site['owner']['call']>) {
  const answers = await Promise.all([create(), create()])
  return { statuses: answers.map(({ status }) => status).toSorted(), message: refusal(await create()) }
}

const oneMore = (message: string) => ({ statuses: [201, 400], message })

it('refuses more routers than the maximum', async () => {
  // The system router counts too.
  await sql`
    insert into routers (id, vpc_id, kind, name, description, time_created, time_modified)
    select gen_random_uuid(), ${vpc}, 'custom', ${bulkColumns}
    from generate_series(1, ${maxRouters - 2}::int) n`.execute(site.server.db)
  const answers = await askForMore(() => site.owner.call('vpc_router_create', { ...inVpc(), body: named() }))
  expect(answers).toEqual(oneMore(`a VPC can have at most ${maxRouters} routers`))
})

it('refuses more custom routes than the maximum, whatever their router', async () => {
  const [one, other] = (await site.owner.ok('vpc_router_list', { query: { vpc, limit: 3 } })).items
  const drop = { destination: { type: 'ip', value: '192.0.2.1' }, target: { type: 'drop' } }
  await sql`
    insert into router_routes
      (id, router_id, kind, destination, target, name, description, time_created, time_modified)
    select gen_random_uuid(), ${one.id}, 'custom', ${JSON.stringify(drop.destination)}::jsonb,
      ${JSON.stringify(drop.target)}::jsonb, ${bulkColumns}
    from generate_series(1, ${maxRoutes - 1}::int) n`.execute(site.server.db)
  const answers = await askForMore(() =>
    site.owner.call('vpc_router_route_create', { query: { router: other.id }, body: named(drop) }),
  )
  expect(answers).toEqual(oneMore(`a VPC can have at most ${maxRoutes} custom routes`))
})

it('refuses more gateways than the maximum', async () => {
  await sql`
    insert into internet_gateways (id, vpc_id, name, description, time_created, time_modified)
    select gen_random_uuid(), ${vpc}, ${bulkColumns}
    from generate_series(1, ${maxGateways - 2}::int) n`.execute(site.server.db)
  const answers = await askForMore(() => site.owner.call('internet_gateway_create', { ...inVpc(), body: named() }))
  expect(answers).toEqual(oneMore(`a VPC can have at most ${maxGateways} internet gateways`))
})

it('refuses more addresses of a gateway than the maximum', async () => {
  const { id } = await site.owner.ok('internet_gateway_view', { path: { gateway: 'default' }, ...inVpc() })
  await sql`
    insert into internet_gateway_ip_addresses
      (id, internet_gateway_id, address, name, description, time_created, time_modified)
    select gen_random_uuid(), ${id}, '203.0.113.0'::inet + n, ${bulkColumns}
    from generate_series(1, ${maxGatewayAddresses - 1}::int) n`.execute(site.server.db)
  const answers = await askForMore(() =>
    site.owner.call('internet_gateway_ip_address_create', {
      query: { gateway: id },
      body: named({ address: `198.51.100.${count % 200}` }),
    }),
  )
  expect(answers).toEqual(oneMore(`a gateway can have at most ${maxGatewayAddresses} IP addresses`))
})
