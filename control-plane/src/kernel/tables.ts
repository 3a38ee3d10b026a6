import type { auditOutcomes } from '@skerry/contract/rules/audit-log.ts'
import type { DiskStateName } from '@skerry/contract/rules/disks.ts'
import type { InstanceState } from '@skerry/contract/rules/instances.ts'
import type { Role } from '@skerry/contract/rules/roles.ts'
import type { SnapshotStateName } from '@skerry/contract/rules/snapshots.ts'
import type { Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely'
import type { PlatformEvent } from '../platform/platform.ts'
import type { AlertTables } from './alert-tables.ts'
import type { Int8, Json, Named, Timed } from './columns.ts'
import type { FleetTables } from './fleet-tables.ts'
import type { SagaTables } from './saga-tables.ts'
import type { SampleTables } from './sample-tables.ts'

export interface SiloTable extends Named {
  discoverable: boolean
  identity_mode: 'local_only' | 'saml_jit'
  mapped_fleet_roles: Json<Partial<Record<Role, Role[]>>>
  device_token_max_ttl_seconds: number | null
}
export interface QuotaTable {
  silo_id: string
  cpus: Int8
  memory: Int8
  storage: Int8
  cpus_provisioned: Generated<number | bigint>
  memory_provisioned: Generated<number | bigint>
  storage_provisioned: Generated<number | bigint>
}
/** What a project uses of its silo's quota. */
export interface ProjectUsageTable {
  project_id: string
  cpus: Int8
  memory: Int8
  storage: Int8
}
/** What a project, a silo or the fleet used from a time on. */
export interface UsagePointTable {
  collection_id: string
  time: Date
  sequence: Generated<number>
  cpus: Int8
  memory: Int8
  storage: Int8
}
export interface UserTable extends Timed {
  id: string
  silo_id: string
  external_id: string
  password_hash: string | null
}
export type BuiltinUserTable = Named
export interface GroupTable extends Timed {
  id: string
  silo_id: string
  external_id: string
}
export interface RoleAssignmentTable {
  level: 'fleet' | 'silo' | 'project'
  resource_id: string
  identity_type: 'silo_user' | 'silo_group'
  identity_id: string
  role: Role
}
export interface SessionTable {
  id: string
  token_hash: Uint8Array
  user_id: string
  time_created: Date
  time_last_used: Date
}
export interface AccessTokenTable {
  id: string
  token_hash: Uint8Array
  user_id: string
  client_id: string
  time_created: Date
  time_expires: Date | null
}
export interface DeviceRequestTable {
  id: string
  device_code_hash: Uint8Array
  /** Null once it has been confirmed, for then it is used up. */
  user_code: string | null
  client_id: string
  ttl_seconds: number | null
  user_id: string | null
  token_id: string | null
  time_last_polled: Date | null
  time_created: Date
  time_expires: Date
}
export interface SignInAttemptTable {
  key: Uint8Array
  attempts: number
  window_start: Date
  strikes: Generated<number>
  blocked_until: Date | null
}
export interface SignInAddressTable {
  user_id: string
  address: string
  time_last_success: Date
}
export interface SshKeyTable extends Named {
  user_id: string
  public_key: string
}
export interface CertificateTable extends Named {
  silo_id: string
  cert: string
  private_key: string
  names: Json<string[]>
  time_starts: Date
  time_expires: Date
}
export interface SamlIdentityProviderTable extends Named {
  silo_id: string
  idp_entity_id: string
  sp_client_id: string
  acs_url: string
  slo_url: string
  technical_contact_email: string
  group_attribute_name: string | null
  sign_in_url: string
  idp_certificates: Json<string[]>
  public_cert: string | null
  private_key: string | null
}
export interface UsedSamlAssertionTable {
  provider_id: string
  assertion_hash: Uint8Array
  time_expires: Date
}
export interface AuditLogTable {
  id: string
  time: Date
  request_id: string
  operation: string
  actor_id: string | null
  silo_id: string | null
  credential_id: string | null
  source_address: string | null
  target: string | null
  status: number
  outcome: GeneratedAlways<(typeof auditOutcomes)[number]>
  detail: Json<unknown> | null
}

export interface IpPoolTable extends Named {
  is_service: Generated<boolean>
}
export interface IpPoolRangeTable {
  id: string
  ip_pool_id: string
  first: string
  last: string
  time_created: Date
}
/** Addresses that nothing uses, from one to another: of an IP pool, or of a subnet. */
export interface GapTable {
  owner_id: string
  first: string
  last: string
}
export interface FreeSnatBlockTable {
  ip_pool_id: string
  ip: string
  first_port: number
}
export interface IpPoolSiloTable {
  ip_pool_id: string
  silo_id: string
  is_default: boolean
}

export interface ProjectTable extends Named {
  silo_id: string
}

export interface VpcTable extends Named {
  project_id: string
  dns_name: string
  ipv6_prefix: string
  vni: number
  generation: Generated<number>
  system_router_id: string
}
export interface RouterTable extends Named {
  vpc_id: string
  kind: 'system' | 'custom'
}
export interface SubnetTable extends Named {
  vpc_id: string
  ipv4_block: string
  ipv6_block: string
  custom_router_id: string | null
}
export interface RouterRouteTable extends Named {
  router_id: string
  kind: 'default' | 'vpc_subnet' | 'vpc_peering' | 'custom'
  destination: Json<{ type: string; value: string }>
  target: Json<{ type: string; value?: string }>
  subnet_id: string | null
}
export interface FirewallRuleTable extends Named {
  vpc_id: string
  status: 'enabled' | 'disabled'
  direction: 'inbound' | 'outbound'
  action: 'allow' | 'deny'
  priority: number
  targets: Json<unknown[]>
  filters: Json<object>
}
export interface InternetGatewayTable extends Named {
  vpc_id: string
}
export interface InternetGatewayIpPoolTable extends Named {
  internet_gateway_id: string
  ip_pool_id: string
}
export interface InternetGatewayIpAddressTable extends Named {
  internet_gateway_id: string
  address: string
}

export interface InstanceTable extends Named {
  project_id: string
  hostname: string
  ncpus: number
  memory: Int8
  run_state: InstanceState
  intent: 'running' | 'stopped'
  boot_disk_id: string | null
  auto_restart_policy: 'never' | 'best_effort' | null
  time_last_auto_restarted: Date | null
  time_run_state_updated: Date
  time_booted: Date | null
  sled_id: string | null
  /** Where its machine is being moved to. */
  migration_sled_id: Generated<string | null>
  /** When a failed instance may be restarted next without being asked. */
  auto_restart_due: Generated<Date | null>
  saga_id: string | null
}
export interface InstanceUserDataTable {
  instance_id: string
  user_data: Uint8Array
}
export interface InstanceSshKeyTable extends Named {
  instance_id: string
  user_id: string
  public_key: string
}
export interface SnapshotTable extends Named {
  project_id: string
  disk_id: string
  size: Int8
  block_size: number
  state: SnapshotStateName
  saga_id: string | null
}
export interface ImageTable extends Named {
  silo_id: string
  project_id: string | null
  os: string
  version: string
  size: Int8
  block_size: number
  digest: Json<{ type: 'sha256'; value: string }> | null
  source: Json<{ kind: 'snapshot'; id: string } | { kind: 'empty' }>
  state: 'creating' | 'ready'
  saga_id: string | null
}
export interface DiskTable extends Named {
  project_id: string
  size: Int8
  block_size: number
  state: DiskStateName
  instance_id: string | null
  source: 'blank' | 'import' | 'snapshot' | 'image'
  image_id: string | null
  snapshot_id: string | null
  has_volume: Generated<boolean>
  finalized: boolean
  import_generation: Generated<number>
  saga_id: string | null
}
export interface AffinityGroupTable extends Named {
  project_id: string
  kind: 'affinity' | 'anti_affinity'
  policy: 'allow' | 'fail'
  failure_domain: 'sled'
}
export interface AffinityGroupMemberTable {
  group_id: string
  instance_id: string
}
export interface NetworkInterfaceTable extends Named {
  instance_id: string
  vpc_id: string
  subnet_id: string
  ip: string
  mac: string
  is_primary: boolean
  slot: number
  transit_ips: Json<string[]>
}
export interface ProbeTable extends Named {
  project_id: string
  sled_id: string
  interface_id: string
  vpc_id: string
  subnet_id: string
  ip: string
  mac: string
}

export interface ExternalIpTable extends Timed {
  id: string
  ip_pool_id: string
  ip: string
  kind: 'snat' | 'ephemeral' | 'floating'
  first_port: number | null
  project_id: string
  instance_id: string | null
  probe_id: Generated<string | null>
  name: string | null
  description: string | null
}

/** From where requests are taken; one row. */
export interface AllowListTable {
  only_one: Generated<boolean>
  /** Null for any address. */
  networks: Json<string[]> | null
  time_created: Date
  time_modified: Date
}

export interface PlatformEventTable {
  sequence: Generated<string>
  id: string
  subject: string
  event: JSONColumnType<PlatformEvent>
  attempts: Generated<number>
  error: string | null
  due: Date
  time_recorded: Date
  time_applied: Date | null
}

/** The tables of migrations/, as Kysely sees them. */
export interface Tables extends SagaTables, FleetTables, SampleTables, AlertTables {
  settings: { key: string; value: Json<unknown> }
  silos: SiloTable
  quotas: QuotaTable
  project_usage: ProjectUsageTable
  usage_points: UsagePointTable
  users: UserTable
  builtin_users: BuiltinUserTable
  groups: GroupTable
  group_members: { group_id: string; user_id: string }
  role_assignments: RoleAssignmentTable
  sessions: SessionTable
  access_tokens: AccessTokenTable
  device_requests: DeviceRequestTable
  sign_in_attempts: SignInAttemptTable
  sign_in_addresses: SignInAddressTable
  ssh_keys: SshKeyTable
  certificates: CertificateTable
  saml_identity_providers: SamlIdentityProviderTable
  used_saml_assertions: UsedSamlAssertionTable
  audit_log: AuditLogTable
  ip_pools: IpPoolTable
  ip_pool_ranges: IpPoolRangeTable
  ip_pool_gaps: GapTable
  free_snat_blocks: FreeSnatBlockTable
  ip_pool_silos: IpPoolSiloTable
  projects: ProjectTable
  vpcs: VpcTable
  routers: RouterTable
  subnets: SubnetTable
  subnet_gaps: GapTable
  router_routes: RouterRouteTable
  firewall_rules: FirewallRuleTable
  internet_gateways: InternetGatewayTable
  internet_gateway_ip_pools: InternetGatewayIpPoolTable
  internet_gateway_ip_addresses: InternetGatewayIpAddressTable
  instances: InstanceTable
  instance_ssh_keys: InstanceSshKeyTable
  instance_user_data: InstanceUserDataTable
  snapshots: SnapshotTable
  images: ImageTable
  disks: DiskTable
  affinity_groups: AffinityGroupTable
  affinity_group_members: AffinityGroupMemberTable
  network_interfaces: NetworkInterfaceTable
  external_ips: ExternalIpTable
  allow_list: AllowListTable
  probes: ProbeTable
  platform_events: PlatformEventTable
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
