import type { OperationId } from '@skerry/contract/operations.ts'
import type { Caller } from '../testing/caller.ts'
import { newPublisher, repositoryArchive } from '../testing/update-repository.ts'

const named = (name: string) => ({ name, description: '' })
const lldp = { enabled: true }
const link = (link_name: string) => ({ link_name, autoneg: false, mtu: 1500, speed: 'speed25_g', lldp })
const settings = (name: string) => ({
  ...named(name),
  addresses: [],
  links: ['a', 'b', 'c', 'd'].map(link),
  port_config: { geometry: 'sfp28x4' },
})
const ASN = 64_512
const LOOPBACK = '192.0.2.1'
const BFD = {
  detection_threshold: 3,
  mode: 'single_hop',
  remote: '192.0.2.200',
  required_rx: 1_000_000,
  switch: 'switch0',
}

const publisher = newPublisher()
const archive = await repositoryArchive(publisher, { systemVersion: '1.0.0' })
const neverMade = await repositoryArchive(publisher, { systemVersion: '1.1.0' })
const otherRoot = newPublisher().rootRole
const WEBHOOK = (name: string) => ({
  ...named(name),
  endpoint: 'https://receiver.test/',
  secrets: ['secret'],
  subscriptions: ['**'],
})

/** Creates one resource of each kind of the fleet. Returns their ids by the names of the parameters. */
export async function fleetThings(owner: Caller, alertId: string): Promise<Record<string, string>> {
  const first = async (operation: OperationId) => (await owner.ok(operation)).items[0].id as string
  const rack_id = await first('rack_list')
  const { lot } = await owner.ok('networking_address_lot_create', {
    body: { ...named('swept-lot'), kind: 'infra', blocks: [{ first_address: LOOPBACK, last_address: '192.0.2.99' }] },
  })
  const place = { rack_id, switch_location: 'switch0' }
  const loopback = { ...place, address_lot: lot.id, address: LOOPBACK, mask: 32, anycast: false }
  await owner.ok('networking_loopback_address_create', { body: loopback })
  const announceSet = await owner.ok('networking_bgp_announce_set_update', {
    body: { ...named('swept-set'), announcement: [] },
  })
  const config = await owner.ok('networking_bgp_config_create', {
    body: { ...named('swept-bgp'), asn: ASN, bgp_announce_set_id: announceSet.id },
  })
  const made = await owner.ok('networking_switch_port_settings_create', { body: settings('swept-settings') })
  await owner.ok('networking_switch_port_apply_settings', {
    path: { port: 'qsfp0' },
    query: place,
    body: { port_settings: made.id },
  })
  await owner.ok('networking_bfd_enable', { body: BFD })
  const bundle = await owner.ok('support_bundle_create')
  const root = await owner.ok('system_update_trust_root_create', { body: publisher.rootRole })
  const file_name = 'swept.zip'
  await owner.ok('system_update_put_repository', { query: { file_name }, body: archive })
  const [issue] = (await owner.ok('system_issues_view')).issues
  const { kind: issue_kind, id: issue_id } = issue
  await owner.ok('system_issue_acknowledge', { path: { issue_kind, issue_id }, body: { note: 'swept' } })
  const receiver = await owner.ok('webhook_receiver_create', { body: WEBHOOK('swept-receiver') })
  return {
    ...place,
    receiver: receiver.id,
    secret_id: receiver.secrets[0].id,
    subscription: receiver.subscriptions[0],
    alert_id: alertId,
    issue_kind,
    issue_id,
    port: 'qsfp0',
    port_settings: made.id,
    lldp: made.links[0].lldp_link_config.id,
    sled_id: await first('sled_list'),
    disk_id: await first('physical_disk_list'),
    switch_id: await first('switch_list'),
    address_lot: lot.id,
    loopback: LOOPBACK,
    subnet_mask: '32',
    announce_set: announceSet.id,
    name_or_id: config.id,
    asn: String(ASN),
    bundle_id: bundle.id,
    file: 'tasks.json',
    trust_root_id: root.id,
    file_name,
    system_version: '1.0.0',
  }
}

/** A valid body for each write to the fleet. */
export const fleetBodies = (ids: Record<string, string>): Partial<Record<OperationId, object>> => ({
  sled_add: { part: 'never', serial: 'made' },
  sled_set_provision_policy: { state: 'non_provisionable' },
  networking_address_lot_create: {
    ...named('never-made'),
    kind: 'infra',
    blocks: [{ first_address: '203.0.113.1', last_address: '203.0.113.9' }],
  },
  networking_loopback_address_create: {
    address: '192.0.2.50',
    address_lot: ids['address_lot'],
    anycast: false,
    mask: 32,
    rack_id: ids['rack_id'],
    switch_location: 'switch0',
  },
  networking_bgp_announce_set_update: { ...named('never-made'), announcement: [] },
  networking_bgp_config_create: { ...named('never-made'), asn: ASN + 1, bgp_announce_set_id: ids['announce_set'] },
  networking_bfd_enable: BFD,
  networking_bfd_disable: { remote: '192.0.2.200', switch: 'switch0' },
  networking_inbound_icmp_update: { enabled: false },
  networking_switch_port_settings_create: settings('never-made'),
  networking_switch_port_apply_settings: { port_settings: ids['port_settings'] },
  networking_switch_port_lldp_config_update: { id: ids['lldp'], enabled: false },
  system_update_put_repository: neverMade,
  system_update_trust_root_create: otherRoot,
  target_release_update: { system_version: '1.0.0' },
  webhook_receiver_create: WEBHOOK('never-made'),
  webhook_receiver_update: named('never-made'),
  system_issue_acknowledge: { note: 'known' },
  webhook_secrets_add: { secret: 'another' },
  alert_receiver_subscription_add: { subscription: 'instance.*' },
  system_overcommitment_update: { cpu: 4, storage: 1 },
  networking_allow_list_update: { allowed_ips: { allow: 'any' } },
})
