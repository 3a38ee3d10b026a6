import type { SystemIssueKind, SystemIssueSeverity } from '@skerry/contract/fleet/issues.ts'
import type {
  BgpPeer,
  LinkConfigCreate,
  LldpLinkConfig,
  RouteConfig,
  SwitchInterfaceConfigCreate,
  SwitchPortGeometry,
} from '@skerry/contract/fleet/switch-port-settings.ts'
import type { SupportBundleStateName } from '@skerry/contract/rules/support-bundles.ts'
import type { Generated } from 'kysely'
import type { Int8, Json, Named, Timed } from '../kernel/database/columns.ts'
import type { SwitchLocation } from '../platform/interface/system-network.ts'
import type { AlertTables } from './alerts/alert-tables.ts'
import type { HistoryTables } from './history/history-tables.ts'
import type { SampleTables } from './metrics/samples/sample-tables.ts'

/** Hardware in the inventory of the platform. */
interface Listed extends Timed {
  /** When a check first found that the platform no longer lists it. */
  time_unlisted: Generated<Date | null>
  /** A second check has not found it either. */
  missing: Generated<boolean>
}

export interface RackTable extends Listed {
  id: string
}

export interface SledTable extends Listed {
  id: string
  rack_id: string
  part: string
  serial: string
  revision: number
  cubby: number
  threads: number
  memory: Int8
  policy: 'in_service' | 'expunged'
  provisionable: boolean
  reachable: boolean
  state: 'active' | 'decommissioned'
  /** Null where the platform reports none. */
  storage: Int8 | null
  /** Only the reserve of the system is left of its storage. */
  storage_full: Generated<boolean>
  /** CPUs that instances may be promised there, with the factor of overcommitment. */
  provisionable_vcpus: number
  /** Storage that disks, snapshots and images may be promised there, with the factor of overcommitment. */
  provisionable_storage: Int8 | null
  threads_provisioned: Generated<number>
  memory_provisioned: Generated<number | bigint>
}

export interface SledAdditionTable {
  id: string
  part: string
  serial: string
  time_created: Date
}

export interface PhysicalDiskTable extends Listed {
  id: string
  sled_id: string
  vendor: string
  model: string
  serial: string
  form_factor: 'm2' | 'u2'
  size: Int8
  policy: 'in_service' | 'expunged'
  state: 'active' | 'decommissioned'
}

export interface SwitchTable extends Listed {
  id: string
  rack_id: string
  location: SwitchLocation
  part: string
  serial: string
  revision: number
}

export interface SystemNetworkingTable {
  only_one: Generated<boolean>
  generation: Generated<number>
  inbound_icmp: Generated<boolean>
}

export interface AddressLotTable extends Named {
  kind: 'infra' | 'pool'
}

export interface AddressLotBlockTable {
  id: string
  address_lot_id: string
  first: string
  last: string
}

export interface LoopbackAddressTable {
  id: string
  rack_id: string
  switch_location: SwitchLocation
  address: string
  mask: number
  anycast: boolean
  address_lot_block_id: string
  time_created: Date
}

export interface BgpAnnouncementTable {
  announce_set_id: string
  network: string
  address_lot_block_id: string
}

export interface BgpConfigTable extends Named {
  asn: Int8
  vrf: string | null
  announce_set_id: string
}

export interface BfdSessionTable {
  id: string
  switch_location: SwitchLocation
  remote: string
  local: string | null
  mode: 'single_hop' | 'multi_hop'
  detection_threshold: number
  /** Text from PostgreSQL: exceeds the range of a number. */
  required_rx: string
}

export interface SwitchPortSettingsTable extends Named {
  geometry: SwitchPortGeometry
  links: Json<SettingsLink[]>
  interfaces: Json<SettingsInterface[]>
  routes: Json<RouteConfig[]>
}

/** A link with its LLDP configuration, which has an id of its own. */
export type SettingsLink = Omit<LinkConfigCreate, 'lldp'> & { lldp: LldpLinkConfig }
export type SettingsInterface = SwitchInterfaceConfigCreate & { id: string }

export interface SwitchPortAddressTable {
  port_settings_id: string
  position: number
  link_name: string
  address: string
  width: number
  vlan_id: number | null
  address_lot_block_id: string
}

export interface SwitchPortPeerTable {
  port_settings_id: string
  position: number
  bgp_config_id: string
  peer: Json<SettingsPeer>
}

/** The fields of a peer without columns of their own. */
export type SettingsPeer = Omit<BgpPeer, 'bgp_config'>

export interface SwitchPortTable extends Timed {
  id: string
  rack_id: string
  switch_location: SwitchLocation
  name: string
  port_settings_id: Generated<string | null>
}

export interface SupportBundleTable extends Timed {
  id: string
  /** Null for a bundle from a time without U.2 disks in service. */
  physical_disk_id: string | null
  state: SupportBundleStateName
  reason_for_creation: string
  reason_for_failure: string | null
  saga_id: string | null
}

export interface UpdateTrustRootTable {
  id: string
  root_role: Json<unknown>
  time_created: Date
}

export interface UpdateRepositoryTable {
  id: string
  system_version: string
  file_name: string
  hash: string
  targets_role_version: Int8
  valid_until: Date
  time_created: Date
}

export interface UpdateArtifactTable {
  id: string
  name: string
  version: string
  kind: string
  hash: string
  size: Int8
}

export interface TargetReleaseTable {
  only_one: Generated<boolean>
  generation: Generated<number | bigint>
  system_version: string | null
  time_requested: Generated<Date>
  rollout_saga_id: string | null
}

export interface ReleaseComponentTable {
  id: string
  kind: 'sled' | 'switch'
  serial: string
  /** Generation of the target release to which it is updated. */
  generation: Int8
  state: 'waiting' | 'updating' | 'updated' | 'failed'
  system_version: string | null
  problem: string | null
  time_modified: Date
}

export interface IssueTimeTable {
  kind: SystemIssueKind
  subject: string
  time_began: Date
}

/** An issue that a user has seen. */
export interface IssueAcknowledgementTable {
  kind: SystemIssueKind
  subject: string
  severity: SystemIssueSeverity
  note: string
  actor_id: string
  time_created: Date
}

/** Networks that requests are accepted from; one row. */
interface OvercommitmentTable {
  only_one: Generated<boolean>
  cpu: number
  storage: number
  time_modified: Date
}

interface AllowListTable {
  only_one: Generated<boolean>
  /** Null for any address. */
  networks: Json<string[]> | null
  time_created: Date
  time_modified: Date
}

/** Hardware, system networking, updates and the rest of the fleet. */
export interface FleetTables {
  allow_list: AllowListTable
  overcommitment: OvercommitmentTable
  racks: RackTable
  sleds: SledTable
  sled_additions: SledAdditionTable
  physical_disks: PhysicalDiskTable
  switches: SwitchTable
  system_networking: SystemNetworkingTable
  address_lots: AddressLotTable
  address_lot_blocks: AddressLotBlockTable
  loopback_addresses: LoopbackAddressTable
  bgp_announce_sets: Named
  bgp_announcements: BgpAnnouncementTable
  bgp_configs: BgpConfigTable
  bfd_sessions: BfdSessionTable
  switch_port_settings: SwitchPortSettingsTable
  switch_port_addresses: SwitchPortAddressTable
  switch_port_peers: SwitchPortPeerTable
  switch_ports: SwitchPortTable
  support_bundles: SupportBundleTable
  update_trust_roots: UpdateTrustRootTable
  update_repositories: UpdateRepositoryTable
  update_artifacts: UpdateArtifactTable
  update_repository_artifacts: { repository_id: string; artifact_id: string }
  target_release: TargetReleaseTable
  release_components: ReleaseComponentTable
  issue_times: IssueTimeTable
  issue_acknowledgements: IssueAcknowledgementTable
}

declare module '../kernel/database/tables.ts' {
  interface Tables extends FleetTables, AlertTables, SampleTables, HistoryTables {}
}
