import type { AlertTables } from '../fleet/alerts/alert-tables.ts'
import type { FleetTables } from '../fleet/tables.ts'
import { FLEET_ID } from '../kernel/values/uuid.ts'
import { type Columns, type GrowingTable, named, type Place, TIME, TIMES } from './bulk-data-columns.ts'

const baseboard = { part: `'bulk'`, serial: 'i::text', revision: '1' }

/** Four addresses that no other row has. */
const block = ({ net }: Place) => `inet '${net}.0.0.0' + i * 4`
/** There are few announce sets, so no bulk data has been made for them. */
const ANNOUNCE_SET = '(select id from bgp_announce_sets limit 1)'

/** The columns of a row of each fleet table. */
export const FLEET_ROWS: Record<keyof FleetTables & GrowingTable, (place: Place) => Columns> = {
  racks: () => TIMES,
  switches: (at) => ({ rack_id: at.beside('racks'), location: `'switch0'`, ...baseboard, ...TIMES }),
  sleds: () => ({
    rack_id: `'${FLEET_ID}'`,
    ...baseboard,
    cubby: '1',
    threads: '1',
    memory: '1',
    provisionable_vcpus: '1',
    policy: `'expunged'`,
    provisionable: 'false',
    reachable: 'true',
    state: `'active'`,
    ...TIMES,
  }),
  sled_additions: () => ({ part: `'bulk-to-be-added'`, serial: 'i::text', time_created: TIME }),
  physical_disks: (at) => ({
    sled_id: at.below('sleds'),
    vendor: `'bulk'`,
    model: `'bulk'`,
    serial: 'i::text',
    form_factor: `'u2'`,
    size: '1',
    policy: `'in_service'`,
    state: `'active'`,
    ...TIMES,
  }),
  address_lots: () => ({ ...named('bulk'), kind: `'infra'` }),
  address_lot_blocks: (at) => ({
    address_lot_id: at.below('address_lots'),
    first: block(at),
    last: `${block(at)} + 3`,
  }),
  loopback_addresses: (at) => ({
    rack_id: at.beside('racks'),
    switch_location: `'switch0'`,
    address: block(at),
    mask: '32',
    anycast: 'false',
    address_lot_block_id: at.beside('address_lot_blocks'),
    time_created: TIME,
  }),
  bgp_announcements: (at) => ({
    announce_set_id: ANNOUNCE_SET,
    network: block(at),
    address_lot_block_id: at.beside('address_lot_blocks'),
  }),
  bgp_configs: () => ({ ...named('bulk'), asn: '100000 + i', announce_set_id: ANNOUNCE_SET }),
  switch_port_settings: () => ({
    ...named('bulk'),
    geometry: `'qsfp28x1'`,
    links: `'[]'`,
    interfaces: `'[]'`,
    routes: `'[]'`,
  }),
  switch_port_addresses: (at) => ({
    port_settings_id: at.below('switch_port_settings'),
    position: '0',
    link_name: `'phy0'`,
    address: `${block(at)} + 1`,
    width: '30',
    address_lot_block_id: at.beside('address_lot_blocks'),
  }),
  switch_port_peers: (at) => ({
    port_settings_id: at.below('switch_port_settings'),
    position: '0',
    bgp_config_id: at.below('bgp_configs'),
    peer: `'{}'`,
  }),
  support_bundles: (at) => ({
    physical_disk_id: at.beside('physical_disks'),
    state: `'failed'`,
    reason_for_creation: `'bulk'`,
    reason_for_failure: `'bulk'`,
    ...TIMES,
  }),
  switch_ports: (at) => ({
    rack_id: at.beside('racks'),
    switch_location: `'switch0'`,
    ...TIMES,
    name: `'bulk'`,
    port_settings_id: at.below('switch_port_settings'),
  }),
  update_trust_roots: () => ({ root_role: `jsonb_build_object('bulk', i)`, time_created: TIME }),
  update_repositories: () => ({
    system_version: `'0.0.' || i`,
    file_name: `'bulk.zip'`,
    hash: 'i::text',
    targets_role_version: '1',
    valid_until: TIME,
    time_created: TIME,
  }),
  update_artifacts: () => ({
    name: `'bulk'`,
    version: `'0.0.' || i`,
    kind: `'bulk'`,
    hash: 'i::text',
    size: '1',
  }),
  update_repository_artifacts: (at) => ({
    repository_id: at.below('update_repositories'),
    artifact_id: at.below('update_artifacts'),
  }),
}

/** The columns of a row of each alert table. */
export const ALERT_ROWS: Record<keyof AlertTables, (place: Place) => Columns> = {
  alerts: () => ({ class: `'instance.failed'`, data: `'{}'`, time_created: TIME, time_dispatched: TIME }),
  alert_conditions: () => ({ class: `'ip_pool.exhausted'`, subject: 'i::text', time_began: TIME }),
  alert_receivers: () => ({ ...named('bulk'), endpoint: `'https://receiver.example'` }),
  alert_subscriptions: (at) => ({ receiver_id: at.below('alert_receivers'), pattern: `'bulk.' || i` }),
  webhook_secrets: (at) => ({ receiver_id: at.below('alert_receivers'), secret: `'secret'`, time_created: TIME }),
  alert_deliveries: (at) => ({
    alert_id: at.beside('alerts'),
    receiver_id: at.below('alert_receivers'),
    trigger: `'alert'`,
    state: `'delivered'`,
    time_created: TIME,
  }),
  webhook_attempts: (at) => ({
    delivery_id: at.beside('alert_deliveries'),
    attempt: '1',
    result: `'succeeded'`,
    status: '200',
    duration_ms: '5',
    time_sent: TIME,
  }),
}
