import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../../kernel/values/uuid.ts'
import { refusal } from '../../../network/network-fixtures.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { apply, link, makeBgp, makeLot, peer, settings } from '../networking-fixtures.ts'
import { networkingDocument } from '../system-networking/document.ts'

let server: TestServer
let lotId: string
let configId: string
beforeAll(async () => {
  server = await startTestServer()
  lotId = (await makeLot(server.admin, 'uplinks', '192.0.2.0', '192.0.2.99')).lot.id
  configId = (await makeBgp(server.admin, 'edge', 65_001)).id
})
afterAll(() => server.close())

const create = (name: string, more: object = {}, caller = server.admin) =>
  caller.call('networking_switch_port_settings_create', { body: settings(name, more) })
const view = (port: string) => server.admin.call('networking_switch_port_settings_view', { path: { port } })
const remove = (port_settings: string | undefined) =>
  server.admin.call('networking_switch_port_settings_delete', { query: { port_settings } })
const withAddress = (address: string, address_lot = 'uplinks') => ({
  addresses: [{ link_name: 'phy0', addresses: [{ address, address_lot }] }],
})
const withPeer = (more: object) => ({
  bgp_peers: [{ link_name: 'phy0', peers: [peer('192.0.2.7', 'edge', more)] }],
})

describe('networking_switch_port_settings_create', () => {
  it('answers all parts of them, like the view', async () => {
    const { status, body } = await create('whole', {
      links: [link('phy0'), { ...link('phy1'), fec: null, tx_eq: { main: -3 } }],
      interfaces: [
        { link_name: 'phy0', v6_enabled: true, kind: { type: 'primary' } },
        { link_name: 'phy1', v6_enabled: false, kind: { type: 'vlan', vid: 300 } },
      ],
      addresses: [{ link_name: 'phy0', addresses: [{ address: '192.0.2.1/30', address_lot: lotId, vlan_id: 300 }] }],
      routes: [{ link_name: 'phy0', routes: [{ dst: '0.0.0.0/0', gw: '192.0.2.2', rib_priority: 1 }] }],
      ...withPeer({ md5_auth_key: 'a key', remote_asn: 65_002 }),
    })
    expect(status).toBe(201)
    const port_settings_id = body.id
    expect(body).toMatchObject({
      name: 'whole',
      port: { geometry: 'qsfp28x1', port_settings_id },
      groups: [],
      links: [
        { link_name: 'phy0', port_settings_id, lldp_link_config: { enabled: true, system_name: 'rack' } },
        { link_name: 'phy1', fec: null, tx_eq_config: { main: -3 } },
      ],
      interfaces: [
        { interface_name: 'phy0', kind: 'primary', v6_enabled: true },
        { interface_name: 'phy1', kind: 'vlan' },
      ],
      vlan_interfaces: [{ interface_config_id: body.interfaces[1].id, vlan_id: 300 }],
      addresses: [
        {
          address: '192.0.2.1/30',
          address_lot_id: lotId,
          address_lot_name: 'uplinks',
          interface_name: 'phy0',
          port_settings_id,
          vlan_id: 300,
        },
      ],
      routes: [{ dst: '0.0.0.0/0', gw: '192.0.2.2', interface_name: 'phy0', rib_priority: 1, vlan_id: null }],
      bgp_peers: [{ addr: '192.0.2.7', bgp_config: configId, interface_name: 'phy0', remote_asn: 65_002 }],
    })
    expect((await view('whole')).body).toEqual(body)
    expect((await view(body.id)).body).toEqual(body)
  })

  it('never answers an MD5 key, only whether there is one, and declares it to the platform', async () => {
    const { body } = await create('keyed', withPeer({ md5_auth_key: 'a secret of two' }))
    expect(body.bgp_peers).toMatchObject([{ md5_auth_key: null, has_md5_auth_key: true }])
    expect((await create('keyless', withPeer({}))).body.bgp_peers).toMatchObject([{ has_md5_auth_key: false }])
    await apply(server, 'qsfp6', 'keyed')
    const { ports } = await networkingDocument(server.db)
    expect(ports.flatMap(({ peers }) => peers)).toMatchObject([{ md5AuthKey: 'a secret of two' }])
  })

  it('replaces settings of the same name', async () => {
    const before = (await view('whole')).body
    const { status, body } = await create('whole', withAddress('192.0.2.1/31'))
    expect(status).toBe(201)
    expect(body).toMatchObject({ id: before.id, time_created: before.time_created, bgp_peers: [], routes: [] })
    expect(body.addresses).toMatchObject([{ address: '192.0.2.1/31', vlan_id: null }])
    expect((await view('whole')).body).toEqual(body)
  })

  it('refuses unknown references and unavailable addresses', async () => {
    expect(refusal(await create('x', withAddress('192.0.2.5/24', 'none')))).toBe('there is no address lot "none"')
    expect(refusal(await create('x', withAddress('198.51.100.1/24')))).toContain('is not in address lot "uplinks"')
    expect(refusal(await create('x', withAddress('192.0.2.1/24')))).toBe(
      'address 192.0.2.1 is in use by switch port settings "whole"',
    )
    const twice = { address: '192.0.2.8/24', address_lot: 'uplinks' }
    const addresses = [{ link_name: 'phy0', addresses: [twice, twice] }]
    expect(refusal(await create('x', { addresses }))).toBe('address 192.0.2.8 is given twice')
    expect(refusal(await create('x', withPeer({ bgp_config: 'none' })))).toBe('there is no BGP configuration "none"')
    expect(refusal(await create('x', { groups: ['uplink'] }))).toContain('there is no group')
    expect(refusal(await create('x', { links: [link('phy0'), link('phy0')] }))).toBe('link "phy0" is given twice')
    for (const md5_auth_key of ['', 'x'.repeat(81), 'naïve'])
      expect(refusal(await create('x', withPeer({ md5_auth_key })))).toContain('printable ASCII')
    expect((await create('x', { links: 'none' })).status).toBe(400)
    expect((await view('x')).status).toBe(404)
  })

  it('gives an address to one of several concurrent requests', async () => {
    const answers = await Promise.all([0, 1, 2, 3].map((nth) => create(`rival-${nth}`, withAddress('192.0.2.20/24'))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
  })
})

it('settings have many addresses of several lots, in the order of the request', async () => {
  await makeLot(server.admin, 'wide', '10.60.0.0', '10.60.255.255')
  await makeLot(server.admin, 'wide-v6', 'fd00:60::', 'fd00:60::ffff')
  const asked = Array.from({ length: 1000 }, (_, index) =>
    index % 2
      ? { address: `10.60.${index >> 8}.${index & 255}/16`, address_lot: 'wide' }
      : { address: `fd00:60::${(index + 1).toString(16)}/64`, address_lot: 'wide-v6' },
  )
  const { status, body } = await create('many', { addresses: [{ link_name: 'phy0', addresses: asked }] })
  expect(status).toBe(201)
  expect(body.addresses.map(({ address }: { address: string }) => address)).toEqual(asked.map(({ address }) => address))
  const late = asked.map(({ address_lot }, index) => ({ address: `10.60.200.${index % 250}/16`, address_lot }))
  expect(refusal(await create('late', { addresses: [{ link_name: 'phy0', addresses: late }] }))).toBe(
    'address 10.60.200.0 is not in address lot "wide-v6"',
  )
  expect((await remove('many')).status).toBe(204)
})

it('settings with an address are applied to one port of a switch', async () => {
  await create('addressed', withAddress('192.0.2.40/24'))
  expect((await apply(server, 'qsfp20', 'addressed')).status).toBe(204)
  expect((await apply(server, 'qsfp20', 'addressed')).status).toBe(204)
  expect(await apply(server, 'qsfp21', 'addressed')).toMatchObject({
    status: 409,
    body: { message: 'switch0 would have address 192.0.2.40 on ports qsfp20 and qsfp21' },
  })
  // The other switch may have it too, and settings without addresses may be on several ports.
  expect((await apply(server, 'qsfp20', 'addressed', 'switch1')).status).toBe(204)
  await create('bare')
  for (const port of ['qsfp22', 'qsfp23']) expect((await apply(server, port, 'bare')).status).toBe(204)
  expect((await create('bare', withAddress('192.0.2.41/24'))).status).toBe(409)
  expect((await view('bare')).body.addresses).toEqual([])
})

it('settings are not deleted while a port uses them', async () => {
  await create('applied')
  await apply(server, 'qsfp4', 'applied', 'switch1')
  expect(refusal(await remove('applied'))).toBe(
    'switch port settings "applied" are applied to port qsfp4 of switch1: clear them first',
  )
  await create('loose')
  expect((await remove('loose')).status).toBe(204)
  expect((await remove('loose')).body.message).toBe('not found: switch-port-settings with name "loose"')
  expect(refusal(await remove(undefined))).toBe('port_settings is required')
})

it('settings are listed, all or one', async () => {
  const list = async (port_settings?: string) =>
    (await server.admin.ok('networking_switch_port_settings_list', { query: { port_settings } })).items
  const all = await list()
  expect(all.length).toBeGreaterThanOrEqual(2)
  expect(await list('whole')).toEqual(all.filter(({ name }: { name: string }) => name === 'whole'))
  expect(await list(all[0].id)).toEqual([all[0]])
})

it('a collaborator of the fleet may create settings, but not replace some', async () => {
  const collaborator = await server.user({ fleet: 'collaborator' })
  expect((await create('own', {}, collaborator)).status).toBe(201)
  expect((await create('own', {}, collaborator)).status).toBe(403)
  expect((await create('own')).status).toBe(201)
  expect((await view(randomId())).status).toBe(404)
})
