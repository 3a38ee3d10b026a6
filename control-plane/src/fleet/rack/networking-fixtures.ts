import type { Caller } from '../../testing/caller.ts'
import type { TestServer } from '../../testing/test-server.ts'

/** Fixtures of system networking. */

export const named = (name: string) => ({ name, description: '' })

export const makeLot = (admin: Caller, name: string, first_address: string, last_address: string) =>
  admin.ok('networking_address_lot_create', {
    body: { ...named(name), kind: 'infra', blocks: [{ first_address, last_address }] },
  })

/** Creates a BGP configuration and an announce set with these networks of a lot. */
export async function makeBgp(admin: Caller, name: string, asn: number, lot?: { name: string; networks: string[] }) {
  const announcement = (lot?.networks ?? []).map((network) => ({ address_lot_block: lot?.name, network }))
  await admin.ok('networking_bgp_announce_set_update', { body: { ...named(name), announcement } })
  return admin.ok('networking_bgp_config_create', { body: { ...named(name), asn, bgp_announce_set_id: name } })
}

export const link = (link_name: string) => ({
  link_name,
  autoneg: false,
  mtu: 1500,
  speed: 'speed100_g',
  fec: 'rs',
  lldp: { enabled: true, system_name: 'rack' },
})

export const peer = (addr: string, bgp_config: string, more: object = {}) => ({
  addr,
  bgp_config,
  allowed_export: { type: 'no_filtering' },
  allowed_import: { type: 'no_filtering' },
  communities: [],
  connect_retry: 3,
  delay_open: 0,
  enforce_first_as: false,
  hold_time: 6,
  idle_hold_time: 3,
  keepalive: 2,
  interface_name: 'phy0',
  ...more,
})

export const settings = (name: string, more: object = {}) => ({
  ...named(name),
  addresses: [],
  links: [link('phy0')],
  port_config: { geometry: 'qsfp28x1' },
  ...more,
})

/** Rack and location of a switch. */
export async function placeOf(server: TestServer, switch_location = 'switch0') {
  const [rack] = (await server.admin.ok('rack_list')).items
  return { rack_id: rack.id as string, switch_location }
}

export async function apply(server: TestServer, port: string, port_settings: string, switch_location = 'switch0') {
  const query = await placeOf(server, switch_location)
  return server.admin.call('networking_switch_port_apply_settings', { path: { port }, query, body: { port_settings } })
}
