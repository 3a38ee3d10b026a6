/** Largest number of rows per file, which bounds the size of a bundle. */
export const MAX_ROWS = 10_000
const RECENT = 5_000

/**
 * The queries of a bundle, by the path of the file. Columns are listed one by one, which keeps out a new column with a
 * secret. User data of instances and the bodies of requests are left out.
 */
export const BUNDLE_TABLES: Record<string, string> = {
  'inventory/racks.json': 'select id, time_created from racks order by id',
  'inventory/sleds.json': `
    select id, rack_id, part, serial, revision, cubby, threads, memory, policy, provisionable, reachable, state,
      threads_provisioned, memory_provisioned, time_created, time_modified
    from sleds order by cubby, id`,
  'inventory/sleds-on-their-way.json': 'select id, part, serial, time_created from sled_additions order by id',
  'inventory/physical-disks.json': `
    select id, sled_id, vendor, model, serial, form_factor, size, policy, state, time_created, time_modified
    from physical_disks order by sled_id, id`,
  'inventory/switches.json': `
    select id, rack_id, location, part, serial, revision, time_created from switches order by location, id`,
  'inventory/switch-ports.json': `
    select id, rack_id, switch_location, name, port_settings_id from switch_ports order by switch_location, name`,
  'networking/address-lots.json': 'select id, name, kind, time_created from address_lots order by name',
  'networking/address-lot-blocks.json': `
    select id, address_lot_id, host(first) as first, host(last) as last from address_lot_blocks order by id`,
  'networking/loopback-addresses.json': `
    select id, rack_id, switch_location, host(address) as address, mask, anycast, address_lot_block_id
    from loopback_addresses order by id`,
  'networking/bgp-configs.json': `
    select id, name, asn, vrf, announce_set_id, time_created, time_modified from bgp_configs order by name`,
  'networking/bgp-announcements.json': `
    select s.name as announce_set, a.network, a.address_lot_block_id
    from bgp_announcements a join bgp_announce_sets s on s.id = a.announce_set_id order by s.name, a.network`,
  'networking/bfd.json': `
    select id, switch_location, host(remote) as remote, host(local) as local, mode, detection_threshold, required_rx
    from bfd_sessions order by id`,
  'networking/switch-port-settings.json': `
    select id, name, geometry, links, interfaces, routes, time_created, time_modified
    from switch_port_settings order by name`,
  'networking/switch-port-addresses.json': `
    select port_settings_id, position, link_name, host(address) as address, width, vlan_id, address_lot_block_id
    from switch_port_addresses order by port_settings_id, position`,
  'networking/switch-port-peers.json': `
    select port_settings_id, position, bgp_config_id, peer -> 'addr' as addr, peer -> 'interface_name' as interface_name,
      peer -> 'remote_asn' as remote_asn, peer -> 'hold_time' as hold_time, peer -> 'keepalive' as keepalive,
      peer -> 'connect_retry' as connect_retry, peer -> 'min_ttl' as min_ttl, peer -> 'vlan_id' as vlan_id,
      peer -> 'allowed_import' as allowed_import, peer -> 'allowed_export' as allowed_export
    from switch_port_peers order by port_settings_id, position`,
  'networking/inbound-icmp.json': 'select inbound_icmp, generation from system_networking',
  'networking/allow-list.json': 'select networks, time_modified from allow_list',
  'networking/ip-pools.json': `
    select id, name, is_service, time_created, time_modified from ip_pools order by name`,
  'networking/ip-pool-ranges.json': `
    select id, ip_pool_id, host(first) as first, host(last) as last from ip_pool_ranges order by ip_pool_id, id`,
  'networking/ip-pool-silos.json': `
    select ip_pool_id, silo_id, is_default from ip_pool_silos order by ip_pool_id, silo_id`,
  'silos/silos.json': `
    select s.id, s.name, s.identity_mode, s.discoverable, s.mapped_fleet_roles, s.time_created, s.time_modified,
      q.cpus, q.memory, q.storage, q.cpus_provisioned, q.memory_provisioned, q.storage_provisioned
    from silos s left join quotas q on q.silo_id = s.id order by s.name`,
  'silos/certificates.json': `
    select id, silo_id, names, time_starts, time_expires, time_created from certificates order by time_expires, id`,
  'sagas/unfinished.json': `
    select id, parent_id, name, state, undoing, step, attempts, error, waits_for, due, time_created, time_modified
    from sagas where state = 'running' order by time_created, id`,
  'sagas/recent.json': `
    select id, parent_id, name, state, undoing, step, attempts, error, time_created, time_modified
    from sagas where state in ('done', 'undone') order by time_modified desc limit ${RECENT}`,
  'events/unapplied.json': `
    select id, subject, event ->> 'kind' as kind, attempts, error, due, time_recorded
    from platform_events where time_applied is null order by sequence`,
  'audit-log/recent.json': `
    select id, time, request_id, operation, actor_id, silo_id, source_address, target, status
    from audit_log order by time desc limit ${RECENT}`,
  'support-bundles.json': `
    select id, physical_disk_id, state, reason_for_failure, time_created from support_bundles order by time_created, id`,
  'migrations.json': 'select name from migrations order by name',
}
