import type { BgpPeer, SwitchPortSettingsCreate } from '@skerry/contract/fleet/switch-port-settings.ts'
import { insertLot } from '../fleet/rack/address-lots/address-lots.repo.ts'
import { putAnnounceSet } from '../fleet/rack/bgp/announce-sets.repo.ts'
import { insertBgpConfig } from '../fleet/rack/bgp/bgp-configs.repo.ts'
import { putSettings } from '../fleet/rack/switch-ports/port-settings.repo.ts'
import { findPort, recordPorts, setPortSettings } from '../fleet/rack/switch-ports/switch-ports.repo.ts'
import { recordRacks } from '../fleet/racks/racks.repo.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { addressAfter, daysAgo, type Seeding } from './seeding.ts'

/** Networks reserved for documentation (RFC 5737), which the pools of the demo data use too. */
const UPLINKS = { name: 'rack-uplinks', first: '192.0.2.0', last: '192.0.2.63' }
const PUBLIC = { name: 'public-addresses', first: '203.0.113.0', last: '203.0.113.63' }
const LOOPBACK = '192.0.2.33'

/** An uplink with BGP and BFD on each switch, and settings for a third. */
export async function seedSystemNetworking(seeding: Seeding): Promise<void> {
  const { tx, inventory } = seeding
  const now = daysAgo(seeding, 140)
  await recordRacks(tx, inventory.racks, now)
  await recordPorts(tx, inventory.switches, now)

  const lots = [
    { ...UPLINKS, description: 'Addresses of the rack on its uplinks', kind: 'infra' as const },
    { ...PUBLIC, description: 'Addresses that the harbour is known by', kind: 'pool' as const },
  ]
  let loopbackBlock = ''
  for (const { first, last, ...lot } of lots) {
    const { blocks } = await insertLot(tx, { ...lot, blocks: [{ first_address: first, last_address: last }] }, now)
    loopbackBlock ||= blocks[0]!.id
  }
  const announcement = [{ address_lot_block: PUBLIC.name, network: '203.0.113.16/28' }]
  const announced = { name: 'harbour-networks', description: 'What the data hall sends to the harbour', announcement }
  const set = await putAnnounceSet(tx, announced, now)
  const speaker = { name: 'harbour-edge', description: 'The harbour as the data hall knows it', asn: 64_512 }
  await insertBgpConfig(tx, { ...speaker, announce_set_id: set.id }, now)

  for (const [index, name] of ['uplink-a', 'uplink-b', 'uplink-spare'].entries())
    await putSettings(tx, uplink(name, addressAfter(UPLINKS.first, 4 * index + 1), speaker.name), now)
  for (const { rackId, location } of inventory.switches) {
    const isFirst = location === 'switch0'
    const settings = await tx
      .selectFrom('switch_port_settings')
      .select('id')
      .where('name', '=', isFirst ? 'uplink-a' : 'uplink-b')
      .executeTakeFirstOrThrow()
    const port = await findPort(tx, { rack_id: rackId, switch_location: location, name: 'qsfp0' })
    if (port) await setPortSettings(tx, port.id, settings.id, now)
    const place = { rack_id: rackId, switch_location: location }
    const loopback = { address: LOOPBACK, mask: 32, anycast: true, address_lot_block_id: loopbackBlock }
    await tx
      .insertInto('loopback_addresses')
      .values({ id: randomId(), ...place, ...loopback, time_created: now })
      .execute()
    await tx
      .insertInto('bfd_sessions')
      .values({
        id: randomId(),
        switch_location: location,
        remote: addressAfter(UPLINKS.first, isFirst ? 2 : 6),
        local: null,
        mode: 'single_hop',
        detection_threshold: 3,
        required_rx: '1000000',
      })
      .execute()
  }
}

/** A link of 100 Gb/s with a peer at the other end. */
const uplink = (name: string, address: string, bgp_config: string): SwitchPortSettingsCreate => ({
  name,
  description: `Uplink with ${address}`,
  port_config: { geometry: 'qsfp28x1' },
  links: [
    {
      link_name: 'phy0',
      autoneg: false,
      fec: 'rs',
      mtu: 1500,
      speed: 'speed100_g',
      lldp: { enabled: true, system_name: 'harbour-rack' },
    },
  ],
  interfaces: [{ link_name: 'phy0', kind: { type: 'primary' }, v6_enabled: false }],
  addresses: [{ link_name: 'phy0', addresses: [{ address: `${address}/30`, address_lot: UPLINKS.name }] }],
  routes: [],
  groups: [],
  bgp_peers: [{ link_name: 'phy0', peers: [peer(addressAfter(address, 1), bgp_config)] }],
})

const peer = (addr: string, bgp_config: string): BgpPeer => ({
  addr,
  bgp_config,
  interface_name: 'phy0',
  remote_asn: 64_600,
  allowed_export: { type: 'no_filtering' },
  allowed_import: { type: 'no_filtering' },
  communities: [],
  connect_retry: 3,
  delay_open: 0,
  enforce_first_as: false,
  hold_time: 6,
  idle_hold_time: 3,
  keepalive: 2,
})
