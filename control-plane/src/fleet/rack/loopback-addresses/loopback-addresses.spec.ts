import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomId } from '../../../kernel/values/uuid.ts'
import { refusal } from '../../../network/network-fixtures.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { makeLot, placeOf, settings } from '../networking-fixtures.ts'

let server: TestServer
let rack_id: string
beforeAll(async () => {
  server = await startTestServer()
  ;({ rack_id } = await placeOf(server))
  await makeLot(server.admin, 'loops', '192.0.2.0', '192.0.2.99')
  await makeLot(server.admin, 'loops-v6', 'fd00::1', 'fd00::ff')
})
afterAll(() => server.close())

const create = (address: string, more: object = {}) =>
  server.admin.call('networking_loopback_address_create', {
    body: { address, address_lot: 'loops', anycast: false, mask: 32, rack_id, switch_location: 'switch0', ...more },
  })
const remove = (address: string, more: object = {}) =>
  server.admin.call('networking_loopback_address_delete', {
    path: { rack_id, switch_location: 'switch0', address, subnet_mask: 32, ...more },
  })

it('a loopback address is created, listed and deleted', async () => {
  const { status, body } = await create('192.0.2.1')
  expect(status).toBe(201)
  expect(body).toMatchObject({
    address: '192.0.2.1/32',
    address_lot_name: 'loops',
    rack_id,
    switch_location: 'switch0',
  })
  const v6 = await create('fd00::9', { address_lot: 'loops-v6', mask: 128 })
  expect(v6.body.address).toBe('fd00::9/128')
  const { items } = await server.admin.ok('networking_loopback_address_list')
  expect(items).toHaveLength(2)
  expect(items).toContainEqual(body)
  expect((await remove('192.0.2.1', { subnet_mask: 24 })).status).toBe(404)
  expect((await remove('192.0.2.1')).status).toBe(204)
  expect((await remove('192.0.2.1')).body.message).toBe('not found: loopback-address 192.0.2.1/32')
})

it('an address must be in the lot and unused', async () => {
  expect(refusal(await create('198.51.100.1'))).toBe('address 198.51.100.1 is not in address lot "loops"')
  expect((await create('192.0.2.5')).status).toBe(201)
  const inUse = 'address 192.0.2.5 is in use by a loopback address of switch0'
  expect(refusal(await create('192.0.2.5'))).toBe(inUse)
  expect(refusal(await create('192.0.2.5', { switch_location: 'switch1', anycast: true }))).toBe(inUse)
  const addresses = [{ link_name: 'phy0', addresses: [{ address: '192.0.2.6/24', address_lot: 'loops' }] }]
  await server.admin.ok('networking_switch_port_settings_create', { body: settings('taker', { addresses }) })
  expect(refusal(await create('192.0.2.6'))).toBe('address 192.0.2.6 is in use by switch port settings "taker"')
  const answers = await Promise.all([0, 1, 2, 3].map(() => create('192.0.2.7')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
})

it('several switches may have one anycast address, each once', async () => {
  expect((await create('192.0.2.20', { anycast: true })).status).toBe(201)
  expect((await create('192.0.2.20', { anycast: true, switch_location: 'switch1' })).status).toBe(201)
  expect(refusal(await create('192.0.2.20', { anycast: true }))).toContain('in use by a loopback address of switch0')
})

it('invalid addresses are refused', async () => {
  expect(refusal(await create('192.0.2.30', { mask: 33 }))).toBe('the mask of 192.0.2.30 is at most 32')
  expect(refusal(await create('fd00::2', { address_lot: 'loops-v6', mask: 129 }))).toContain('at most 128')
  expect(refusal(await create('192.0.2.30', { switch_location: 'switch2' }))).toContain('there is no switch "switch2"')
  expect(refusal(await remove('192.0.2.30', { switch_location: 'switch2' }))).toContain('there is no switch')
  expect((await create('192.0.2.30', { rack_id: randomId() })).status).toBe(404)
  expect((await create('192.0.2.30', { address_lot: 'none' })).body.message).toBe(
    'not found: address-lot with name "none"',
  )
  expect((await create('192.0.2', {})).status).toBe(400)
})
