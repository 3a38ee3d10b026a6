import { describe, expect, test } from 'vitest'
import { toWire } from '~/api/wire.ts'
import type { SettingsDraft } from './draft.ts'
import { jsonProblems } from './json-check.ts'
import { draftOfJson, jsonOf, requestBody } from './json-draft.ts'

const peer = {
  addr: '192.0.2.7',
  allowed_export: { type: 'no_filtering' },
  allowed_import: { type: 'allow', value: ['10.0.0.0/8', '2001:db8::/32'] },
  bgp_config: 'edge',
  communities: [1, 4_294_967_295],
  connect_retry: 3,
  delay_open: 0,
  enforce_first_as: true,
  hold_time: 6,
  idle_hold_time: 3,
  interface_name: 'phy0',
  keepalive: 2,
  md5_auth_key: 'a key',
  min_ttl: 255,
}
const whole = {
  name: 'uplink',
  description: 'To the hall',
  port_config: { geometry: 'qsfp28x2' },
  links: [
    {
      link_name: 'phy0',
      autoneg: false,
      mtu: 9000,
      speed: 'speed100_g',
      fec: 'rs',
      tx_eq: { pre1: -2, main: 24 },
      lldp: { enabled: true, system_name: 'rack', management_ip: '192.0.2.9' },
    },
  ],
  interfaces: [
    { link_name: 'phy0', v6_enabled: true, kind: { type: 'primary' } },
    { link_name: 'phy0', v6_enabled: false, kind: { type: 'vlan', vid: 300 } },
  ],
  addresses: [{ link_name: 'phy0', addresses: [{ address: '192.0.2.1/30', address_lot: 'uplinks', vlan_id: 300 }] }],
  routes: [{ link_name: 'phy0', routes: [{ dst: '0.0.0.0/0', gw: '192.0.2.2', rib_priority: 1 }] }],
  bgp_peers: [{ link_name: 'phy0', peers: [peer] }],
}
const text = (body: object) => JSON.stringify(body, null, 2)
const messages = (body: object) => jsonProblems(text(body)).map(({ message }) => message)

test('everything that a request can say goes from JSON to fields and back', () => {
  expect(messages(whole)).toEqual([])
  const draft = draftOfJson(text(whole)) as SettingsDraft
  expect(draft.links[0]).toMatchObject({
    linkName: 'phy0',
    mtu: 9000,
    equalisation: { pre1: -2, main: 24, pre2: null },
  })
  expect(JSON.parse(jsonOf(draft))).toMatchObject(whole)
  expect(toWire(requestBody(draft))).toEqual(toWire(requestBody({ ...draft, mode: 'json', json: jsonOf(draft) })))
})

test('what the fields cannot say stays JSON, and is named', () => {
  const others = { ...whole, bgp_peers: [{ link_name: 'phy1', peers: [peer] }] }
  expect(draftOfJson(text(others))).toContain('bgp_peers[0].peers[0].interface_name')
  const address = whole.addresses[0]!
  const apart = { ...whole, addresses: [address, { ...address, link_name: 'phy1' }, address] }
  expect(draftOfJson(text(apart))).toContain('addresses')
  const emptyText = { ...whole, links: [{ ...whole.links[0], lldp: { enabled: true, system_name: '' } }] }
  expect(draftOfJson(text(emptyText))).toContain('links[0].lldp.system_name')
  expect(draftOfJson(text({ ...whole, links: [...whole.links, ...whole.links] }))).toContain('links once')
})

test('null and nothing are the same', () => {
  const { bgp_peers: _, routes: __, interfaces: ___, ...least } = whole
  expect(
    draftOfJson(text({ ...least, groups: [], links: [{ ...whole.links[0], fec: null, tx_eq: {} }] })),
  ).toMatchObject({
    groups: [],
    peers: [],
  })
})

describe('problems', () => {
  test('of the text have their place', () => {
    expect(jsonProblems('{\n  "name": x\n}')).toMatchObject([{ line: 2, column: 11 }])
    expect(jsonProblems('{"name": "a",}')).toMatchObject([{ line: 1, message: expect.stringMatching(/expected/) }])
    expect(jsonProblems('')).toHaveLength(1)
    expect(jsonProblems('{} // why')).toHaveLength(1)
    expect(jsonProblems('['.repeat(100_000))).toHaveLength(1)
  })

  test('of the request name the part, and where it is', () => {
    const link = whole.links[0]!
    expect(messages({ ...whole, links: [{ ...link, mtu: 65_536 }] })).toEqual(['links[0].mtu: must be at most 65,535'])
    expect(messages({ ...whole, links: [{ ...link, speeed: 1 }] })).toEqual(['links[0].speeed: is not known'])
    expect(messages({ ...whole, interfaces: [{ ...whole.interfaces[0], kind: { type: 'lag' } }] })).toEqual([
      'interfaces[0].kind.type: must be one of primary, vlan, loopback',
    ])
    expect(messages({ ...whole, interfaces: [{ ...whole.interfaces[0], kind: { type: 'primary', vid: 3 } }] })).toEqual(
      ['interfaces[0].kind.vid: is not known'],
    )
    expect(messages({ ...whole, routes: [{ link_name: 'phy0', routes: 7, dst: 1 }] })).toEqual([
      'routes[0].routes: must be a list',
      'routes[0].dst: is not known',
    ])
    expect(messages({ name: 'uplink' })).toContain('links: is missing')
    expect(jsonProblems('{"name": "a", "name": "b"}')).toContainEqual(
      expect.objectContaining({ message: 'name: is there twice', column: 15 }),
    )
    expect(jsonProblems(text(whole).replace('"speed100_g"', '"fast"'))).toMatchObject([{ line: 12, column: 16 }])
    expect(
      messages({ ...whole, constructor: 1, bgp_peers: [{ link_name: 'a', peers: [{ ...peer, md5_auth_key: '' }] }] }),
    ).toEqual([
      'bgp_peers[0].peers[0].md5_auth_key: must be 1 to 80 printable ASCII characters',
      'constructor: is not known',
    ])
  })
})
