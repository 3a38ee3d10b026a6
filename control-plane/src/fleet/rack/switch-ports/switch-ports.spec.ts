import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../../kernel/values/uuid.ts'
import { refusal } from '../../../network/network-fixtures.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { apply, link, makeBgp, peer, placeOf, settings } from '../networking-fixtures.ts'
import { networkingDocument } from '../system-networking/document.ts'

let server: TestServer
let query: { rack_id: string; switch_location: string }
beforeAll(async () => {
  server = await startTestServer()
  query = await placeOf(server)
  await server.admin.ok('networking_switch_port_settings_create', { body: settings('plain') })
})
afterAll(() => server.close())

const clear = (port: string) => server.admin.call('networking_switch_port_clear_settings', { path: { port }, query })
const status = (port: string) => server.admin.call('networking_switch_port_status', { path: { port }, query })
const lldp = (port: string) => server.admin.call('networking_switch_port_lldp_config_view', { path: { port }, query })
const neighbors = (port: string) =>
  server.admin.call('networking_switch_port_lldp_neighbors', { path: { ...query, port } })

describe('ports', () => {
  it('are those of the platform, with their applied settings', async () => {
    const list = (more: object = {}) =>
      server.admin.ok('networking_switch_port_list', { query: { limit: 1000, ...more } })
    const { items } = await list()
    expect(items).toHaveLength(64)
    const one = items.find(
      (port: { port_name: string; switch_location: string }) =>
        port.port_name === 'qsfp5' && port.switch_location === 'switch0',
    )
    expect(one).toMatchObject({ rack_id: query.rack_id, port_settings_id: null })
    const { id } = await server.admin.ok('networking_switch_port_settings_view', { path: { port: 'plain' } })
    expect((await apply(server, 'qsfp5', 'plain')).status).toBe(204)
    expect((await list({ switch_port_id: one.id })).items).toEqual([{ ...one, port_settings_id: id }])
    expect((await clear('qsfp5')).status).toBe(204)
    expect((await clear('qsfp5')).status).toBe(204)
    expect((await list({ switch_port_id: one.id })).items).toEqual([one])
  })

  it('come up with their settings, see their neighbours, and go down when cut', async () => {
    const { platform } = server
    expect((await status('qsfp6')).body).toEqual({ link: null, monitors: [] })
    await apply(server, 'qsfp6', 'plain')
    expect((await status('qsfp6')).body).toMatchObject({
      link: { state: 'up', links: [{ name: 'phy0', speed: 'speed100_g', fec: 'rs' }] },
      monitors: [{ lane: 0 }, { lane: 1 }, { lane: 2 }, { lane: 3 }],
    })
    const found = (await neighbors('qsfp6')).body.items
    expect(found).toMatchObject([
      { local_port: 'phy0', chassis_id: expect.any(String), system_name: 'spine-1', management_ip: [{}] },
    ])
    await server.clock.advance(31_000)
    expect((await neighbors('qsfp6')).body.items[0].last_seen > found[0].last_seen).toBe(true)
    const links = () => server.admin.ok('networking_switch_port_link_list')
    const before = await links()
    expect(before).toEqual([{ port_id: expect.any(String), state: 'up', since: expect.any(String) }])
    const { id } = platform.faults.inject({ kind: 'link_down', target: 'switch0/qsfp6' })
    expect(await links()).toMatchObject([{ port_id: before[0].port_id, state: 'down' }])
    expect((await status('qsfp6')).body.link.state).toBe('down')
    expect((await neighbors('qsfp6')).body.items).toEqual([])
    platform.faults.end(id)
    expect((await status('qsfp6')).body.link.state).toBe('up')
    await clear('qsfp6')
    expect((await neighbors('qsfp6')).body.items).toEqual([])
  })

  it('are declared to the platform in full, at each start too', async () => {
    await apply(server, 'qsfp8', 'plain')
    const document = await networkingDocument(server.db)
    expect(document.ports).toMatchObject([
      { name: 'qsfp8', location: 'switch0', links: [{ name: 'phy0', lldp: true }] },
    ])
    await clear('qsfp8')
  })

  it('are found by rack, switch and name', async () => {
    const settingsAt = (port: string, place: object, port_settings = 'plain') =>
      server.admin.call('networking_switch_port_apply_settings', {
        path: { port },
        query: { ...query, ...place },
        body: { port_settings },
      })
    expect((await settingsAt('qsfp99', {})).body.message).toBe('not found: switch-port with name "qsfp99"')
    expect((await settingsAt('qsfp1', { rack_id: randomId() })).status).toBe(404)
    expect(refusal(await settingsAt('qsfp1', { switch_location: 'switch2' }))).toContain('there is no switch "switch2"')
    expect((await settingsAt('qsfp1', {}, 'none')).body.message).toBe(
      'not found: switch-port-settings with name "none"',
    )
    expect((await settingsAt('qsfp1', { rack_id: undefined })).status).toBe(400)
  })

  it('use one autonomous system per switch', async () => {
    for (const [name, asn] of [
      ['one', 65_301],
      ['two', 65_302],
    ] as const) {
      await makeBgp(server.admin, name, asn)
      const bgp_peers = [{ link_name: 'phy0', peers: [peer('192.0.2.7', name)] }]
      await server.admin.ok('networking_switch_port_settings_create', { body: settings(`as-${name}`, { bgp_peers }) })
    }
    expect((await apply(server, 'qsfp10', 'as-one')).status).toBe(204)
    const refused = await apply(server, 'qsfp11', 'as-two')
    expect(refused).toMatchObject({ status: 409, body: { error_code: 'Conflict' } })
    expect(refused.body.message).toBe(
      'switch0 would use BGP for autonomous systems 65301 and 65302: it can have one only',
    )
    expect((await apply(server, 'qsfp11', 'as-two', 'switch1')).status).toBe(204)
    expect((await apply(server, 'qsfp11', 'as-one')).status).toBe(204)
    // Changes of applied settings are checked too.
    const bgp_peers = [{ link_name: 'phy0', peers: [peer('192.0.2.7', 'one'), peer('192.0.2.8', 'two')] }]
    const replaced = { body: settings('as-one', { bgp_peers }) }
    expect((await server.admin.call('networking_switch_port_settings_create', replaced)).status).toBe(409)
    const both = await Promise.all([apply(server, 'qsfp12', 'as-one', 'switch1'), clear('qsfp10'), clear('qsfp11')])
    expect(both.map(({ status: code }) => code)).toEqual([409, 204, 204])
  })
})

describe('LLDP', () => {
  it('is configured in the settings and changed on the port', async () => {
    await server.admin.ok('networking_switch_port_settings_create', {
      body: settings('talker', { links: [link('phy0'), link('phy1')] }),
    })
    expect((await lldp('qsfp20')).status).toBe(404)
    await apply(server, 'qsfp20', 'talker')
    const { body } = await lldp('qsfp20')
    expect(body).toMatchObject({ id: expect.any(String), enabled: true, system_name: 'rack' })
    const post = (config: object, port = 'qsfp20') =>
      server.admin.call('networking_switch_port_lldp_config_update', { path: { port }, query, body: config })
    expect((await post({ id: body.id, enabled: false, chassis_id: 'rack-1' })).status).toBe(204)
    expect((await lldp('qsfp20')).body).toEqual({ id: body.id, enabled: false, chassis_id: 'rack-1' })
    expect((await neighbors('qsfp20')).body.items.map((each: { local_port: string }) => each.local_port)).toEqual([
      'phy1',
    ])
    const unknown = randomId()
    expect((await post({ id: unknown, enabled: true })).body.message).toBe(
      `not found: lldp-link-config with id "${unknown}"`,
    )
    expect((await post({ id: body.id, enabled: true }, 'qsfp21')).status).toBe(404)
    expect((await post({ enabled: true })).status).toBe(400)
  })
})

it('a switch that there is not is named to fleet viewers alone', async () => {
  const viewer = await server.user({ fleet: 'viewer' })
  const user = await server.user()
  const elsewhere = { path: { port: 'qsfp20' }, query: { ...query, switch_location: 'switch2' } }
  expect((await user.call('networking_switch_port_status', elsewhere)).status).toBe(404)
  expect((await viewer.call('networking_switch_port_status', elsewhere)).status).toBe(400)
})
