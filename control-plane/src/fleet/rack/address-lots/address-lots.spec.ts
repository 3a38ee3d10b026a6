import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../../kernel/values/uuid.ts'
import { expectMalformed, refusal } from '../../../network/network-fixtures.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { makeBgp, makeLot, named, placeOf, settings } from '../networking-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const create = (name: string, blocks: [string, string][]) =>
  server.admin.call('networking_address_lot_create', {
    body: {
      ...named(name),
      kind: 'infra',
      blocks: blocks.map(([first_address, last_address]) => ({ first_address, last_address })),
    },
  })
const remove = (address_lot: string) => server.admin.call('networking_address_lot_delete', { path: { address_lot } })
const blocksOf = async (address_lot: string) =>
  (await server.admin.ok('networking_address_lot_block_list', { path: { address_lot } })).items

describe('networking_address_lot_create', () => {
  it('answers the lot and its blocks, of either family', async () => {
    const { status, body } = await create('uplinks', [
      ['192.0.2.0', '192.0.2.15'],
      ['fd00:1::1', 'fd00:1::ff'],
    ])
    expect(status).toBe(201)
    expect(body.lot).toMatchObject({ name: 'uplinks', kind: 'infra' })
    expect(body.blocks).toMatchObject([
      { first_address: '192.0.2.0', last_address: '192.0.2.15' },
      { first_address: 'fd00:1::1', last_address: 'fd00:1::ff' },
    ])
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    const unused = body.blocks.map((block: object) => ({ ...block, uses: [], use_count: 0 }))
    expect(await blocksOf('uplinks')).toEqual(unused.toSorted(byId))
    const { items } = await server.admin.ok('networking_address_lot_list')
    const counts = { address_count: 16 + 255, assigned_count: 0, announced_count: 0 }
    expect(items).toContainEqual({ ...body.lot, ...counts })
  })

  it('refuses invalid ranges, and overlaps with blocks of any lot', async () => {
    expect(refusal(await create('wrong', [['192.0.2.9', '192.0.2.8']]))).toContain('block 192.0.2.9-192.0.2.8')
    expect(refusal(await create('wrong', [['192.0.2.9', 'fd00::1']]))).toContain('both')
    expect(refusal(await create('wrong', [['192.0.2.15', '192.0.2.20']]))).toBe(
      'block 192.0.2.15-192.0.2.20 overlaps 192.0.2.0-192.0.2.15 of address lot "uplinks"',
    )
    const twice: [string, string][] = [
      ['198.51.100.1', '198.51.100.5'],
      ['198.51.100.5', '198.51.100.9'],
    ]
    expect(refusal(await create('wrong', twice))).toBe(
      'block 198.51.100.5-198.51.100.9 overlaps 198.51.100.1-198.51.100.5',
    )
    expect(refusal(await create('uplinks', []), 'ObjectAlreadyExists')).toBe('already exists: address-lot "uplinks"')
    expectMalformed(await create('wrong', [['192.0.2', '192.0.2.8']]))
    expectMalformed(await create('Wrong', []))
  })

  it('accepts the largest number of blocks', async () => {
    const blocks = Array.from({ length: 1001 }, (_, at): [string, string] => {
      const address = `10.90.${at >> 8}.${at & 255}`
      return [address, address]
    })
    const { status, body } = await create('many', blocks.slice(1))
    expect(status).toBe(201)
    expect(body.blocks.map((block: { first_address: string }) => block.first_address)).toEqual(
      blocks.slice(1).map(([first]) => first),
    )
    expect(refusal(await create('more', blocks))).toBe('an address lot has at most 1000 blocks')
  })

  it('gives overlapping blocks to one of several concurrent requests', async () => {
    const answers = await Promise.all(
      [0, 1, 2, 3].map((nth) => create(`rival-${nth}`, [['203.0.113.1', `203.0.113.${10 + nth}`]])),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
  })
})

describe('what uses a lot', () => {
  const listed = async (name: string) => {
    const { items } = await server.admin.ok('networking_address_lot_list')
    return items.find((lot: { name: string }) => lot.name === name)
  }

  it('is counted, and shown with each block', async () => {
    const { lot } = await makeLot(server.admin, 'shared', '10.6.0.0', '10.6.0.255')
    const { rack_id, switch_location } = await placeOf(server)
    const place = { rack_id, switch_location, address_lot: lot.id, anycast: false }
    await server.admin.ok('networking_loopback_address_create', { body: { ...place, address: '10.6.0.9', mask: 32 } })
    const addresses = [{ link_name: 'phy0', addresses: [{ address: '10.6.0.10/30', address_lot: 'shared' }] }]
    const body = settings('of-shared', { addresses })
    const { id } = await server.admin.ok('networking_switch_port_settings_create', { body })
    await makeBgp(server.admin, 'of-shared', 65_006, { name: 'shared', networks: ['10.6.0.0/25', '10.6.0.128/25'] })
    expect(await listed('shared')).toMatchObject({ address_count: 256, assigned_count: 2, announced_count: 2 })
    const [block] = await blocksOf('shared')
    expect(block).toMatchObject({ use_count: 4 })
    expect(block.uses).toEqual([
      { kind: 'bgp_announce_set', id: expect.any(String), name: 'of-shared', address: '10.6.0.0/25' },
      { kind: 'loopback_address', id: expect.any(String), name: 'switch0', address: '10.6.0.9' },
      { kind: 'switch_port_settings', id, name: 'of-shared', address: '10.6.0.10' },
      { kind: 'bgp_announce_set', id: expect.any(String), name: 'of-shared', address: '10.6.0.128/25' },
    ])
  })

  it('is the first 20 of a block, and their number', async () => {
    await makeLot(server.admin, 'crowded', '10.5.0.0', '10.5.255.255')
    const networks = Array.from({ length: 30 }, (_, at) => `10.5.${at}.0/24`)
    await makeBgp(server.admin, 'of-crowded', 65_005, { name: 'crowded', networks })
    const [{ uses, use_count }] = await blocksOf('crowded')
    expect([uses.length, use_count]).toEqual([20, 30])
  })

  it('has no number of addresses where there are too many', async () => {
    await makeLot(server.admin, 'endless', 'fd00:9::', 'fd00:9:ffff::')
    expect(await listed('endless')).toMatchObject({ address_count: null })
  })
})

describe('networking_address_lot_delete', () => {
  it('refuses while an address of the lot is in use, and names the user', async () => {
    const { lot } = await makeLot(server.admin, 'busy', '10.7.0.0', '10.7.0.255')
    const place = await placeOf(server)
    const loopback = { address: '10.7.0.1', mask: 32, rack_id: place.rack_id }
    await server.admin.ok('networking_loopback_address_create', {
      body: { ...place, ...loopback, address_lot: lot.id, anycast: false },
    })
    expect(refusal(await remove('busy'))).toBe(
      'address lot "busy" is in use: loopback address 10.7.0.1 of switch0 is in it',
    )
    await server.admin.ok('networking_loopback_address_delete', {
      path: { ...place, address: '10.7.0.1', subnet_mask: 32 },
    })

    const addresses = [{ link_name: 'phy0', addresses: [{ address: '10.7.0.2/30', address_lot: 'busy' }] }]
    await server.admin.ok('networking_switch_port_settings_create', { body: settings('user', { addresses }) })
    expect(refusal(await remove('busy'))).toContain('switch port settings "user" have its address 10.7.0.2')
    await server.admin.ok('networking_switch_port_settings_delete', { query: { port_settings: 'user' } })

    await makeBgp(server.admin, 'announcer', 65_001, { name: 'busy', networks: ['10.7.0.0/24'] })
    expect(refusal(await remove('busy'))).toContain('BGP announce set "announcer" announces 10.7.0.0/24 of it')
    await server.admin.ok('networking_bgp_announce_set_update', { body: { ...named('announcer'), announcement: [] } })
    expect((await remove(lot.id)).status).toBe(204)
    expect((await remove(lot.id)).body.message).toBe(`not found: address-lot with id "${lot.id}"`)
  })

  it('frees the blocks', async () => {
    await makeLot(server.admin, 'short', '10.8.0.0', '10.8.0.9')
    expect((await remove('short')).status).toBe(204)
    expect((await create('longer', [['10.8.0.0', '10.8.0.99']])).status).toBe(201)
  })
})

describe('networking_address_lot_list', () => {
  it('refuses an unknown lot and a limit of none', async () => {
    const unknown = { path: { address_lot: randomId() } }
    expect((await server.admin.call('networking_address_lot_block_list', unknown)).status).toBe(404)
    expect((await server.admin.call('networking_address_lot_list', { query: { limit: 0 } })).status).toBe(400)
  })
})
