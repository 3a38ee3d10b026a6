import type { Tables } from '../kernel/tables.ts'
import { FLEET_ID } from '../kernel/uuid.ts'

/** Tables whose size does not follow from use. */
export const SMALL_TABLES = ['settings', 'migrations', 'migration_locks', 'builtin_users'] as const
export type GrowingTable = Exclude<keyof Tables, (typeof SMALL_TABLES)[number]>

/** A row's columns as SQL; `i` is its number. */
export type Columns = Record<string, string>

/** Where a row belongs: below the things of `Everything`, or below the others that the crowd has of its own. */
export interface Place {
  /** The id of a table's row that this row is below. */
  below(table: GrowingTable): string
  /** The id of this row, and of the one with the same number in another table. */
  beside(table: GrowingTable): string
  /** The first part of an IPv4 address, so that addresses of two places never meet. */
  net: number
}

/** The id of row `i` of a table and a group of its rows. */
export const idOf = (table: string, group: string) => `md5('${table} ${group} ' || i)::uuid`
const TIME = `timestamptz '2026-01-01'`
const TIMES = { time_created: TIME, time_modified: TIME }
export const named = (name: string) => ({ name: `'${name}-' || i`, description: `''`, ...TIMES })
const address = ({ net }: Place, step = 1) => `inet '${net}.0.0.0' + i * ${step}`

/** How a row of each table looks; a table that is not here does not type-check, and has no rows to be tried with. */
export const ROWS: Record<GrowingTable, (place: Place) => Columns> = {
  silos: () => ({ ...named('crowd'), discoverable: 'true', identity_mode: `'local_only'` }),
  quotas: (at) => ({ silo_id: at.beside('silos'), cpus: '1', memory: '1', storage: '1' }),
  users: (at) => ({ silo_id: at.below('silos'), external_id: `'crowd-' || i`, ...TIMES }),
  groups: (at) => ({ silo_id: at.below('silos'), external_id: `'crowd-' || i`, ...TIMES }),
  group_members: (at) => ({ group_id: at.beside('groups'), user_id: at.below('users') }),
  role_assignments: (at) => ({
    level: `'project'`,
    resource_id: at.below('projects'),
    identity_type: `'silo_user'`,
    identity_id: at.beside('users'),
    role: `'viewer'`,
  }),
  sessions: (at) => ({
    token_hash: `sha256(convert_to('session ${at.net}' || i, 'utf8'))`,
    user_id: at.below('users'),
    time_created: TIME,
    time_last_used: TIME,
  }),
  access_tokens: (at) => ({
    token_hash: `sha256(convert_to('token ${at.net}' || i, 'utf8'))`,
    user_id: at.below('users'),
    client_id: `'${FLEET_ID}'`,
    time_created: TIME,
  }),
  device_requests: (at) => ({
    device_code_hash: `sha256(convert_to('device ${at.net}' || i, 'utf8'))`,
    client_id: `'${FLEET_ID}'`,
    time_created: TIME,
    time_expires: TIME,
  }),
  sign_in_attempts: (at) => ({
    key: `sha256(convert_to('attempt ${at.net}' || i, 'utf8'))`,
    attempts: '1',
    window_start: TIME,
  }),
  sign_in_addresses: (at) => ({ user_id: at.below('users'), address: `'crowd ' || i`, time_last_success: TIME }),
  ssh_keys: (at) => ({ user_id: at.below('users'), public_key: `'key'`, ...named('crowd') }),
  audit_log: () => ({ time: TIME, request_id: `'${FLEET_ID}'`, operation: `'project_create'`, status: '201' }),
  ip_pools: () => named('crowd'),
  ip_pool_ranges: (at) => ({
    ip_pool_id: at.below('ip_pools'),
    first: address(at, 4),
    last: `${address(at, 4)} + 1`,
    time_created: TIME,
  }),
  ip_pool_gaps: (at) => ({ owner_id: at.below('ip_pools'), first: address(at, 4), last: address(at, 4) }),
  free_snat_blocks: (at) => ({ ip_pool_id: at.below('ip_pools'), ip: address(at), first_port: '0' }),
  ip_pool_silos: (at) => ({ ip_pool_id: at.below('ip_pools'), silo_id: at.beside('silos'), is_default: 'false' }),
  projects: (at) => ({ silo_id: at.below('silos'), ...named('crowd') }),
  vpcs: (at) => ({
    project_id: at.below('projects'),
    dns_name: `'crowd'`,
    ipv6_prefix: `'fd00::/48'`,
    vni: `${at.net}00000000 + i`,
    system_router_id: at.beside('routers'),
    ...named('crowd'),
  }),
  routers: (at) => ({ vpc_id: at.below('vpcs'), kind: `'custom'`, ...named('crowd') }),
  subnets: (at) => ({
    vpc_id: at.below('vpcs'),
    ipv4_block: `'10.0.0.0/24'`,
    ipv6_block: `'fd00::/64'`,
    ...named('crowd'),
  }),
  subnet_gaps: (at) => ({ owner_id: at.below('subnets'), first: address(at, 4), last: address(at, 4) }),
  router_routes: (at) => ({
    router_id: at.below('routers'),
    kind: `'custom'`,
    destination: `'{"type":"ip_net","value":"10.0.0.0/8"}'`,
    target: `'{"type":"drop"}'`,
    ...named('crowd'),
  }),
  firewall_rules: (at) => ({
    vpc_id: at.below('vpcs'),
    status: `'enabled'`,
    direction: `'inbound'`,
    action: `'allow'`,
    priority: '1',
    targets: `'[]'`,
    filters: `'{}'`,
    ...named('crowd'),
  }),
  internet_gateways: (at) => ({ vpc_id: at.below('vpcs'), ...named('crowd') }),
  internet_gateway_ip_pools: (at) => ({
    internet_gateway_id: at.below('internet_gateways'),
    ip_pool_id: at.beside('ip_pools'),
    ...named('crowd'),
  }),
  internet_gateway_ip_addresses: (at) => ({
    internet_gateway_id: at.below('internet_gateways'),
    address: address(at),
    ...named('crowd'),
  }),
  instances: (at) => ({
    project_id: at.below('projects'),
    hostname: `'crowd'`,
    ncpus: '1',
    memory: '1073741824',
    run_state: `case i % 20 when 0 then 'failed' else 'stopped' end`,
    intent: `'running'`,
    auto_restart_policy: `'never'`,
    time_run_state_updated: TIME,
    ...named('crowd'),
  }),
  instance_user_data: (at) => ({ instance_id: at.beside('instances'), user_data: `''` }),
  instance_ssh_keys: (at) => ({
    instance_id: at.below('instances'),
    user_id: at.below('users'),
    public_key: `'key'`,
    ...named('crowd'),
  }),
  snapshots: (at) => ({
    project_id: at.below('projects'),
    disk_id: at.beside('disks'),
    size: '1073741824',
    block_size: '512',
    state: `'ready'`,
    ...named('crowd'),
  }),
  images: (at) => ({
    silo_id: at.below('silos'),
    project_id: at.below('projects'),
    os: `'linux'`,
    version: `'1'`,
    size: '1073741824',
    block_size: '512',
    source: `'{"kind":"empty"}'`,
    state: `'ready'`,
    ...named('crowd'),
  }),
  disks: (at) => ({
    project_id: at.below('projects'),
    size: '1073741824',
    block_size: '512',
    state: `'detached'`,
    source: `'blank'`,
    has_volume: 'true',
    finalized: 'true',
    ...named('crowd'),
  }),
  affinity_groups: (at) => ({
    project_id: at.below('projects'),
    kind: `'affinity'`,
    policy: `'allow'`,
    failure_domain: `'sled'`,
    ...named('crowd'),
  }),
  affinity_group_members: (at) => ({ group_id: at.below('affinity_groups'), instance_id: at.beside('instances') }),
  // Instances all call theirs the same, so in a subnet names repeat.
  network_interfaces: (at) => ({
    instance_id: at.beside('instances'),
    vpc_id: at.below('vpcs'),
    subnet_id: at.below('subnets'),
    ip: address(at),
    mac: `'crowd-${at.net}-' || i`,
    is_primary: 'true',
    slot: '0',
    ...named('crowd'),
    name: `'net0'`,
  }),
  external_ips: (at) => ({
    ip_pool_id: at.below('ip_pools'),
    ip: address(at),
    kind: `'floating'`,
    project_id: at.below('projects'),
    ...named('crowd'),
  }),
  sleds: () => ({
    rack_id: `'${FLEET_ID}'`,
    part: `'crowd'`,
    serial: `i::text`,
    revision: '1',
    cubby: '1',
    threads: '1',
    memory: '1',
    policy: `'expunged'`,
    provisionable: 'false',
    reachable: 'true',
    state: `'active'`,
    time_created: TIME,
    time_modified: TIME,
  }),
  platform_events: (at) => ({
    subject: at.below('instances'),
    event: `'{}'`,
    due: TIME,
    time_recorded: TIME,
    time_applied: TIME,
  }),
  sagas: () => ({
    root_id: 'gen_random_uuid()',
    name: `'crowd'`,
    state: `'done'`,
    undoing: 'false',
    step: '0',
    data: `'{}'`,
    attempts: '0',
    due: TIME,
    ...TIMES,
  }),
}
