import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../../kernel/values/uuid.ts'
import { refusal } from '../../../network/network-fixtures.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { apply, makeBgp, makeLot, named, peer, settings } from '../networking-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeLot(server.admin, 'announced', '203.0.113.0', '203.0.113.255')
})
afterAll(() => server.close())

const put = (name: string, announcement: object[], caller = server.admin, headers?: Record<string, string>) =>
  caller.call('networking_bgp_announce_set_update', {
    body: { ...named(name), announcement },
    ...(headers && { headers }),
  })
const announcements = (announce_set: string) =>
  server.admin.call('networking_bgp_announcement_list', { path: { announce_set } })
const removeSet = (announce_set: string) =>
  server.admin.call('networking_bgp_announce_set_delete', { path: { announce_set } })
const createConfig = (name: string, asn: number, set: string) =>
  server.admin.call('networking_bgp_config_create', { body: { ...named(name), asn, bgp_announce_set_id: set } })
const removeConfig = (name_or_id: string) =>
  server.admin.call('networking_bgp_config_delete', { query: { name_or_id } })

describe('announce sets', () => {
  it('are created and replaced by name, with all their announcements', async () => {
    const [block] = (await server.admin.ok('networking_address_lot_block_list', { path: { address_lot: 'announced' } }))
      .items
    const created = await put('first', [{ address_lot_block: block.id, network: '203.0.113.0/25' }])
    expect(created).toMatchObject({ status: 200, body: { name: 'first' } })
    const row = { announce_set_id: created.body.id, address_lot_block_id: block.id, address_lot_name: 'announced' }
    expect((await announcements('first')).body).toEqual([{ ...row, network: '203.0.113.0/25' }])
    const again = await put('first', [
      { address_lot_block: 'announced', network: '203.0.113.128/25' },
      { address_lot_block: 'announced', network: '203.0.113.0/26' },
    ])
    expect(again.body.id).toBe(created.body.id)
    expect((await announcements(created.body.id)).body).toEqual([
      { ...row, network: '203.0.113.0/26' },
      { ...row, network: '203.0.113.128/25' },
    ])
    expect((await put('first', [])).status).toBe(200)
    expect((await announcements('first')).body).toEqual([])
  })

  it('announce networks inside a block, each once', async () => {
    const of = (network: string, address_lot_block = 'announced') => put('wrong', [{ address_lot_block, network }])
    expect(refusal(await of('203.0.112.0/23'))).toContain('not inside a block of address lot "announced"')
    expect(refusal(await of('203.0.113.1/24'))).toContain('host bits set')
    expect(refusal(await of('fd00::/64'))).toContain('not inside')
    expect((await of('203.0.113.0/24', 'nothing')).body.message).toBe('not found: address-lot with name "nothing"')
    expect((await of('203.0.113.0/24', randomId())).status).toBe(404)
    const one = { address_lot_block: 'announced', network: '203.0.113.0/24' }
    expect(refusal(await put('wrong', [one, one]))).toBe('network 203.0.113.0/24 is announced twice')
    expect((await announcements('wrong')).status).toBe(404)
  })

  it('accept the largest number of networks', async () => {
    await makeLot(server.admin, 'wide', '10.64.0.0', '10.127.255.255')
    const network = (at: number) => `10.${64 + (at >> 8)}.${at & 255}.0/24`
    const all = Array.from({ length: 5001 }, (_, at) => ({ address_lot_block: 'wide', network: network(at) }))
    expect((await put('large', all.slice(1))).status).toBe(200)
    expect((await announcements('large')).body).toHaveLength(5000)
    expect(refusal(await put('large', all))).toBe('an announce set has at most 5000 announcements')
    await removeSet('large')
  })

  it('support If-Match', async () => {
    const created = await put('tagged', [])
    const etag = (await announcements('tagged')).headers.get('etag')!
    expect(created.headers.get('etag')).toBe(etag)
    const one = [{ address_lot_block: 'announced', network: '203.0.113.0/24' }]
    expect((await put('tagged', one, server.admin, { 'if-match': etag })).status).toBe(200)
    expect((await put('tagged', [], server.admin, { 'if-match': etag })).status).toBe(412)
  })

  it('are not replaced with If-None-Match', async () => {
    const ifNoneMatch = { 'if-none-match': '*' }
    expect((await put('new', [], server.admin, ifNoneMatch)).status).toBe(200)
    expect(await put('new', [], server.admin, ifNoneMatch)).toMatchObject({
      status: 412,
      body: { error_code: 'PreconditionFailed', message: 'it already exists' },
    })
    await removeSet('new')
  })

  it('are listed in full, in the requested order', async () => {
    const names = async (sort_by?: string) =>
      (await server.admin.ok('networking_bgp_announce_set_list', { query: { sort_by, limit: 1 } })).map(
        ({ name }: { name: string }) => name,
      )
    expect(await names()).toEqual(['first', 'tagged'])
    expect(await names('name_descending')).toEqual(['tagged', 'first'])
  })

  it('cannot be deleted while a configuration uses them', async () => {
    await put('used', [])
    expect((await createConfig('user', 65_010, 'used')).status).toBe(201)
    const sets = await server.admin.ok('networking_bgp_announce_set_list')
    const used = sets.find(({ name }: { name: string }) => name === 'used')
    expect(used.used_by).toEqual([{ id: expect.any(String), name: 'user' }])
    const refused = await removeSet('used')
    expect(refused).toMatchObject({ status: 409, body: { error_code: 'Conflict' } })
    expect(refused.body.message).toBe('BGP announce set "used" is used by BGP configuration "user"')
    await removeConfig('user')
    expect((await removeSet('used')).status).toBe(204)
    expect((await removeSet('used')).body.message).toBe('not found: bgp-announce-set with name "used"')
  })
})

describe('BGP configurations', () => {
  it('have a unique ASN and an announce set', async () => {
    await put('set', [])
    const created = await createConfig('edge', 65_020, 'set')
    expect(created).toMatchObject({ status: 201, body: { name: 'edge', asn: 65_020, vrf: null, used_by: [] } })
    expect(created.body.announce_set_name).toBe('set')
    expect((await server.admin.ok('networking_bgp_config_list')).items).toContainEqual(created.body)
    expect(refusal(await createConfig('edge', 65_021, 'set'), 'ObjectAlreadyExists')).toBe(
      'already exists: bgp-config "edge"',
    )
    const taken = await createConfig('other', 65_020, 'set')
    expect(taken).toMatchObject({ status: 409, body: { error_code: 'Conflict' } })
    expect(taken.body.message).toBe('autonomous system 65020 is in use by BGP configuration "edge"')
    expect((await createConfig('other', 65_021, 'none')).body.message).toBe(
      'not found: bgp-announce-set with name "none"',
    )
    const answers = await Promise.all([0, 1, 2].map((nth) => createConfig(`rival-${nth}`, 4_200_000_000, 'set')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  it('cannot be deleted while port settings use them', async () => {
    const bgp_peers = [{ link_name: 'phy0', peers: [peer('192.0.2.7', 'edge')] }]
    await server.admin.ok('networking_switch_port_settings_create', { body: settings('speaker', { bgp_peers }) })
    const configs = (await server.admin.ok('networking_bgp_config_list')).items
    const edge = configs.find(({ name }: { name: string }) => name === 'edge')
    expect(edge.used_by).toEqual([{ id: expect.any(String), name: 'speaker' }])
    expect((await removeConfig('edge')).body).toMatchObject({
      error_code: 'Conflict',
      message: 'BGP configuration "edge" is used by switch port settings "speaker"',
    })
    await server.admin.ok('networking_switch_port_settings_delete', { query: { port_settings: 'speaker' } })
    expect((await removeConfig('edge')).status).toBe(204)
    expect((await removeConfig('edge')).status).toBe(404)
  })

  it('have a number of a system, and are deleted by name or id', async () => {
    expect((await createConfig('x', -1, 'set')).status).toBe(400)
    expect((await server.admin.call('networking_bgp_config_delete')).status).toBe(400)
  })
})

describe('BGP sessions', () => {
  const ASN = 65_100
  const read = (operation: 'networking_bgp_imported_routes_ipv4' | 'networking_bgp_message_history', asn = ASN) =>
    server.admin.ok(operation, { query: { asn } })
  const sessions = () => server.admin.ok('networking_bgp_status')

  it('come up six seconds after their settings are applied, and exchange routes', async () => {
    const networks = ['203.0.113.0/25', '203.0.113.128/25']
    await makeBgp(server.admin, 'speaker', ASN, { name: 'announced', networks })
    const open = peer('192.0.2.8', 'speaker', { remote_asn: 65_200 })
    const narrow = peer('192.0.2.9', 'speaker', {
      allowed_export: { type: 'allow', value: ['203.0.113.0/25'] },
      allowed_import: { type: 'allow', value: ['0.0.0.0/32'] },
    })
    const bgp_peers = [{ link_name: 'phy0', peers: [open, narrow] }]
    await server.admin.ok('networking_switch_port_settings_create', { body: settings('two-peers', { bgp_peers }) })
    expect(await sessions()).toEqual([])
    expect((await apply(server, 'qsfp3', 'two-peers')).status).toBe(204)
    expect(await sessions()).toMatchObject([
      {
        addr: '192.0.2.8',
        local_asn: ASN,
        remote_asn: 65_200,
        state: 'connect',
        switch: 'switch0',
        port_name: 'qsfp3',
      },
      { addr: '192.0.2.9', local_asn: ASN, state: 'connect' },
    ])
    expect(await read('networking_bgp_imported_routes_ipv4')).toEqual([])
    await server.clock.advance(6000)
    await server.clock.advance(4000)
    expect(await sessions()).toMatchObject([
      { state: 'established', state_duration_millis: 4000 },
      { state: 'established' },
    ])
    expect(await server.admin.ok('networking_bgp_exported')).toEqual({
      exports: { '192.0.2.8': networks, '192.0.2.9': ['203.0.113.0/25'] },
    })
    const imported = await read('networking_bgp_imported_routes_ipv4')
    expect(imported[0]).toMatchObject({ nexthop: '192.0.2.8', prefix: '0.0.0.0/0', switch: 'switch0' })
    expect(imported.every(({ nexthop }: { nexthop: string }) => nexthop === '192.0.2.8')).toBe(true)
    expect(await read('networking_bgp_imported_routes_ipv4', 1)).toEqual([])
    const { switch_histories } = await read('networking_bgp_message_history')
    expect(switch_histories).toMatchObject([{ switch: 'switch0' }])
    // Clients expect an object per peer, not a list.
    const history = switch_histories[0].history['192.0.2.8']
    expect(Object.keys(history).toSorted()).toEqual(['keepalives', 'messages', 'state_changes'])
    expect(history.messages).toMatchObject([
      { direction: 'sent', message: { type: 'open', asn: ASN } },
      { direction: 'received', message: { type: 'open', asn: 65_200 } },
      { direction: 'sent', message: { type: 'update', networks } },
      { direction: 'received', message: { type: 'update' } },
    ])
    expect(history.state_changes).toMatchObject([
      { state: 'active', reason: 'configured' },
      { state: 'connect' },
      { state: 'established', reason: 'peer answered' },
    ])
    expect(history.keepalives).toEqual({ sent: 2, received: 2 })
  })

  it('stay up while their announcements change', async () => {
    await put('speaker', [{ address_lot_block: 'announced', network: '203.0.113.0/24' }])
    expect((await server.admin.ok('networking_bgp_exported')).exports['192.0.2.8']).toEqual(['203.0.113.0/24'])
    expect(await sessions()).toMatchObject([{ state: 'established' }, { state: 'established' }])
  })

  it('go down with a fault or their link, and end with the settings', async () => {
    const { platform } = server
    const fault = platform.faults.inject({ kind: 'bgp_down', target: 'switch0/192.0.2.8' })
    expect(await sessions()).toMatchObject([{ state: 'active' }, { state: 'established' }])
    platform.faults.end(fault.id)
    await server.clock.advance(6000)
    const cut = platform.faults.inject({ kind: 'link_down', target: 'switch0/qsfp3' })
    expect(await sessions()).toMatchObject([{ state: 'active' }, { state: 'active' }])
    expect((await server.admin.ok('networking_bgp_exported')).exports).toEqual({ '192.0.2.8': [], '192.0.2.9': [] })
    const { switch_histories } = await read('networking_bgp_message_history')
    const { messages, state_changes } = switch_histories[0].history['192.0.2.8']
    // Up, announced again, reset by the peer, up again, then cut off, which sends no message.
    expect(messages.map(({ message }: { message: { type: string } }) => message.type)).toEqual(
      'open open update update update notification open open update update'.split(' '),
    )
    expect(messages[4].message).toEqual({ type: 'update', networks: ['203.0.113.0/24'] })
    expect(messages[5]).toMatchObject({ direction: 'received', message: { reason: 'administrative reset' } })
    const downs = state_changes.filter(({ state }: { state: string }) => state === 'active')
    expect(downs.map(({ reason }: { reason: string }) => reason)).toEqual([
      'configured',
      'administrative reset',
      'link down',
    ])
    platform.faults.end(cut.id)
    await server.clock.advance(6000)
    expect(await sessions()).toMatchObject([{ state: 'established' }, { state: 'established' }])
    const [rack] = (await server.admin.ok('rack_list')).items
    await server.admin.ok('networking_switch_port_clear_settings', {
      path: { port: 'qsfp3' },
      query: { rack_id: rack.id, switch_location: 'switch0' },
    })
    expect(await sessions()).toEqual([])
  })

  it('are of a numbered system', async () => {
    expect((await server.admin.call('networking_bgp_message_history')).status).toBe(400)
    expect((await server.admin.call('networking_bgp_imported_routes_ipv4', { query: { asn: 'x' } })).status).toBe(400)
  })
})
