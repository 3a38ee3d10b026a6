import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/uuid.ts'
import { expectGuarded, expectUnreadable, openSite, refusal, type Site } from '../network-fixtures.ts'

let site: Site
let gateway: { id: string }
beforeAll(async () => {
  site = await openSite()
  gateway = (await site.owner.ok('internet_gateway_list', { query })).items[0]
})
afterAll(() => site.house.close())

const query = { vpc: 'default', project: 'harbour' }

it('internet_gateway_list answers the gateways of a VPC', async () => {
  expect((await site.viewer.ok('internet_gateway_list', { query })).items).toMatchObject([{ name: 'default' }])
  await expectGuarded(site, 'internet_gateway_list', { query }, 'read')
  expectUnreadable(await site.owner.call('internet_gateway_list', {}))
})

it('internet_gateway_view finds one by name and by id', async () => {
  const request = { path: { gateway: 'default' }, query }
  expect(await site.viewer.ok('internet_gateway_view', request)).toMatchObject({ id: gateway.id, name: 'default' })
  await expectGuarded(site, 'internet_gateway_view', { path: { gateway: gateway.id } }, 'read')
  refusal(await site.owner.call('internet_gateway_view', { path: { gateway: gateway.id }, query }))
  const nowhere = await site.owner.call('internet_gateway_view', { path: { gateway: 'nowhere' }, query })
  expect(nowhere).toMatchObject({ status: 404, body: { message: 'not found: internet-gateway with name "nowhere"' } })
})

describe.each(['internet_gateway_ip_pool_list', 'internet_gateway_ip_address_list'] as const)('%s', (operation) => {
  it('answers what is attached to a gateway', async () => {
    const byName = await site.viewer.ok(operation, { query: { gateway: 'default', ...query } })
    expect(byName.items).toHaveLength(operation === 'internet_gateway_ip_pool_list' ? 1 : 0)
    expect(await site.viewer.ok(operation, { query: { gateway: gateway.id } })).toEqual(byName)
    await expectGuarded(site, operation, { query: { gateway: gateway.id } }, 'read')
    expectUnreadable(await site.owner.call(operation, { query }))
    expect((await site.owner.call(operation, { query: { gateway: randomId() } })).status).toBe(404)
  })
})
