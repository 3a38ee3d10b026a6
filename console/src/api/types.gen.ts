// Made by tools/generate.mjs from the contract. Do not edit.

export interface Address {
  address: IpNet
  addressLot: NameOrId
  vlanId?: number | null
}

export interface AddressConfig {
  addresses: Address[]
  linkName: Name
}

export interface AddressLot {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  kind: AddressLotKind
  addressCount?: number | null
  assignedCount?: number
  announcedCount?: number
}

export interface AddressLotBlock {
  id: string
  firstAddress: string
  lastAddress: string
  uses?: AddressLotUse[]
  useCount?: number
}

export interface AddressLotBlockCreate {
  firstAddress: string
  lastAddress: string
}

export interface AddressLotBlockResultsPage {
  items: AddressLotBlock[]
  nextPage?: string | null
}

export interface AddressLotCreate {
  name: Name
  description: string
  blocks: AddressLotBlockCreate[]
  kind: AddressLotKind
}

export interface AddressLotCreateResponse {
  blocks: AddressLotBlock[]
  lot: AddressLot
}

export type AddressLotKind = 'infra' | 'pool'

export interface AddressLotResultsPage {
  items: AddressLot[]
  nextPage?: string | null
}

export interface AddressLotUse {
  kind: 'bgp_announce_set' | 'loopback_address' | 'switch_port_settings'
  id: string
  name: string
  address: string
}

export interface AffinityGroup {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  failureDomain: FailureDomain
  policy: AffinityPolicy
  projectId: string
  memberCount?: number
}

export interface AffinityGroupCreate {
  name: Name
  description: string
  failureDomain: FailureDomain
  policy: AffinityPolicy
}

export interface AffinityGroupMember {
  type: 'instance'
  value: { id: string; name: Name; runState: InstanceState }
}

export interface AffinityGroupMemberResultsPage {
  items: AffinityGroupMember[]
  nextPage?: string | null
}

export interface AffinityGroupResultsPage {
  items: AffinityGroup[]
  nextPage?: string | null
}

export interface AffinityGroupUpdate {
  name?: Name | null
  description?: string | null
}

export type AffinityPolicy = 'allow' | 'fail'

export interface AggregateBgpMessageHistory {
  switchHistories: SwitchBgpHistory[]
}

export interface AlertClass {
  name: string
  description: string
}

export interface AlertClassResultsPage {
  items: AlertClass[]
  nextPage?: string | null
}

export interface AlertDelivery {
  id: string
  about?: AlertSubject[]
  payload?: Record<string, unknown>
  alertClass: string
  alertId: string
  attempts: AlertDeliveryAttempts
  receiverId: string
  state: AlertDeliveryState
  timeNextAttempt?: Date | null
  timeStarted: Date
  trigger: AlertDeliveryTrigger
}

export interface AlertDeliveryAttempts {
  webhook: WebhookDeliveryAttempt[]
}

export interface AlertDeliveryId {
  deliveryId: string
}

export interface AlertDeliveryResultsPage {
  items: AlertDelivery[]
  nextPage?: string | null
}

export type AlertDeliveryState = 'pending' | 'delivered' | 'failed'

export type AlertDeliveryTrigger = 'alert' | 'resend' | 'probe'

export interface AlertProbeResult {
  probe: AlertDelivery
  resendsStarted?: number | null
}

export interface AlertReceiver {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  kind: AlertReceiverKind
  subscriptions: AlertSubscription[]
  health?: AlertReceiverHealth
}

export interface AlertReceiverHealth {
  lastState?: AlertDeliveryState | null
  timeLast?: Date | null
  failedInDay: number
  pausedUntil?: string | null
}

export interface AlertReceiverKind {
  kind: 'webhook'
  endpoint: string
  secrets: WebhookSecret[]
}

export interface AlertReceiverResultsPage {
  items: AlertReceiver[]
  nextPage?: string | null
}

export interface AlertSubject {
  kind: string
  id: string
  name?: string | null
}

export type AlertSubscription = string

export interface AlertSubscriptionCreate {
  subscription: AlertSubscription
}

export interface AlertSubscriptionCreated {
  subscription: AlertSubscription
}

export interface AllowList {
  allowedIps: AllowedSourceIps
  callerAddress?: string | null
  timeCreated: Date
  timeModified: Date
}

export interface AllowListUpdate {
  allowedIps: AllowedSourceIps
}

export type AllowedSourceIps =
  | { allow: 'any' }
  | { allow: 'list'; ips: IpNet[] }

export interface AntiAffinityGroup {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  failureDomain: FailureDomain
  policy: AffinityPolicy
  projectId: string
  memberCount?: number
}

export interface AntiAffinityGroupCreate {
  name: Name
  description: string
  failureDomain: FailureDomain
  policy: AffinityPolicy
}

export interface AntiAffinityGroupMember {
  type: 'instance'
  value: { id: string; name: Name; runState: InstanceState }
}

export interface AntiAffinityGroupMemberResultsPage {
  items: AntiAffinityGroupMember[]
  nextPage?: string | null
}

export interface AntiAffinityGroupResultsPage {
  items: AntiAffinityGroup[]
  nextPage?: string | null
}

export interface AntiAffinityGroupUpdate {
  name?: Name | null
  description?: string | null
}

export interface ArtifactId {
  name: string
  kind: string
  version: string
}

export interface AttentionItem {
  kind: AttentionKind
  severity: 'critical' | 'warning' | 'notice'
  id: string
  name: string
  reason?: string | null
  timeBegan?: Date | null
}

export type AttentionKind = 'instance_failed' | 'instance_paused' | 'instance_slow' | 'disk_faulted' | 'disk_import_unfinished' | 'disk_unattached' | 'snapshot_faulted' | 'snapshot_slow' | 'image_faulted' | 'image_fetch_failed' | 'floating_ip_unattached' | 'ip_pool_full' | 'certificate_expiring'

export type AuditFormat = 'csv' | 'jsonl'

export interface AuditLogEntry {
  id: string
  timestamp: Date
  operation: string
  outcome: AuditOutcome
  status: number
  requestId: string
  actorId?: string | null
  actorName?: string | null
  siloId?: string | null
  siloName?: string | null
  credentialId?: string | null
  sourceAddress?: string | null
  target?: string | null
  targetKind?: string | null
  targetName?: string | null
  detail: unknown
  namesById?: Record<string, string>
}

export interface AuditLogEntryResultsPage {
  items: AuditLogEntry[]
  nextPage?: string | null
}

export type AuditOutcome = 'success' | 'refused' | 'failed'

export type AuthzScope = 'fleet' | 'silo' | 'project' | 'viewable_to_all'

export interface Baseboard {
  part: string
  revision: number
  serial: string
}

export type BfdMode = 'single_hop' | 'multi_hop'

export interface BfdSessionDisable {
  remote: string
  switch: Name
}

export interface BfdSessionEnable {
  detectionThreshold: number
  local?: string | null
  mode: BfdMode
  remote: string
  requiredRx: number | bigint
  switch: Name
}

export type BfdState = 'admin_down' | 'down' | 'init' | 'up'

export interface BfdStatus {
  detectionThreshold: number
  local?: string | null
  mode: BfdMode
  peer: string
  requiredRx: number | bigint
  state: BfdState
  switch: Name
}

export interface BgpAnnounceSet {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  usedBy?: { id: string; name: Name }[]
}

export interface BgpAnnounceSetCreate {
  name: Name
  description: string
  announcement: BgpAnnouncementCreate[]
}

export interface BgpAnnouncement {
  addressLotBlockId: string
  addressLotName?: Name
  announceSetId: string
  network: IpNet
}

export interface BgpAnnouncementCreate {
  addressLotBlock: NameOrId
  network: IpNet
}

export interface BgpConfig {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  asn: number
  vrf?: string | null
  announceSetName?: Name
  usedBy?: { id: string; name: Name }[]
}

export interface BgpConfigCreate {
  name: Name
  description: string
  asn: number
  bgpAnnounceSetId: NameOrId
  vrf?: Name | null
}

export interface BgpConfigResultsPage {
  items: BgpConfig[]
  nextPage?: string | null
}

export interface BgpExported {
  exports: Record<string, Ipv4Net[]>
}

export interface BgpImportedRouteIpv4 {
  id: number
  nexthop: string
  prefix: Ipv4Net
  switch: SwitchLocation
}

export type BgpMessageHistory = unknown

export interface BgpPeer {
  addr: string
  allowedExport: ImportExportPolicy
  allowedImport: ImportExportPolicy
  bgpConfig: NameOrId
  communities: number[]
  connectRetry: number
  delayOpen: number
  enforceFirstAs: boolean
  holdTime: number
  idleHoldTime: number
  interfaceName: Name
  keepalive: number
  localPref?: number | null
  md5AuthKey?: string | null
  minTtl?: number | null
  multiExitDiscriminator?: number | null
  remoteAsn?: number | null
  vlanId?: number | null
}

export interface BgpPeerConfig {
  linkName: Name
  peers: BgpPeer[]
}

export type BgpPeerState = 'idle' | 'connect' | 'active' | 'open_sent' | 'open_confirm' | 'session_setup' | 'established'

export interface BgpPeerStatus {
  addr: string
  localAsn: number
  remoteAsn: number
  state: BgpPeerState
  stateDurationMillis: number | bigint
  switch: SwitchLocation
  portId?: string
  portName?: Name
}

export interface BgpPeerView {
  addr: string
  allowedExport: ImportExportPolicy
  allowedImport: ImportExportPolicy
  bgpConfig: NameOrId
  communities: number[]
  connectRetry: number
  delayOpen: number
  enforceFirstAs: boolean
  holdTime: number
  idleHoldTime: number
  interfaceName: Name
  keepalive: number
  localPref?: number | null
  md5AuthKey?: string | null
  minTtl?: number | null
  multiExitDiscriminator?: number | null
  remoteAsn?: number | null
  vlanId?: number | null
  hasMd5AuthKey?: boolean
}

export type BinRangedouble =
  | { type: 'range_to'; end: number }
  | { type: 'range'; start: number; end: number }
  | { type: 'range_from'; start: number }

export type BinRangefloat =
  | { type: 'range_to'; end: number }
  | { type: 'range'; start: number; end: number }
  | { type: 'range_from'; start: number }

export type BinRangeint16 =
  | { type: 'range_to'; end: number }
  | { type: 'range'; start: number; end: number }
  | { type: 'range_from'; start: number }

export type BinRangeint32 =
  | { type: 'range_to'; end: number }
  | { type: 'range'; start: number; end: number }
  | { type: 'range_from'; start: number }

export type BinRangeint64 =
  | { type: 'range_to'; end: number | bigint }
  | { type: 'range'; start: number | bigint; end: number | bigint }
  | { type: 'range_from'; start: number | bigint }

export type BinRangeint8 =
  | { type: 'range_to'; end: number }
  | { type: 'range'; start: number; end: number }
  | { type: 'range_from'; start: number }

export type BinRangeuint16 =
  | { type: 'range_to'; end: number }
  | { type: 'range'; start: number; end: number }
  | { type: 'range_from'; start: number }

export type BinRangeuint32 =
  | { type: 'range_to'; end: number }
  | { type: 'range'; start: number; end: number }
  | { type: 'range_from'; start: number }

export type BinRangeuint64 =
  | { type: 'range_to'; end: number | bigint }
  | { type: 'range'; start: number | bigint; end: number | bigint }
  | { type: 'range_from'; start: number | bigint }

export type BinRangeuint8 =
  | { type: 'range_to'; end: number }
  | { type: 'range'; start: number; end: number }
  | { type: 'range_from'; start: number }

export interface Bindouble {
  range: BinRangedouble
  count: number | bigint
}

export interface Binfloat {
  range: BinRangefloat
  count: number | bigint
}

export interface Binint16 {
  range: BinRangeint16
  count: number | bigint
}

export interface Binint32 {
  range: BinRangeint32
  count: number | bigint
}

export interface Binint64 {
  range: BinRangeint64
  count: number | bigint
}

export interface Binint8 {
  range: BinRangeint8
  count: number | bigint
}

export interface Binuint16 {
  range: BinRangeuint16
  count: number | bigint
}

export interface Binuint32 {
  range: BinRangeuint32
  count: number | bigint
}

export interface Binuint64 {
  range: BinRangeuint64
  count: number | bigint
}

export interface Binuint8 {
  range: BinRangeuint8
  count: number | bigint
}

export type BlockSize = 512 | 2048 | 4096

export type ByteCount = number | bigint

export interface CatalogImage {
  name: string
  os: string
  version: string
  architecture: ImageArchitecture
  url: string
  checksumUrl: string
}

export interface CatalogImageResultsPage {
  items: CatalogImage[]
  nextPage?: string | null
}

export interface Certificate {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  cert: string
  names: string[]
  service: ServiceUsingCertificate
  timeExpires: Date
  warnings?: string[]
}

export interface CertificateCreate {
  name: Name
  description: string
  cert: string
  key: string
  service: ServiceUsingCertificate
}

export interface CertificateResultsPage {
  items: Certificate[]
  nextPage?: string | null
}

export interface ConsoleSession {
  id: string
  timeCreated: Date
  timeLastUsed: Date
}

export interface ConsoleSessionResultsPage {
  items: ConsoleSession[]
  nextPage?: string | null
}

export interface Cumulativedouble {
  startTime: Date
  value: number
}

export interface Cumulativefloat {
  startTime: Date
  value: number
}

export interface Cumulativeint64 {
  startTime: Date
  value: number | bigint
}

export interface Cumulativeuint64 {
  startTime: Date
  value: number | bigint
}

export interface CurrentUser {
  id: string
  displayName: string
  siloId: string
  siloName: Name
  fleetViewer?: boolean
}

export type Datum =
  | { type: 'bool'; datum: boolean }
  | { type: 'i8'; datum: number }
  | { type: 'u8'; datum: number }
  | { type: 'i16'; datum: number }
  | { type: 'u16'; datum: number }
  | { type: 'i32'; datum: number }
  | { type: 'u32'; datum: number }
  | { type: 'i64'; datum: number | bigint }
  | { type: 'u64'; datum: number | bigint }
  | { type: 'f32'; datum: number }
  | { type: 'f64'; datum: number }
  | { type: 'string'; datum: string }
  | { type: 'bytes'; datum: number[] }
  | { type: 'cumulative_i64'; datum: Cumulativeint64 }
  | { type: 'cumulative_u64'; datum: Cumulativeuint64 }
  | { type: 'cumulative_f32'; datum: Cumulativefloat }
  | { type: 'cumulative_f64'; datum: Cumulativedouble }
  | { type: 'histogram_i8'; datum: Histogramint8 }
  | { type: 'histogram_u8'; datum: Histogramuint8 }
  | { type: 'histogram_i16'; datum: Histogramint16 }
  | { type: 'histogram_u16'; datum: Histogramuint16 }
  | { type: 'histogram_i32'; datum: Histogramint32 }
  | { type: 'histogram_u32'; datum: Histogramuint32 }
  | { type: 'histogram_i64'; datum: Histogramint64 }
  | { type: 'histogram_u64'; datum: Histogramuint64 }
  | { type: 'histogram_f32'; datum: Histogramfloat }
  | { type: 'histogram_f64'; datum: Histogramdouble }
  | { type: 'missing'; datum: MissingDatum }

export type DatumType = 'bool' | 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'i64' | 'u64' | 'f32' | 'f64' | 'string' | 'bytes' | 'cumulative_i64' | 'cumulative_u64' | 'cumulative_f32' | 'cumulative_f64' | 'histogram_i8' | 'histogram_u8' | 'histogram_i16' | 'histogram_u16' | 'histogram_i32' | 'histogram_u32' | 'histogram_i64' | 'histogram_u64' | 'histogram_f32' | 'histogram_f64'

export interface DeletionLockUpdate {
  locked: boolean
}

export interface DerEncodedKeyPair {
  privateKey: string
  publicCert: string
}

export interface DeviceAccessToken {
  id: string
  timeExpires?: Date | null
  timeCreated: Date
}

export interface DeviceAccessTokenRequest {
  clientId: string
  deviceCode: string
  grantType: string
}

export interface DeviceAccessTokenResultsPage {
  items: DeviceAccessToken[]
  nextPage?: string | null
}

export interface DeviceAuthRequest {
  clientId: string
  ttlSeconds?: number | null
}

export interface DeviceAuthVerify {
  userCode: string
}

export interface Digest {
  type: 'sha256'
  value: string
}

export interface Disk {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  blockSize: ByteCount
  deletionLocked?: boolean
  devicePath: string
  imageId?: string | null
  projectId: string
  size: ByteCount
  snapshotId?: string | null
  state: DiskState
}

export interface DiskCreate {
  name: Name
  description: string
  diskSource: DiskSource
  size: ByteCount
}

export type DiskMetricName = 'activated' | 'flush' | 'read' | 'read_bytes' | 'write' | 'write_bytes'

export interface DiskPath {
  disk: NameOrId
}

export interface DiskResultsPage {
  items: Disk[]
  nextPage?: string | null
}

export type DiskSource =
  | { type: 'blank'; blockSize: BlockSize }
  | { type: 'snapshot'; snapshotId: string }
  | { type: 'image'; imageId: string }
  | { type: 'importing_blocks'; blockSize: BlockSize }

export type DiskState =
  | { state: 'creating' }
  | { state: 'detached' }
  | { state: 'import_ready' }
  | { state: 'importing_from_url' }
  | { state: 'importing_from_bulk_writes' }
  | { state: 'finalizing' }
  | { state: 'maintenance' }
  | { state: 'attaching'; instance: string }
  | { state: 'attached'; instance: string }
  | { state: 'detaching'; instance: string }
  | { state: 'destroyed' }
  | { state: 'faulted' }

export interface DisksInState {
  state: string
  count: number
}

export interface Distributiondouble {
  bins: number[]
  counts: (number | bigint)[]
  min?: number | null
  max?: number | null
  sumOfSamples: number
  squaredMean: number
  p50?: Quantile | null
  p90?: Quantile | null
  p99?: Quantile | null
}

export interface Distributionint64 {
  bins: (number | bigint)[]
  counts: (number | bigint)[]
  min?: number | bigint | null
  max?: number | bigint | null
  sumOfSamples: number | bigint
  squaredMean: number
  p50?: Quantile | null
  p90?: Quantile | null
  p99?: Quantile | null
}

export interface EphemeralIpCreate {
  pool?: NameOrId | null
}

export interface ErrorBody {
  errorCode?: string
  message: string
  requestId: string
  position?: { line: number; column: number }
  field?: string
  reason?: string
  kind?: string
  selector?: string
}

export type ExternalIp =
  | { kind: 'ephemeral'; ip: string; ipPoolId: string }
  | {
    kind: 'floating'
    id: string
    name: Name
    description: string
    timeCreated: Date
    timeModified: Date
    instanceId?: string | null
    ip: string
    ipPoolId: string
    projectId: string
  }

export type ExternalIpCreate =
  | { type: 'ephemeral'; pool?: NameOrId | null }
  | { type: 'floating'; floatingIp: NameOrId }

export interface ExternalIpResultsPage {
  items: ExternalIp[]
  nextPage?: string | null
}

export type FailureDomain = 'sled'

export interface FieldSchema {
  name: string
  description: string
  fieldType: FieldType
  source: FieldSource
}

export type FieldSource = 'target' | 'metric'

export type FieldType = 'string' | 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'i64' | 'u64' | 'ip_addr' | 'uuid' | 'bool'

export type FieldValue =
  | { type: 'string'; value: string }
  | { type: 'i8'; value: number }
  | { type: 'u8'; value: number }
  | { type: 'i16'; value: number }
  | { type: 'u16'; value: number }
  | { type: 'i32'; value: number }
  | { type: 'u32'; value: number }
  | { type: 'i64'; value: number | bigint }
  | { type: 'u64'; value: number | bigint }
  | { type: 'ip_addr'; value: string }
  | { type: 'uuid'; value: string }
  | { type: 'bool'; value: boolean }

export interface FinalizeDisk {
  snapshotName?: Name | null
  file?: ImportedFile | null
}

export type FleetRole = 'admin' | 'collaborator' | 'viewer'

export interface FleetRolePolicy {
  roleAssignments: FleetRoleRoleAssignment[]
}

export interface FleetRoleRoleAssignment {
  identityId: string
  identityType: IdentityType
  roleName: FleetRole
}

export interface FloatingIp {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  instanceId?: string | null
  ip: string
  ipPoolId: string
  projectId: string
}

export interface FloatingIpAttach {
  kind: FloatingIpParentKind
  parent: NameOrId
}

export interface FloatingIpCreate {
  name: Name
  description: string
  ip?: string | null
  pool?: NameOrId | null
}

export type FloatingIpParentKind = 'instance'

export interface FloatingIpResultsPage {
  items: FloatingIp[]
  nextPage?: string | null
}

export interface FloatingIpUpdate {
  name?: Name | null
  description?: string | null
}

export interface Group {
  id: string
  displayName: string
  siloId: string
  memberCount?: number
}

export interface GroupResultsPage {
  items: Group[]
  nextPage?: string | null
}

export interface GuestReport {
  agentVersion: string | null
  hostname: string | null
  system: string | null
  kernel: string | null
  interfaces: { name: string; mac: string | null; addresses: string[] }[]
  fileSystems: { mountPoint: string; type: string; total: ByteCount | null; used: ByteCount | null }[]
}

export interface Histogramdouble {
  startTime: Date
  bins: Bindouble[]
  nSamples: number | bigint
  min: number
  max: number
  sumOfSamples: number
  squaredMean: number
  p50: Quantile
  p90: Quantile
  p99: Quantile
}

export interface Histogramfloat {
  startTime: Date
  bins: Binfloat[]
  nSamples: number | bigint
  min: number
  max: number
  sumOfSamples: number
  squaredMean: number
  p50: Quantile
  p90: Quantile
  p99: Quantile
}

export interface Histogramint16 {
  startTime: Date
  bins: Binint16[]
  nSamples: number | bigint
  min: number
  max: number
  sumOfSamples: number | bigint
  squaredMean: number
  p50: Quantile
  p90: Quantile
  p99: Quantile
}

export interface Histogramint32 {
  startTime: Date
  bins: Binint32[]
  nSamples: number | bigint
  min: number
  max: number
  sumOfSamples: number | bigint
  squaredMean: number
  p50: Quantile
  p90: Quantile
  p99: Quantile
}

export interface Histogramint64 {
  startTime: Date
  bins: Binint64[]
  nSamples: number | bigint
  min: number | bigint
  max: number | bigint
  sumOfSamples: number | bigint
  squaredMean: number
  p50: Quantile
  p90: Quantile
  p99: Quantile
}

export interface Histogramint8 {
  startTime: Date
  bins: Binint8[]
  nSamples: number | bigint
  min: number
  max: number
  sumOfSamples: number | bigint
  squaredMean: number
  p50: Quantile
  p90: Quantile
  p99: Quantile
}

export interface Histogramuint16 {
  startTime: Date
  bins: Binuint16[]
  nSamples: number | bigint
  min: number
  max: number
  sumOfSamples: number | bigint
  squaredMean: number
  p50: Quantile
  p90: Quantile
  p99: Quantile
}

export interface Histogramuint32 {
  startTime: Date
  bins: Binuint32[]
  nSamples: number | bigint
  min: number
  max: number
  sumOfSamples: number | bigint
  squaredMean: number
  p50: Quantile
  p90: Quantile
  p99: Quantile
}

export interface Histogramuint64 {
  startTime: Date
  bins: Binuint64[]
  nSamples: number | bigint
  min: number | bigint
  max: number | bigint
  sumOfSamples: number | bigint
  squaredMean: number
  p50: Quantile
  p90: Quantile
  p99: Quantile
}

export interface Histogramuint8 {
  startTime: Date
  bins: Binuint8[]
  nSamples: number | bigint
  min: number
  max: number
  sumOfSamples: number | bigint
  squaredMean: number
  p50: Quantile
  p90: Quantile
  p99: Quantile
}

export interface HistoryActor {
  kind: 'user' | 'operator' | 'automatic'
  id?: string | null
  name?: string | null
}

export interface HistoryEntry {
  id: string
  timestamp: Date
  operation: string
  outcome: HistoryOutcome
  reason?: string | null
  refusals?: number | null
  actor: HistoryActor
  target?: string | null
  targetKind?: string | null
  targetName?: string | null
  targetDeleted: boolean
  detail: unknown
  detailOmitted: boolean
  namesById?: Record<string, string>
  sagas: HistorySaga[]
}

export interface HistoryEntryResultsPage {
  items: HistoryEntry[]
  nextPage?: string | null
}

export type HistoryOutcome = 'done' | 'running' | 'refused' | 'failed'

export interface HistorySaga {
  id: string
  name: string
  state: SagaState
  reason?: string | null
  timeCreated: Date
  timeEnded?: Date | null
}

export type Hostname = string

export type IcmpParamRange = string

export type IdSortMode = 'id_ascending'

export interface IdentityProvider {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  isDefault?: boolean
  providerType: IdentityProviderType
}

export interface IdentityProviderResultsPage {
  items: IdentityProvider[]
  nextPage?: string | null
}

export type IdentityProviderType = 'saml'

export type IdentityType = 'silo_user' | 'silo_group'

export type IdpMetadataSource =
  | { type: 'url'; url: string }
  | { type: 'base64_encoded_xml'; data: string }

export interface Image {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  blockSize: ByteCount
  deletionLocked?: boolean
  digest?: Digest | null
  os: string
  projectId?: string | null
  size: ByteCount
  version: string
}

export type ImageArchitecture = 'amd64' | 'arm64'

export type ImageChecksum =
  | { type: 'sha256'; value: string }
  | { type: 'sha512'; value: string }

export interface ImageCreate {
  name: Name
  description: string
  os: string
  source: ImageSource
  version: string
}

export interface ImageFetch {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  projectId?: string | null
  os: string
  version: string
  url: string
  checksum?: ImageChecksum | null
  requestedSize?: ByteCount | null
  size?: ByteCount | null
  state: ImageFetchState
  bytesReceived: ByteCount
  bytesTotal?: ByteCount | null
  reasonForFailure?: string | null
  retryReason?: string | null
}

export interface ImageFetchCreate {
  name: Name
  description: string
  os?: string | null
  version?: string | null
  size?: ByteCount | null
  source: ImageFetchSource
}

export interface ImageFetchResultsPage {
  items: ImageFetch[]
  nextPage?: string | null
}

export type ImageFetchSource =
  | { type: 'catalog'; image: string }
  | { type: 'url'; url: string; checksum: ImageChecksum }

export type ImageFetchState = 'downloading' | 'verifying' | 'storing' | 'failed'

export interface ImageResultsPage {
  items: Image[]
  nextPage?: string | null
}

export interface ImageSource {
  type: 'snapshot'
  id: string
}

export interface ImportBlocksBulkWrite {
  base64EncodedData: string
  offset: number | bigint
}

export type ImportExportPolicy =
  | { type: 'no_filtering' }
  | { type: 'allow'; value: IpNet[] }

export interface ImportedFile {
  bytes: ByteCount
  checksum?: ImageChecksum | null
}

export interface Instance {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  autoRestartCooldownExpiration?: Date | null
  autoRestartEnabled: boolean
  autoRestartPolicy?: InstanceAutoRestartPolicy | null
  bootDiskId?: string | null
  condition?: InstanceCondition | null
  deletionLocked?: boolean
  externalAddresses?: string[]
  firmware?: InstanceFirmware
  hostname: string
  memory: ByteCount
  ncpus: InstanceCpuCount
  projectId: string
  runState: InstanceState
  startRefusal?: string | null
  timeLastAutoRestarted?: Date | null
  timeRunStateUpdated: Date
}

export type InstanceAutoRestartPolicy = 'never' | 'best_effort'

export interface InstanceCondition {
  kind: 'storage_full'
  since: string
  detail: string
}

export type InstanceCpuCount = number

export interface InstanceCreate {
  name: Name
  description: string
  antiAffinityGroups?: NameOrId[]
  autoRestartPolicy?: InstanceAutoRestartPolicy | null
  bootDisk?: InstanceDiskAttachment | null
  disks?: InstanceDiskAttachment[]
  externalIps?: ExternalIpCreate[]
  firmware?: InstanceFirmware
  hostname: Hostname
  memory: ByteCount
  ncpus: InstanceCpuCount
  networkInterfaces?: InstanceNetworkInterfaceAttachment
  sshPublicKeys?: NameOrId[] | null
  start?: boolean
  userData?: string
}

export type InstanceDiskAttachment =
  | { type: 'create'; name: Name; description: string; diskSource: DiskSource; size: ByteCount }
  | { type: 'attach'; name: Name }

export type InstanceFirmware = 'auto' | 'bios' | 'efi'

export interface InstanceGuest {
  report: GuestReport | null
}

export interface InstanceNetworkInterface {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  instanceId: string
  ip: string
  mac: MacAddr
  primary: boolean
  subnetId: string
  transitIps?: IpNet[]
  vpcId: string
}

export type InstanceNetworkInterfaceAttachment =
  | { type: 'create'; params: InstanceNetworkInterfaceCreate[] }
  | { type: 'default' }
  | { type: 'none' }

export interface InstanceNetworkInterfaceCreate {
  name: Name
  description: string
  ip?: string | null
  subnetName: Name
  vpcName: Name
}

export interface InstanceNetworkInterfaceResultsPage {
  items: InstanceNetworkInterface[]
  nextPage?: string | null
}

export interface InstanceNetworkInterfaceUpdate {
  name?: Name | null
  description?: string | null
  primary?: boolean
  transitIps?: IpNet[]
}

export interface InstanceParts {
  id: string
  ephemeralIpPoolId: string | null
  sshPublicKeyIds: string[]
}

export interface InstancePartsResultsPage {
  items: InstanceParts[]
  nextPage?: string | null
}

export interface InstancePortForward {
  hostIp: string
  hostPort: number
  instancePort: number
}

export interface InstancePortForwardResultsPage {
  items: InstancePortForward[]
  nextPage?: string | null
}

export interface InstanceResultsPage {
  items: Instance[]
  nextPage?: string | null
}

export interface InstanceSerialConsoleData {
  data: number[]
  lastByteOffset: number | bigint
}

export type InstanceState = 'creating' | 'starting' | 'running' | 'stopping' | 'stopped' | 'rebooting' | 'migrating' | 'repairing' | 'failed' | 'destroyed'

export interface InstanceUpdate {
  autoRestartPolicy?: InstanceAutoRestartPolicy | null
  bootDisk?: NameOrId | null
  firmware?: InstanceFirmware | null
  memory: ByteCount
  ncpus: InstanceCpuCount
}

export interface InstancesInState {
  state: InstanceState
  count: number
  timeBegan: Date
}

export type InterfaceNum =
  | { unknown: number }
  | { ifIndex: number }
  | { portNumber: number }

export interface InternetGateway {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  ipAddressCount?: number
  ipPoolCount?: number
  routeCount?: number
  vpcId: string
}

export interface InternetGatewayCreate {
  name: Name
  description: string
}

export interface InternetGatewayIpAddress {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  address: string
  internetGatewayId: string
}

export interface InternetGatewayIpAddressCreate {
  name: Name
  description: string
  address: string
}

export interface InternetGatewayIpAddressResultsPage {
  items: InternetGatewayIpAddress[]
  nextPage?: string | null
}

export interface InternetGatewayIpPool {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  internetGatewayId: string
  ipPoolId: string
}

export interface InternetGatewayIpPoolCreate {
  name: Name
  description: string
  ipPool: NameOrId
}

export interface InternetGatewayIpPoolResultsPage {
  items: InternetGatewayIpPool[]
  nextPage?: string | null
}

export interface InternetGatewayResultsPage {
  items: InternetGateway[]
  nextPage?: string | null
}

export type IpNet = string

export interface IpPool {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  utilization?: IpPoolUtilization
}

export interface IpPoolCreate {
  name: Name
  description: string
}

export interface IpPoolLinkSilo {
  isDefault: boolean
  silo: NameOrId
}

export interface IpPoolRange {
  id: string
  ipPoolId: string
  range: IpRange
  timeCreated: Date
}

export interface IpPoolRangeResultsPage {
  items: IpPoolRange[]
  nextPage?: string | null
}

export interface IpPoolResultsPage {
  items: IpPool[]
  nextPage?: string | null
}

export interface IpPoolSiloLink {
  ipPoolId: string
  isDefault: boolean
  siloId: string
  siloName?: Name
}

export interface IpPoolSiloLinkResultsPage {
  items: IpPoolSiloLink[]
  nextPage?: string | null
}

export interface IpPoolSiloUpdate {
  isDefault: boolean
}

export interface IpPoolUpdate {
  name?: Name | null
  description?: string | null
}

export interface IpPoolUtilization {
  ipv4: Ipv4Utilization
  ipv6: Ipv6Utilization
}

export type IpRange =
  | Ipv4Range
  | Ipv6Range

export type Ipv4Net = string

export interface Ipv4Range {
  first: string
  last: string
}

export interface Ipv4Utilization {
  allocated: number
  capacity: number
}

export type Ipv6Net = string

export interface Ipv6Range {
  first: string
  last: string
}

export interface Ipv6Utilization {
  allocated: string
  capacity: string
}

export interface IssueAcknowledge {
  note: string
}

export interface IssueAcknowledgement {
  note: string
  actorName?: string | null
  timeCreated: Date
}

export type L4PortRange = string

export interface LinkConfigCreate {
  autoneg: boolean
  fec?: LinkFec | null
  linkName: Name
  lldp: LldpLinkConfigCreate
  mtu: number
  speed: LinkSpeed
  txEq?: TxEqConfig | null
}

export type LinkFec = 'firecode' | 'none' | 'rs'

export type LinkSpeed = 'speed0_g' | 'speed1_g' | 'speed10_g' | 'speed25_g' | 'speed40_g' | 'speed50_g' | 'speed100_g' | 'speed200_g' | 'speed400_g'

export interface LldpLinkConfig {
  id: string
  chassisId?: string | null
  enabled: boolean
  linkDescription?: string | null
  linkName?: string | null
  managementIp?: string | null
  systemDescription?: string | null
  systemName?: string | null
}

export interface LldpLinkConfigCreate {
  chassisId?: string | null
  enabled: boolean
  linkDescription?: string | null
  linkName?: string | null
  managementIp?: string | null
  systemDescription?: string | null
  systemName?: string | null
}

export interface LldpNeighbor {
  chassisId: string
  firstSeen: string
  lastSeen: string
  linkDescription?: string | null
  linkName: string
  localPort: string
  managementIp: ManagementAddress[]
  systemDescription?: string | null
  systemName?: string | null
}

export interface LldpNeighborResultsPage {
  items: LldpNeighbor[]
  nextPage?: string | null
}

export interface LoopbackAddress {
  id: string
  address: IpNet
  addressLotBlockId: string
  addressLotName?: Name
  rackId: string
  switchLocation: string
}

export interface LoopbackAddressCreate {
  address: string
  addressLot: NameOrId
  anycast: boolean
  mask: number
  rackId: string
  switchLocation: Name
}

export interface LoopbackAddressResultsPage {
  items: LoopbackAddress[]
  nextPage?: string | null
}

export type MacAddr = string

export interface ManagementAddress {
  addr: NetworkAddress
  interfaceNum: InterfaceNum
  oid?: number[] | null
}

export interface Measurement {
  datum: Datum
  timestamp: Date
}

export interface MeasurementResultsPage {
  items: Measurement[]
  nextPage?: string | null
}

export type MetricType = 'gauge' | 'delta' | 'cumulative'

export interface MissingDatum {
  datumType: DatumType
  startTime?: Date | null
}

export type Name = string

export type NameOrId = string

export type NameOrIdSortMode = 'name_ascending' | 'name_descending' | 'id_ascending'

export type NameSortMode = 'name_ascending'

export type NetworkAddress =
  | { ipAddr: string }
  | { iEEE802: number[] }

export interface NetworkInterface {
  id: string
  name: Name
  ip: string
  kind: NetworkInterfaceKind
  mac: MacAddr
  primary: boolean
  slot: number
  subnet: IpNet
  transitIps?: IpNet[]
  vni: Vni
}

export type NetworkInterfaceKind =
  | { type: 'instance'; id: string }
  | { type: 'service'; id: string }
  | { type: 'probe'; id: string }

export interface Overcommitment {
  cpu: number
  storage: number
  timeModified: Date
}

export interface OvercommitmentUpdate {
  cpu: number
  storage: number
}

export interface OxqlQueryResult {
  tables: Table[]
}

export type PaginationOrder = 'ascending' | 'descending'

export type Password = string

export interface PhysicalDisk {
  id: string
  formFactor: PhysicalDiskKind
  model: string
  policy: PhysicalDiskPolicy
  serial: string
  size?: ByteCount
  sledId?: string | null
  state: PhysicalDiskState
  vendor: string
  timeMissing?: Date | null
  timeCreated: Date
  timeModified: Date
}

export type PhysicalDiskKind = 'm2' | 'u2'

export type PhysicalDiskPolicy =
  | { kind: 'in_service' }
  | { kind: 'expunged' }

export interface PhysicalDiskResultsPage {
  items: PhysicalDisk[]
  nextPage?: string | null
}

export type PhysicalDiskState = 'active' | 'decommissioned'

export interface Ping {
  status: PingStatus
  simulated?: boolean
  architecture?: ImageArchitecture
  capabilities?: ServerCapabilities
}

export type PingStatus = 'ok'

export interface Points {
  startTimes?: string[] | null
  timestamps: string[]
  values: Values[]
}

export interface Probe {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  sled: string
}

export interface ProbeCreate {
  name: Name
  description: string
  ipPool?: NameOrId | null
  sled: string
}

export interface ProbeExternalIp {
  firstPort: number
  ip: string
  kind: ProbeExternalIpKind
  lastPort: number
}

export type ProbeExternalIpKind = 'snat' | 'floating' | 'ephemeral'

export interface ProbeInfo {
  id: string
  name: Name
  description?: string
  externalIps: ProbeExternalIp[]
  interface: NetworkInterface
  sled: string
  timeCreated?: Date
  timeModified?: Date
}

export interface ProbeInfoResultsPage {
  items: ProbeInfo[]
  nextPage?: string | null
}

export interface Project {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  deletionLocked?: boolean
}

export interface ProjectCreate {
  name: Name
  description: string
}

export interface ProjectOverview {
  instances: InstancesInState[]
  disks: DisksInState[]
  snapshots: number
  images: number
  vpcs: number
  floatingIps: number
  hasImage: boolean
  hasDefaultPool: boolean
  usage: VirtualResourceCounts
  silo: Utilization
  trend: UsageSample[]
  attention: AttentionItem[]
  truncated: AttentionKind[]
}

export interface ProjectResultsPage {
  items: Project[]
  nextPage?: string | null
}

export type ProjectRole = 'admin' | 'collaborator' | 'viewer'

export interface ProjectRolePolicy {
  roleAssignments: ProjectRoleRoleAssignment[]
}

export interface ProjectRoleRoleAssignment {
  identityId: string
  identityType: IdentityType
  roleName: ProjectRole
}

export interface ProjectUpdate {
  name?: Name | null
  description?: string | null
}

export interface Quantile {
  p: number
  markerHeights: number[]
  markerPositions: (number | bigint)[]
  desiredMarkerPositions: number[]
}

export interface Rack {
  id: string
  timeMissing?: Date | null
  timeCreated: Date
  timeModified: Date
}

export interface RackResultsPage {
  items: Rack[]
  nextPage?: string | null
}

export interface ReleaseComponent {
  id: string
  kind: 'sled' | 'switch'
  serial: string
  state: 'waiting' | 'updating' | 'updated' | 'failed'
  systemVersion: string | null
  problem: string | null
  timeModified: Date
}

export interface Role {
  name: RoleName
  description: string
}

export type RoleName = string

export interface RoleResultsPage {
  items: Role[]
  nextPage?: string | null
}

export interface Route {
  dst: IpNet
  gw: string
  ribPriority?: number | null
  vid?: number | null
}

export interface RouteConfig {
  linkName: Name
  routes: Route[]
}

export type RouteDestination =
  | { type: 'ip'; value: string }
  | { type: 'ip_net'; value: IpNet }
  | { type: 'vpc'; value: Name }
  | { type: 'subnet'; value: Name }

export type RouteTarget =
  | { type: 'ip'; value: string }
  | { type: 'vpc'; value: Name }
  | { type: 'subnet'; value: Name }
  | { type: 'instance'; value: Name }
  | { type: 'internet_gateway'; value: Name }
  | { type: 'drop' }

export interface RouterRoute {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  destination: RouteDestination
  kind: RouterRouteKind
  target: RouteTarget
  vpcRouterId: string
}

export interface RouterRouteCreate {
  name: Name
  description: string
  destination: RouteDestination
  target: RouteTarget
}

export type RouterRouteKind = 'default' | 'vpc_subnet' | 'vpc_peering' | 'custom'

export interface RouterRouteResultsPage {
  items: RouterRoute[]
  nextPage?: string | null
}

export interface RouterRouteUpdate {
  name?: Name | null
  description?: string | null
  destination: RouteDestination
  target: RouteTarget
}

export interface Saga {
  id: string
  name: string
  state: SagaState
  undoing: boolean
  step?: string | null
  attempts: number
  timeNextAttempt?: Date | null
  error?: string | null
  subject?: SagaSubject | null
  actorId?: string | null
  actorName?: string | null
  timeCreated: Date
  timeModified: Date
}

export interface SagaResultsPage {
  items: Saga[]
  nextPage?: string | null
}

export type SagaState = 'running' | 'done' | 'undone'

export interface SagaSubject {
  kind: string
  id: string
  name?: string | null
  siloName?: Name | null
  projectName?: Name | null
}

export interface SamlIdentityProvider {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  isDefault?: boolean
  acsUrl: string
  groupAttributeName?: string | null
  idpEntityId: string
  publicCert?: string | null
  sloUrl: string
  spClientId: string
  technicalContactEmail: string
}

export interface SamlIdentityProviderCreate {
  name: Name
  description: string
  acsUrl: string
  groupAttributeName?: string | null
  idpEntityId: string
  idpMetadataSource: IdpMetadataSource
  signingKeypair?: DerEncodedKeyPair | null
  sloUrl: string
  spClientId: string
  technicalContactEmail: string
}

export interface ServerCapabilities {
  guestNetwork: boolean
  imageConversion: boolean
  graphicalConsole: boolean
  portForwards: boolean
  guestAgent: boolean
  bios: boolean
  efi: boolean
  switches: boolean
  sledAddition: boolean
  updates: boolean
  saml: boolean
  supportBundles: boolean
  imageFetches: boolean
  uploadChecksums: boolean
  eventStream: boolean
}

export interface ServiceIcmpConfig {
  enabled: boolean
}

export type ServiceUsingCertificate = 'external_api'

export interface SetTargetReleaseParams {
  systemVersion: string
}

export interface SignInProviders {
  providers: Name[]
  password: boolean
}

export interface Silo {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  discoverable: boolean
  identityMode: SiloIdentityMode
  mappedFleetRoles: Record<string, FleetRole[]>
  consoleOrigin?: string
}

export interface SiloAuthSettings {
  deviceTokenMaxTtlSeconds?: number | null
  siloId: string
}

export interface SiloAuthSettingsUpdate {
  deviceTokenMaxTtlSeconds: number | null
}

export interface SiloCreate {
  name: Name
  description: string
  adminGroupName?: string | null
  discoverable: boolean
  identityMode: SiloIdentityMode
  mappedFleetRoles?: Record<string, FleetRole[]>
  quotas: SiloQuotasCreate
  tlsCertificates: CertificateCreate[]
}

export type SiloIdentityMode = 'saml_jit' | 'local_only'

export interface SiloIpPool {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  isDefault: boolean
  utilization?: IpPoolUtilization
}

export interface SiloIpPoolResultsPage {
  items: SiloIpPool[]
  nextPage?: string | null
}

export interface SiloQuotas {
  cpus: number | bigint
  memory: ByteCount
  siloId: string
  storage: ByteCount
}

export interface SiloQuotasCreate {
  cpus: number | bigint
  memory: ByteCount
  storage: ByteCount
}

export interface SiloQuotasResultsPage {
  items: SiloQuotas[]
  nextPage?: string | null
}

export interface SiloQuotasUpdate {
  cpus?: number | bigint | null
  memory?: ByteCount | null
  storage?: ByteCount | null
}

export interface SiloResultsPage {
  items: Silo[]
  nextPage?: string | null
}

export type SiloRole = 'admin' | 'collaborator' | 'viewer'

export interface SiloRolePolicy {
  roleAssignments: SiloRoleRoleAssignment[]
}

export interface SiloRoleRoleAssignment {
  identityId: string
  identityType: IdentityType
  roleName: SiloRole
}

export interface SiloUtilization {
  allocated: VirtualResourceCounts
  provisioned: VirtualResourceCounts
  siloId: string
  siloName: Name
}

export interface SiloUtilizationResultsPage {
  items: SiloUtilization[]
  nextPage?: string | null
}

export interface Sled {
  id: string
  baseboard: Baseboard
  policy: SledPolicy
  rackId: string
  state: SledState
  usableHardwareThreads: number
  usablePhysicalRam: ByteCount
  cubby?: number
  reachable?: boolean
  timeMissing?: Date | null
  provisionedHardwareThreads?: number
  provisionableVcpus?: number
  provisionableStorage?: ByteCount | null
  provisionedPhysicalRam?: ByteCount
  timeCreated: Date
  timeModified: Date
}

export interface SledId {
  id: string
}

export interface SledInstance {
  id: string
  name: Name
  activeSledId: string
  memory: number | bigint
  migrationId?: string | null
  ncpus: number | bigint
  projectName: Name
  siloName: Name
  state: InstanceState
  timeCreated: Date
  timeModified: Date
}

export interface SledInstanceResultsPage {
  items: SledInstance[]
  nextPage?: string | null
}

export type SledPolicy =
  | { kind: 'in_service'; provisionPolicy: SledProvisionPolicy }
  | { kind: 'expunged' }

export type SledProvisionPolicy = 'provisionable' | 'non_provisionable'

export interface SledProvisionPolicyParams {
  state: SledProvisionPolicy
}

export interface SledProvisionPolicyResponse {
  newState: SledProvisionPolicy
  oldState: SledProvisionPolicy
}

export interface SledResultsPage {
  items: Sled[]
  nextPage?: string | null
}

export type SledState = 'active' | 'decommissioned'

export interface Snapshot {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  diskId: string
  projectId: string
  size: ByteCount
  state: SnapshotState
}

export interface SnapshotCreate {
  name: Name
  description: string
  disk: NameOrId
}

export interface SnapshotResultsPage {
  items: Snapshot[]
  nextPage?: string | null
}

export type SnapshotState = 'creating' | 'ready' | 'faulted' | 'destroyed'

export interface SshKey {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  publicKey: string
  siloUserId: string
}

export interface SshKeyCreate {
  name: Name
  description: string
  publicKey: string
}

export interface SshKeyResultsPage {
  items: SshKey[]
  nextPage?: string | null
}

export interface SupportBundleFile {
  path: string
  size: number
  timeModified: Date
}

export interface SupportBundleInfo {
  id: string
  reasonForCreation: string
  reasonForFailure?: string | null
  state: SupportBundleState
  timeCreated: Date
}

export interface SupportBundleInfoResultsPage {
  items: SupportBundleInfo[]
  nextPage?: string | null
}

export type SupportBundleState = 'collecting' | 'destroying' | 'failed' | 'active'

export interface Switch {
  id: string
  baseboard: Baseboard
  rackId: string
  switchLocation?: string
  timeMissing?: Date | null
  timeCreated: Date
  timeModified: Date
}

export interface SwitchBgpHistory {
  history: Record<string, BgpMessageHistory>
  switch: SwitchLocation
}

export interface SwitchInterfaceConfig {
  id: string
  interfaceName: Name
  kind: SwitchInterfaceType
  portSettingsId: string
  v6Enabled: boolean
}

export interface SwitchInterfaceConfigCreate {
  kind: SwitchInterfaceKind
  linkName: Name
  v6Enabled: boolean
}

export type SwitchInterfaceKind =
  | { type: 'primary' }
  | { type: 'vlan'; vid: number }
  | { type: 'loopback' }

export type SwitchInterfaceType = 'primary' | 'vlan' | 'loopback'

export type SwitchLinkState = unknown

export type SwitchLocation = 'switch0' | 'switch1'

export interface SwitchPort {
  id: string
  portName: Name
  portSettingsId?: string | null
  rackId: string
  switchLocation: string
}

export interface SwitchPortAddressView {
  address: IpNet
  addressLotBlockId: string
  addressLotId: string
  addressLotName: Name
  interfaceName: Name
  portSettingsId: string
  vlanId?: number | null
}

export interface SwitchPortApplySettings {
  portSettings: NameOrId
}

export interface SwitchPortConfig {
  geometry: SwitchPortGeometry
  portSettingsId: string
}

export interface SwitchPortConfigCreate {
  geometry: SwitchPortGeometry
}

export type SwitchPortGeometry = 'qsfp28x1' | 'qsfp28x2' | 'sfp28x4'

export interface SwitchPortLink {
  portId: string
  state: 'up' | 'down'
  since: string
}

export interface SwitchPortLinkConfig {
  autoneg: boolean
  fec?: LinkFec | null
  linkName: Name
  lldpLinkConfig?: LldpLinkConfig | null
  mtu: number
  portSettingsId: string
  speed: LinkSpeed
  txEqConfig?: TxEqConfig | null
}

export interface SwitchPortResultsPage {
  items: SwitchPort[]
  nextPage?: string | null
}

export interface SwitchPortRouteConfig {
  dst: IpNet
  gw: string
  interfaceName: Name
  portSettingsId: string
  ribPriority?: number | null
  vlanId?: number | null
}

export interface SwitchPortSettings {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  addresses: SwitchPortAddressView[]
  bgpPeers: BgpPeerView[]
  groups: SwitchPortSettingsGroups[]
  interfaces: SwitchInterfaceConfig[]
  links: SwitchPortLinkConfig[]
  port: SwitchPortConfig
  routes: SwitchPortRouteConfig[]
  vlanInterfaces: SwitchVlanInterfaceConfig[]
}

export interface SwitchPortSettingsCreate {
  name: Name
  description: string
  addresses: AddressConfig[]
  bgpPeers?: BgpPeerConfig[]
  groups?: NameOrId[]
  interfaces?: SwitchInterfaceConfigCreate[]
  links: LinkConfigCreate[]
  portConfig: SwitchPortConfigCreate
  routes?: RouteConfig[]
}

export interface SwitchPortSettingsGroups {
  portSettingsGroupId: string
  portSettingsId: string
}

export interface SwitchPortSettingsIdentity {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
}

export interface SwitchPortSettingsIdentityResultsPage {
  items: SwitchPortSettingsIdentity[]
  nextPage?: string | null
}

export interface SwitchResultsPage {
  items: Switch[]
  nextPage?: string | null
}

export interface SwitchVlanInterfaceConfig {
  interfaceConfigId: string
  vlanId: number
}

export interface SystemIssue {
  kind: SystemIssueKind
  severity: SystemIssueSeverity
  id: string
  name: string
  message: string
  siloName?: Name | null
  projectName?: Name | null
  switchPortId?: string | null
  timeBegan?: Date | null
  acknowledgement?: IssueAcknowledgement | null
}

export type SystemIssueKind = 'alert_deliveries' | 'bfd_session' | 'bgp_session' | 'certificate' | 'disk' | 'ip_pool' | 'machine' | 'physical_disk' | 'platform' | 'quota' | 'rack' | 'reconciliation' | 'release_component' | 'saga' | 'sled' | 'storage' | 'support_bundle' | 'switch' | 'task' | 'uninitialized_sled'

export type SystemIssueSeverity = 'critical' | 'warning'

export interface SystemIssues {
  issues: SystemIssue[]
  truncated: SystemIssueKind[]
}

export type SystemMetricName = 'virtual_disk_space_provisioned' | 'cpus_provisioned' | 'ram_provisioned'

export interface SystemOverview {
  silos: number
  instances: InstancesInState[]
  sleds: {
    inService: number
    unreachable: number
    expunged: number
    hardwareThreads: number
    physicalRam: ByteCount
    provisionableVcpus?: number
    provisionableStorage?: ByteCount | null
  }
  utilization: Utilization
  trend: UsageSample[]
}

export interface Table {
  name: string
  timeseries: Record<string, Timeseries>
}

export interface TargetRelease {
  generation: number | bigint
  releaseSource: TargetReleaseSource
  timeRequested: Date
  components: ReleaseComponent[]
}

export type TargetReleaseSource =
  | { type: 'unspecified' }
  | { type: 'system_version'; version: string }

export type TimeAndIdSortMode = 'ascending' | 'descending'

export interface Timeseries {
  fields: Record<string, FieldValue>
  points: Points
}

export interface TimeseriesDescription {
  metric: string
  target: string
}

export type TimeseriesName = string

export interface TimeseriesQuery {
  query: string
}

export interface TimeseriesSchema {
  description: TimeseriesDescription
  authzScope: AuthzScope
  created: string
  datumType: DatumType
  fieldSchema: FieldSchema[]
  timeseriesName: TimeseriesName
  units: Units
  version: number
}

export interface TimeseriesSchemaResultsPage {
  items: TimeseriesSchema[]
  nextPage?: string | null
}

export interface TufArtifactMeta {
  id: ArtifactId
  hash: string
  size: number | bigint
}

export interface TufRepoDescription {
  artifacts: TufArtifactMeta[]
  repo: TufRepoMeta
}

export interface TufRepoGetResponse {
  description: TufRepoDescription
}

export interface TufRepoInsertResponse {
  recorded: TufRepoDescription
  status: TufRepoInsertStatus
}

export type TufRepoInsertStatus = 'already_exists' | 'inserted'

export interface TufRepoMeta {
  fileName: string
  hash: string
  systemVersion: string
  targetsRoleVersion: number | bigint
  validUntil: string
}

export interface TxEqConfig {
  main?: number | null
  post1?: number | null
  post2?: number | null
  pre1?: number | null
  pre2?: number | null
}

export interface UninitializedSled {
  baseboard: Baseboard
  cubby: number
  rackId: string
  timeAdding?: Date | null
}

export interface UninitializedSledId {
  part: string
  serial: string
}

export interface UninitializedSledResultsPage {
  items: UninitializedSled[]
  nextPage?: string | null
}

export type Units = 'count' | 'bytes' | 'seconds' | 'nanoseconds' | 'volts' | 'amps' | 'watts' | 'degrees_celsius' | 'none' | 'rpm'

export interface UpdatesTrustRoot {
  id: string
  rootRole: unknown
  timeCreated: Date
}

export interface UpdatesTrustRootResultsPage {
  items: UpdatesTrustRoot[]
  nextPage?: string | null
}

export interface UsageSample {
  cpus: number | bigint
  memory: ByteCount
  storage: ByteCount
  timestamp: Date
}

export interface User {
  id: string
  displayName: string
  siloId: string
  groupIds: string[]
}

export interface UserBuiltin {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
}

export interface UserBuiltinResultsPage {
  items: UserBuiltin[]
  nextPage?: string | null
}

export interface UserCreate {
  externalId: UserId
  password: UserPassword
}

export type UserId = Name

export type UserPassword =
  | { mode: 'password'; value: Password }
  | { mode: 'login_disallowed' }

export interface UserResultsPage {
  items: User[]
  nextPage?: string | null
}

export interface UsernamePasswordCredentials {
  password: Password
  username: UserId
}

export interface Utilization {
  capacity: VirtualResourceCounts
  provisioned: VirtualResourceCounts
  hardwareLeft?: VirtualResourceCounts
}

export type ValueArray =
  | { type: 'integer'; values: (number | bigint | null)[] }
  | { type: 'double'; values: (number | null)[] }
  | { type: 'boolean'; values: (boolean | null)[] }
  | { type: 'string'; values: (string | null)[] }
  | { type: 'integer_distribution'; values: (Distributionint64 | null)[] }
  | { type: 'double_distribution'; values: (Distributiondouble | null)[] }

export interface Values {
  metricType: MetricType
  values: ValueArray
}

export interface VirtualResourceCounts {
  cpus: number | bigint
  memory: ByteCount
  storage: ByteCount
}

export type Vni = number

export interface Vpc {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  deletionLocked?: boolean
  dnsName: Name
  firewallRuleCount?: number
  ipv6Prefix: Ipv6Net
  projectId: string
  systemRouterId: string
}

export interface VpcCreate {
  name: Name
  description: string
  dnsName: Name
  ipv6Prefix?: Ipv6Net | null
}

export interface VpcFirewallIcmpFilter {
  code?: IcmpParamRange | null
  icmpType: number
}

export interface VpcFirewallRule {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  action: VpcFirewallRuleAction
  direction: VpcFirewallRuleDirection
  filters: VpcFirewallRuleFilter
  priority: number
  status: VpcFirewallRuleStatus
  targets: VpcFirewallRuleTarget[]
  vpcId: string
}

export type VpcFirewallRuleAction = 'allow' | 'deny'

export type VpcFirewallRuleDirection = 'inbound' | 'outbound'

export interface VpcFirewallRuleFilter {
  hosts?: VpcFirewallRuleHostFilter[] | null
  ports?: L4PortRange[] | null
  protocols?: VpcFirewallRuleProtocol[] | null
}

export type VpcFirewallRuleHostFilter =
  | { type: 'vpc'; value: Name }
  | { type: 'subnet'; value: Name }
  | { type: 'instance'; value: Name }
  | { type: 'ip'; value: string }
  | { type: 'ip_net'; value: IpNet }

export type VpcFirewallRuleProtocol =
  | { type: 'tcp' }
  | { type: 'udp' }
  | { type: 'icmp'; value: VpcFirewallIcmpFilter | null }

export type VpcFirewallRuleStatus = 'disabled' | 'enabled'

export type VpcFirewallRuleTarget =
  | { type: 'vpc'; value: Name }
  | { type: 'subnet'; value: Name }
  | { type: 'instance'; value: Name }
  | { type: 'ip'; value: string }
  | { type: 'ip_net'; value: IpNet }

export interface VpcFirewallRuleUpdate {
  name: Name
  description: string
  action: VpcFirewallRuleAction
  direction: VpcFirewallRuleDirection
  filters: VpcFirewallRuleFilter
  priority: number
  status: VpcFirewallRuleStatus
  targets: VpcFirewallRuleTarget[]
}

export interface VpcFirewallRuleUpdateParams {
  rules?: VpcFirewallRuleUpdate[]
}

export interface VpcFirewallRules {
  rules: VpcFirewallRule[]
}

export interface VpcResultsPage {
  items: Vpc[]
  nextPage?: string | null
}

export interface VpcRouter {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  kind: VpcRouterKind
  routes?: VpcRouterListedRoute[]
  vpcId: string
}

export interface VpcRouterCreate {
  name: Name
  description: string
}

export type VpcRouterKind = 'system' | 'custom'

export interface VpcRouterListedRoute {
  id: string
  name: Name
  kind: RouterRouteKind
  destination: RouteDestination
  target: RouteTarget
}

export interface VpcRouterResultsPage {
  items: VpcRouter[]
  nextPage?: string | null
}

export interface VpcRouterUpdate {
  name?: Name | null
  description?: string | null
}

export interface VpcSubnet {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  customRouterId?: string | null
  ipv4Block: Ipv4Net
  ipv6Block: Ipv6Net
  networkInterfaceCount?: number
  vpcId: string
}

export interface VpcSubnetCreate {
  name: Name
  description: string
  customRouter?: NameOrId | null
  ipv4Block: Ipv4Net
  ipv6Block?: Ipv6Net | null
}

export interface VpcSubnetResultsPage {
  items: VpcSubnet[]
  nextPage?: string | null
}

export interface VpcSubnetUpdate {
  name?: Name | null
  description?: string | null
  customRouter?: NameOrId | null
}

export interface VpcUpdate {
  name?: Name | null
  description?: string | null
  dnsName?: Name | null
}

export interface WebhookCreate {
  name: Name
  description: string
  endpoint: string
  secrets: string[]
  subscriptions?: AlertSubscription[]
}

export interface WebhookDeliveryAttempt {
  attempt: number
  response?: WebhookDeliveryResponse | null
  result: WebhookDeliveryAttemptResult
  timeSent: Date
}

export type WebhookDeliveryAttemptResult = 'succeeded' | 'failed_http_error' | 'failed_unreachable' | 'failed_timeout'

export interface WebhookDeliveryResponse {
  durationMs: number
  status: number
}

export interface WebhookReceiver {
  id: string
  name: Name
  description: string
  timeCreated: Date
  timeModified: Date
  endpoint: string
  secrets: WebhookSecret[]
  subscriptions: AlertSubscription[]
}

export interface WebhookReceiverUpdate {
  name?: Name | null
  description?: string | null
  endpoint?: string | null
}

export interface WebhookSecret {
  id: string
  timeCreated: Date
}

export interface WebhookSecretCreate {
  secret: string
}

export interface WebhookSecrets {
  secrets: WebhookSecret[]
}
