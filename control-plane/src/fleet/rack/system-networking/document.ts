import type { Db, Queryable } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import { Yielder } from '../../../kernel/limits/yielder.ts'
import type { PortPeer, PortSpec, SystemNetworkDocument } from '../../../platform/interface/system-network.ts'
import type { SettingsPeer } from '../../tables.ts'
import { Announced } from './announced.ts'

/** The declaration of system networking for the platform, from one snapshot. */
export async function networkingDocument(db: Db): Promise<SystemNetworkDocument> {
  const { ports, parts, ...rest } = await db.transaction().setIsolationLevel('repeatable read').execute(read)
  const peers = await peersOf(ports, parts)
  return { ...rest, ports: ports.map((port) => portSpec(port, parts, peers)) }
}

type ConfiguredPort = Row<'switch_ports'> & { port_settings_id: string }

interface Parts {
  settings: Map<string, Row<'switch_port_settings'>>
  addresses: Map<string, Row<'switch_port_addresses'>[]>
  peers: Map<string, (Row<'switch_port_peers'> & { asn: number | bigint; announce_set_id: string })[]>
  announcements: Map<string, Row<'bgp_announcements'>[]>
}

async function read(tx: Queryable) {
  const { generation, inbound_icmp } = await tx.selectFrom('system_networking').selectAll().executeTakeFirstOrThrow()
  const ports = await tx
    .selectFrom('switch_ports')
    .selectAll()
    .where('port_settings_id', 'is not', null)
    .$narrowType<{ port_settings_id: string }>()
    .orderBy('id')
    .execute()
  const settings = await tx.selectFrom('switch_port_settings').selectAll().execute()
  const addresses = await tx.selectFrom('switch_port_addresses').selectAll().orderBy('position').execute()
  const peers = await tx
    .selectFrom('switch_port_peers')
    .innerJoin('bgp_configs', 'bgp_configs.id', 'switch_port_peers.bgp_config_id')
    .selectAll('switch_port_peers')
    .select(['bgp_configs.asn', 'bgp_configs.announce_set_id'])
    .orderBy('position')
    .execute()
  const announcements = await tx.selectFrom('bgp_announcements').selectAll().orderBy('network').execute()
  const loopbacks = await tx.selectFrom('loopback_addresses').selectAll().orderBy('id').execute()
  const bfd = await tx.selectFrom('bfd_sessions').selectAll().orderBy('id').execute()
  const parts: Parts = {
    settings: new Map(settings.map((row) => [row.id, row])),
    addresses: Map.groupBy(addresses, (row) => row.port_settings_id),
    peers: Map.groupBy(peers, (row) => row.port_settings_id),
    announcements: Map.groupBy(announcements, (row) => row.announce_set_id),
  }
  return {
    generation,
    inboundIcmp: inbound_icmp,
    ports,
    parts,
    loopbacks: loopbacks.map((row) => ({ location: row.switch_location, address: `${row.address}/${row.mask}` })),
    bfdSessions: bfd.map((row) => ({
      id: row.id,
      location: row.switch_location,
      remote: row.remote,
      local: row.local,
      mode: row.mode,
      detectionThreshold: row.detection_threshold,
      requiredRx: row.required_rx,
    })),
  }
}

/** The peers of the settings of these ports. Ports share settings, and settings share announcements: both may be many. */
async function peersOf(ports: readonly ConfiguredPort[], parts: Parts): Promise<Map<string, PortPeer[]>> {
  const yielder = new Yielder()
  const announced = new Map<string, Announced>()
  for (const [id, rows] of parts.announcements) announced.set(id, new Announced(rows.map(({ network }) => network)))
  const nothing = new Announced([])
  const ofSettings = new Map<string, PortPeer[]>()
  for (const id of new Set(ports.map(({ port_settings_id }) => port_settings_id))) {
    const peers: PortPeer[] = []
    for (const { peer, asn, announce_set_id } of parts.peers.get(id) ?? [])
      peers.push(await peerSpec(peer, Number(asn), announced.get(announce_set_id) ?? nothing, yielder))
    ofSettings.set(id, peers)
  }
  return ofSettings
}

function portSpec(port: ConfiguredPort, parts: Parts, peers: ReadonlyMap<string, PortPeer[]>): PortSpec {
  const id = port.port_settings_id
  const { links, routes } = parts.settings.get(id)!
  return {
    id: port.id,
    location: port.switch_location,
    name: port.name,
    links: links.map(({ link_name, speed, fec, autoneg, mtu, lldp }) => ({
      name: link_name,
      speed,
      fec: fec ?? null,
      autoneg,
      mtu,
      lldp: lldp.enabled,
    })),
    addresses: (parts.addresses.get(id) ?? []).map(({ link_name, address, width, vlan_id }) => ({
      link: link_name,
      address: `${address}/${width}`,
      vlanId: vlan_id,
    })),
    routes: routes.flatMap((config) =>
      config.routes.map(({ dst, gw, vid, rib_priority }) => ({
        link: config.link_name,
        destination: dst,
        gateway: gw,
        vlanId: vid ?? null,
        priority: rib_priority ?? null,
      })),
    ),
    peers: peers.get(id) ?? [],
  }
}

async function peerSpec(
  peer: SettingsPeer,
  localAsn: number,
  announced: Announced,
  yielder: Yielder,
): Promise<PortPeer> {
  const { allowed_export: exports, allowed_import: imports } = peer
  return {
    link: peer.interface_name,
    address: peer.addr,
    localAsn,
    remoteAsn: peer.remote_asn ?? null,
    holdTimeSeconds: peer.hold_time,
    keepaliveSeconds: peer.keepalive,
    md5AuthKey: peer.md5_auth_key ?? null,
    exported: exports.type === 'allow' ? await announced.within(exports.value, yielder) : announced.networks,
    allowedImport: imports.type === 'allow' ? imports.value : null,
  }
}
