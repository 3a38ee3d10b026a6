// Made by tools/generate.mjs from the contract. Do not edit.

import type { CallOptions, NoRequest, Result } from './client.ts'
import type {
  AddressLotBlockResultsPage,
  AddressLotCreate,
  AddressLotCreateResponse,
  AddressLotResultsPage,
  AffinityGroup,
  AffinityGroupCreate,
  AffinityGroupMember,
  AffinityGroupMemberResultsPage,
  AffinityGroupResultsPage,
  AffinityGroupUpdate,
  AggregateBgpMessageHistory,
  AlertClassResultsPage,
  AlertDeliveryId,
  AlertDeliveryResultsPage,
  AlertProbeResult,
  AlertReceiver,
  AlertReceiverResultsPage,
  AlertSubscription,
  AlertSubscriptionCreate,
  AlertSubscriptionCreated,
  AllowList,
  AllowListUpdate,
  AntiAffinityGroup,
  AntiAffinityGroupCreate,
  AntiAffinityGroupMember,
  AntiAffinityGroupMemberResultsPage,
  AntiAffinityGroupResultsPage,
  AntiAffinityGroupUpdate,
  AuditFormat,
  AuditLogEntry,
  AuditLogEntryResultsPage,
  AuditOutcome,
  BfdSessionDisable,
  BfdSessionEnable,
  BfdStatus,
  BgpAnnounceSet,
  BgpAnnounceSetCreate,
  BgpAnnouncement,
  BgpConfig,
  BgpConfigCreate,
  BgpConfigResultsPage,
  BgpExported,
  BgpImportedRouteIpv4,
  BgpPeerStatus,
  Certificate,
  CertificateCreate,
  CertificateResultsPage,
  ConsoleSessionResultsPage,
  CurrentUser,
  DeviceAccessTokenRequest,
  DeviceAccessTokenResultsPage,
  DeviceAuthRequest,
  DeviceAuthVerify,
  Disk,
  DiskCreate,
  DiskMetricName,
  DiskPath,
  DiskResultsPage,
  EphemeralIpCreate,
  ExternalIp,
  ExternalIpResultsPage,
  FinalizeDisk,
  FleetRolePolicy,
  FloatingIp,
  FloatingIpAttach,
  FloatingIpCreate,
  FloatingIpResultsPage,
  FloatingIpUpdate,
  Group,
  GroupResultsPage,
  IdSortMode,
  IdentityProviderResultsPage,
  Image,
  ImageCreate,
  ImageResultsPage,
  ImportBlocksBulkWrite,
  Instance,
  InstanceCreate,
  InstanceNetworkInterface,
  InstanceNetworkInterfaceCreate,
  InstanceNetworkInterfaceResultsPage,
  InstanceNetworkInterfaceUpdate,
  InstanceResultsPage,
  InstanceSerialConsoleData,
  InstanceUpdate,
  InternetGateway,
  InternetGatewayCreate,
  InternetGatewayIpAddress,
  InternetGatewayIpAddressCreate,
  InternetGatewayIpAddressResultsPage,
  InternetGatewayIpPool,
  InternetGatewayIpPoolCreate,
  InternetGatewayIpPoolResultsPage,
  InternetGatewayResultsPage,
  IpPool,
  IpPoolCreate,
  IpPoolLinkSilo,
  IpPoolRange,
  IpPoolRangeResultsPage,
  IpPoolResultsPage,
  IpPoolSiloLink,
  IpPoolSiloLinkResultsPage,
  IpPoolSiloUpdate,
  IpPoolUpdate,
  IpPoolUtilization,
  IpRange,
  IssueAcknowledge,
  IssueAcknowledgement,
  LldpLinkConfig,
  LldpNeighborResultsPage,
  LoopbackAddress,
  LoopbackAddressCreate,
  LoopbackAddressResultsPage,
  MeasurementResultsPage,
  Name,
  NameOrId,
  NameOrIdSortMode,
  NameSortMode,
  OxqlQueryResult,
  PaginationOrder,
  PhysicalDisk,
  PhysicalDiskResultsPage,
  Ping,
  Probe,
  ProbeCreate,
  ProbeInfo,
  ProbeInfoResultsPage,
  Project,
  ProjectCreate,
  ProjectResultsPage,
  ProjectRolePolicy,
  ProjectUpdate,
  Rack,
  RackResultsPage,
  Role,
  RoleResultsPage,
  RouterRoute,
  RouterRouteCreate,
  RouterRouteResultsPage,
  RouterRouteUpdate,
  Saga,
  SagaResultsPage,
  SamlIdentityProvider,
  SamlIdentityProviderCreate,
  ServiceIcmpConfig,
  SetTargetReleaseParams,
  Silo,
  SiloAuthSettings,
  SiloAuthSettingsUpdate,
  SiloCreate,
  SiloIpPool,
  SiloIpPoolResultsPage,
  SiloQuotas,
  SiloQuotasResultsPage,
  SiloQuotasUpdate,
  SiloResultsPage,
  SiloRolePolicy,
  SiloUtilization,
  SiloUtilizationResultsPage,
  Sled,
  SledId,
  SledInstanceResultsPage,
  SledProvisionPolicyParams,
  SledProvisionPolicyResponse,
  SledResultsPage,
  Snapshot,
  SnapshotCreate,
  SnapshotResultsPage,
  SshKey,
  SshKeyCreate,
  SshKeyResultsPage,
  SupportBundleFile,
  SupportBundleInfo,
  SupportBundleInfoResultsPage,
  Switch,
  SwitchLinkState,
  SwitchPortApplySettings,
  SwitchPortLink,
  SwitchPortResultsPage,
  SwitchPortSettings,
  SwitchPortSettingsCreate,
  SwitchPortSettingsIdentityResultsPage,
  SwitchResultsPage,
  SystemIssueKind,
  SystemIssues,
  SystemMetricName,
  TargetRelease,
  TimeAndIdSortMode,
  TimeseriesQuery,
  TimeseriesSchemaResultsPage,
  TufRepoGetResponse,
  TufRepoInsertResponse,
  UninitializedSledId,
  UninitializedSledResultsPage,
  UpdatesTrustRoot,
  UpdatesTrustRootResultsPage,
  User,
  UserBuiltin,
  UserBuiltinResultsPage,
  UserCreate,
  UserPassword,
  UserResultsPage,
  UsernamePasswordCredentials,
  Utilization,
  Vpc,
  VpcCreate,
  VpcFirewallRuleUpdateParams,
  VpcFirewallRules,
  VpcResultsPage,
  VpcRouter,
  VpcRouterCreate,
  VpcRouterResultsPage,
  VpcRouterUpdate,
  VpcSubnet,
  VpcSubnetCreate,
  VpcSubnetResultsPage,
  VpcSubnetUpdate,
  VpcUpdate,
  WebhookCreate,
  WebhookReceiver,
  WebhookReceiverUpdate,
  WebhookSecret,
  WebhookSecretCreate,
  WebhookSecrets,
} from './types.gen.ts'

/** Every operation that answers over plain HTTP. */
export interface Api {
  affinityGroupCreate(request: { query: { project: NameOrId }; body: AffinityGroupCreate }, options?: CallOptions): Promise<Result<AffinityGroup>>
  affinityGroupDelete(request: { path: { affinityGroup: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  affinityGroupList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<AffinityGroupResultsPage>>
  affinityGroupMemberInstanceAdd(request: { path: { affinityGroup: NameOrId; instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<AffinityGroupMember>>
  affinityGroupMemberInstanceDelete(request: { path: { affinityGroup: NameOrId; instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  affinityGroupMemberInstanceView(request: { path: { affinityGroup: NameOrId; instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<AffinityGroupMember>>
  affinityGroupMemberList(request: { path: { affinityGroup: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<AffinityGroupMemberResultsPage>>
  affinityGroupUpdate(request: { path: { affinityGroup: NameOrId }; query?: { project?: NameOrId }; body: AffinityGroupUpdate }, options?: CallOptions): Promise<Result<AffinityGroup>>
  affinityGroupView(request: { path: { affinityGroup: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<AffinityGroup>>
  antiAffinityGroupCreate(request: { query: { project: NameOrId }; body: AntiAffinityGroupCreate }, options?: CallOptions): Promise<Result<AntiAffinityGroup>>
  antiAffinityGroupDelete(request: { path: { antiAffinityGroup: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  antiAffinityGroupList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<AntiAffinityGroupResultsPage>>
  antiAffinityGroupMemberInstanceAdd(request: { path: { antiAffinityGroup: NameOrId; instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<AntiAffinityGroupMember>>
  antiAffinityGroupMemberInstanceDelete(request: { path: { antiAffinityGroup: NameOrId; instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  antiAffinityGroupMemberInstanceView(request: { path: { antiAffinityGroup: NameOrId; instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<AntiAffinityGroupMember>>
  antiAffinityGroupMemberList(request: { path: { antiAffinityGroup: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<AntiAffinityGroupMemberResultsPage>>
  antiAffinityGroupUpdate(request: { path: { antiAffinityGroup: NameOrId }; query?: { project?: NameOrId }; body: AntiAffinityGroupUpdate }, options?: CallOptions): Promise<Result<AntiAffinityGroup>>
  antiAffinityGroupView(request: { path: { antiAffinityGroup: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<AntiAffinityGroup>>
  instanceAffinityGroupList(request: { path: { instance: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<AffinityGroupResultsPage>>
  instanceAntiAffinityGroupList(request: { path: { instance: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<AntiAffinityGroupResultsPage>>
  diskBulkWriteImport(request: { path: { disk: NameOrId }; query?: { project?: NameOrId }; body: ImportBlocksBulkWrite }, options?: CallOptions): Promise<Result<undefined>>
  diskBulkWriteImportStart(request: { path: { disk: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  diskBulkWriteImportStop(request: { path: { disk: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  diskCreate(request: { query: { project: NameOrId }; body: DiskCreate }, options?: CallOptions): Promise<Result<Disk>>
  diskDelete(request: { path: { disk: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  diskFinalizeImport(request: { path: { disk: NameOrId }; query?: { project?: NameOrId }; body: FinalizeDisk }, options?: CallOptions): Promise<Result<undefined>>
  diskList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<DiskResultsPage>>
  diskMetricsList(request: { path: { disk: NameOrId; metric: DiskMetricName }; query?: { limit?: number; pageToken?: string; startTime?: Date; endTime?: Date; order?: PaginationOrder; project?: NameOrId } }, options?: CallOptions): Promise<Result<MeasurementResultsPage>>
  diskView(request: { path: { disk: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Disk>>
  imageCreate(request: { query?: { project?: NameOrId }; body: ImageCreate }, options?: CallOptions): Promise<Result<Image>>
  imageDelete(request: { path: { image: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  imageDemote(request: { path: { image: NameOrId }; query: { project: NameOrId } }, options?: CallOptions): Promise<Result<Image>>
  imageList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<ImageResultsPage>>
  imagePromote(request: { path: { image: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Image>>
  imageView(request: { path: { image: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Image>>
  instanceCreate(request: { query: { project: NameOrId }; body: InstanceCreate }, options?: CallOptions): Promise<Result<Instance>>
  instanceDelete(request: { path: { instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  instanceDiskAttach(request: { path: { instance: NameOrId }; query?: { project?: NameOrId }; body: DiskPath }, options?: CallOptions): Promise<Result<Disk>>
  instanceDiskDetach(request: { path: { instance: NameOrId }; query?: { project?: NameOrId }; body: DiskPath }, options?: CallOptions): Promise<Result<Disk>>
  instanceDiskList(request: { path: { instance: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<DiskResultsPage>>
  instanceList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<InstanceResultsPage>>
  instanceReboot(request: { path: { instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Instance>>
  instanceSerialConsole(request: { path: { instance: NameOrId }; query?: { fromStart?: number | bigint; maxBytes?: number | bigint; mostRecent?: number | bigint; project?: NameOrId } }, options?: CallOptions): Promise<Result<InstanceSerialConsoleData>>
  instanceSshPublicKeyList(request: { path: { instance: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<SshKeyResultsPage>>
  instanceStart(request: { path: { instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Instance>>
  instanceStop(request: { path: { instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Instance>>
  instanceUpdate(request: { path: { instance: NameOrId }; query?: { project?: NameOrId }; body: InstanceUpdate }, options?: CallOptions): Promise<Result<Instance>>
  instanceView(request: { path: { instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Instance>>
  probeCreate(request: { query: { project: NameOrId }; body: ProbeCreate }, options?: CallOptions): Promise<Result<Probe>>
  probeDelete(request: { path: { probe: NameOrId }; query: { project: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  probeList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<ProbeInfoResultsPage>>
  probeView(request: { path: { probe: NameOrId }; query: { project: NameOrId } }, options?: CallOptions): Promise<Result<ProbeInfo>>
  projectCreate(request: { body: ProjectCreate }, options?: CallOptions): Promise<Result<Project>>
  projectDelete(request: { path: { project: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  projectList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode } }, options?: CallOptions): Promise<Result<ProjectResultsPage>>
  projectUpdate(request: { path: { project: NameOrId }; body: ProjectUpdate }, options?: CallOptions): Promise<Result<Project>>
  projectView(request: { path: { project: NameOrId } }, options?: CallOptions): Promise<Result<Project>>
  snapshotCreate(request: { query: { project: NameOrId }; body: SnapshotCreate }, options?: CallOptions): Promise<Result<Snapshot>>
  snapshotDelete(request: { path: { snapshot: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  snapshotList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<SnapshotResultsPage>>
  snapshotView(request: { path: { snapshot: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Snapshot>>
  networkingAddressLotBlockList(request: { path: { addressLot: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<AddressLotBlockResultsPage>>
  networkingAddressLotCreate(request: { body: AddressLotCreate }, options?: CallOptions): Promise<Result<AddressLotCreateResponse>>
  networkingAddressLotDelete(request: { path: { addressLot: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  networkingAddressLotList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode } }, options?: CallOptions): Promise<Result<AddressLotResultsPage>>
  alertClassList(request?: { query?: { limit?: number; pageToken?: string; filter?: AlertSubscription } }, options?: CallOptions): Promise<Result<AlertClassResultsPage>>
  alertDeliveryList(request: { path: { receiver: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: TimeAndIdSortMode; delivered?: boolean; failed?: boolean; pending?: boolean } }, options?: CallOptions): Promise<Result<AlertDeliveryResultsPage>>
  alertDeliveryResend(request: { path: { alertId: string }; query: { receiver: NameOrId } }, options?: CallOptions): Promise<Result<AlertDeliveryId>>
  alertProbeList(request: { path: { receiver: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: TimeAndIdSortMode } }, options?: CallOptions): Promise<Result<AlertDeliveryResultsPage>>
  alertReceiverDelete(request: { path: { receiver: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  alertReceiverList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode } }, options?: CallOptions): Promise<Result<AlertReceiverResultsPage>>
  alertReceiverProbe(request: { path: { receiver: NameOrId }; query?: { resend?: boolean } }, options?: CallOptions): Promise<Result<AlertProbeResult>>
  alertReceiverSubscriptionAdd(request: { path: { receiver: NameOrId }; body: AlertSubscriptionCreate }, options?: CallOptions): Promise<Result<AlertSubscriptionCreated>>
  alertReceiverSubscriptionRemove(request: { path: { receiver: NameOrId; subscription: AlertSubscription } }, options?: CallOptions): Promise<Result<undefined>>
  alertReceiverView(request: { path: { receiver: NameOrId } }, options?: CallOptions): Promise<Result<AlertReceiver>>
  networkingAllowListUpdate(request: { body: AllowListUpdate }, options?: CallOptions): Promise<Result<AllowList>>
  networkingAllowListView(request?: NoRequest, options?: CallOptions): Promise<Result<AllowList>>
  auditLogEntryView(request: { path: { entryId: string } }, options?: CallOptions): Promise<Result<AuditLogEntry>>
  auditLogExport(request?: { query?: { format?: AuditFormat; startTime?: Date; endTime?: Date; actorId?: string; siloId?: string; operation?: string; target?: string; outcome?: AuditOutcome } }, options?: CallOptions): Promise<Result<Blob>>
  auditLogList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: TimeAndIdSortMode; startTime?: Date; endTime?: Date; actorId?: string; siloId?: string; operation?: string; target?: string; outcome?: AuditOutcome } }, options?: CallOptions): Promise<Result<AuditLogEntryResultsPage>>
  networkingBfdDisable(request: { body: BfdSessionDisable }, options?: CallOptions): Promise<Result<undefined>>
  networkingBfdEnable(request: { body: BfdSessionEnable }, options?: CallOptions): Promise<Result<undefined>>
  networkingBfdStatus(request?: NoRequest, options?: CallOptions): Promise<Result<BfdStatus[]>>
  networkingBgpAnnounceSetDelete(request: { path: { announceSet: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  networkingBgpAnnounceSetList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode } }, options?: CallOptions): Promise<Result<BgpAnnounceSet[]>>
  networkingBgpAnnounceSetUpdate(request: { body: BgpAnnounceSetCreate }, options?: CallOptions): Promise<Result<BgpAnnounceSet>>
  networkingBgpAnnouncementList(request: { path: { announceSet: NameOrId } }, options?: CallOptions): Promise<Result<BgpAnnouncement[]>>
  networkingBgpConfigCreate(request: { body: BgpConfigCreate }, options?: CallOptions): Promise<Result<BgpConfig>>
  networkingBgpConfigDelete(request: { query: { nameOrId: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  networkingBgpConfigList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode } }, options?: CallOptions): Promise<Result<BgpConfigResultsPage>>
  networkingBgpExported(request?: NoRequest, options?: CallOptions): Promise<Result<BgpExported>>
  networkingBgpImportedRoutesIpv4(request: { query: { asn: number } }, options?: CallOptions): Promise<Result<BgpImportedRouteIpv4[]>>
  networkingBgpMessageHistory(request: { query: { asn: number } }, options?: CallOptions): Promise<Result<AggregateBgpMessageHistory>>
  networkingBgpStatus(request?: NoRequest, options?: CallOptions): Promise<Result<BgpPeerStatus[]>>
  networkingInboundIcmpUpdate(request: { body: ServiceIcmpConfig }, options?: CallOptions): Promise<Result<undefined>>
  networkingInboundIcmpView(request?: NoRequest, options?: CallOptions): Promise<Result<ServiceIcmpConfig>>
  systemIssueAcknowledge(request: { path: { issueKind: SystemIssueKind; issueId: string }; body: IssueAcknowledge }, options?: CallOptions): Promise<Result<IssueAcknowledgement>>
  systemIssueUnacknowledge(request: { path: { issueKind: SystemIssueKind; issueId: string } }, options?: CallOptions): Promise<Result<undefined>>
  systemIssuesView(request?: NoRequest, options?: CallOptions): Promise<Result<SystemIssues>>
  networkingLoopbackAddressCreate(request: { body: LoopbackAddressCreate }, options?: CallOptions): Promise<Result<LoopbackAddress>>
  networkingLoopbackAddressDelete(request: { path: { rackId: string; switchLocation: Name; address: string; subnetMask: number } }, options?: CallOptions): Promise<Result<undefined>>
  networkingLoopbackAddressList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<LoopbackAddressResultsPage>>
  siloMetric(request: { path: { metricName: SystemMetricName }; query?: { limit?: number; pageToken?: string; startTime?: Date; endTime?: Date; order?: PaginationOrder; project?: NameOrId } }, options?: CallOptions): Promise<Result<MeasurementResultsPage>>
  systemMetric(request: { path: { metricName: SystemMetricName }; query?: { limit?: number; pageToken?: string; startTime?: Date; endTime?: Date; order?: PaginationOrder; silo?: NameOrId } }, options?: CallOptions): Promise<Result<MeasurementResultsPage>>
  systemTimeseriesQuery(request: { body: TimeseriesQuery }, options?: CallOptions): Promise<Result<OxqlQueryResult>>
  systemTimeseriesSchemaList(request?: { query?: { limit?: number; pageToken?: string } }, options?: CallOptions): Promise<Result<TimeseriesSchemaResultsPage>>
  timeseriesQuery(request: { query: { project: NameOrId }; body: TimeseriesQuery }, options?: CallOptions): Promise<Result<OxqlQueryResult>>
  physicalDiskList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<PhysicalDiskResultsPage>>
  physicalDiskView(request: { path: { diskId: string } }, options?: CallOptions): Promise<Result<PhysicalDisk>>
  rackList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<RackResultsPage>>
  rackView(request: { path: { rackId: string } }, options?: CallOptions): Promise<Result<Rack>>
  sagaList(request?: { query?: { limit?: number; pageToken?: string } }, options?: CallOptions): Promise<Result<SagaResultsPage>>
  sagaRetry(request: { path: { sagaId: string } }, options?: CallOptions): Promise<Result<Saga>>
  sagaView(request: { path: { sagaId: string } }, options?: CallOptions): Promise<Result<Saga>>
  sledAdd(request: { body: UninitializedSledId }, options?: CallOptions): Promise<Result<SledId>>
  sledInstanceList(request: { path: { sledId: string }; query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<SledInstanceResultsPage>>
  sledList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<SledResultsPage>>
  sledListUninitialized(request?: { query?: { limit?: number; pageToken?: string } }, options?: CallOptions): Promise<Result<UninitializedSledResultsPage>>
  sledPhysicalDiskList(request: { path: { sledId: string }; query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<PhysicalDiskResultsPage>>
  sledSetProvisionPolicy(request: { path: { sledId: string }; body: SledProvisionPolicyParams }, options?: CallOptions): Promise<Result<SledProvisionPolicyResponse>>
  sledView(request: { path: { sledId: string } }, options?: CallOptions): Promise<Result<Sled>>
  ping(request?: NoRequest, options?: CallOptions): Promise<Result<Ping>>
  supportBundleCreate(request?: NoRequest, options?: CallOptions): Promise<Result<SupportBundleInfo>>
  supportBundleDelete(request: { path: { bundleId: string } }, options?: CallOptions): Promise<Result<undefined>>
  supportBundleDownload(request: { path: { bundleId: string } }, options?: CallOptions): Promise<Result<Blob>>
  supportBundleDownloadFile(request: { path: { bundleId: string; file: string } }, options?: CallOptions): Promise<Result<Blob>>
  supportBundleFileList(request: { path: { bundleId: string } }, options?: CallOptions): Promise<Result<SupportBundleFile[]>>
  supportBundleHead(request: { path: { bundleId: string } }, options?: CallOptions): Promise<Result<Blob>>
  supportBundleHeadFile(request: { path: { bundleId: string; file: string } }, options?: CallOptions): Promise<Result<Blob>>
  supportBundleIndex(request: { path: { bundleId: string } }, options?: CallOptions): Promise<Result<Blob>>
  supportBundleList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: TimeAndIdSortMode } }, options?: CallOptions): Promise<Result<SupportBundleInfoResultsPage>>
  supportBundleView(request: { path: { bundleId: string } }, options?: CallOptions): Promise<Result<SupportBundleInfo>>
  networkingSwitchPortApplySettings(request: { path: { port: Name }; query: { rackId: string; switchLocation: Name }; body: SwitchPortApplySettings }, options?: CallOptions): Promise<Result<undefined>>
  networkingSwitchPortClearSettings(request: { path: { port: Name }; query: { rackId: string; switchLocation: Name } }, options?: CallOptions): Promise<Result<undefined>>
  networkingSwitchPortLinkList(request?: NoRequest, options?: CallOptions): Promise<Result<SwitchPortLink[]>>
  networkingSwitchPortList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode; switchPortId?: string } }, options?: CallOptions): Promise<Result<SwitchPortResultsPage>>
  networkingSwitchPortLldpConfigUpdate(request: { path: { port: Name }; query: { rackId: string; switchLocation: Name }; body: LldpLinkConfig }, options?: CallOptions): Promise<Result<undefined>>
  networkingSwitchPortLldpConfigView(request: { path: { port: Name }; query: { rackId: string; switchLocation: Name } }, options?: CallOptions): Promise<Result<LldpLinkConfig>>
  networkingSwitchPortLldpNeighbors(request: { path: { rackId: string; switchLocation: Name; port: Name }; query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<LldpNeighborResultsPage>>
  networkingSwitchPortSettingsCreate(request: { body: SwitchPortSettingsCreate }, options?: CallOptions): Promise<Result<SwitchPortSettings>>
  networkingSwitchPortSettingsDelete(request?: { query?: { portSettings?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  networkingSwitchPortSettingsList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; portSettings?: NameOrId } }, options?: CallOptions): Promise<Result<SwitchPortSettingsIdentityResultsPage>>
  networkingSwitchPortSettingsView(request: { path: { port: NameOrId } }, options?: CallOptions): Promise<Result<SwitchPortSettings>>
  networkingSwitchPortStatus(request: { path: { port: Name }; query: { rackId: string; switchLocation: Name } }, options?: CallOptions): Promise<Result<SwitchLinkState>>
  switchList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<SwitchResultsPage>>
  switchView(request: { path: { switchId: string } }, options?: CallOptions): Promise<Result<Switch>>
  systemUpdateGetRepository(request: { path: { systemVersion: string } }, options?: CallOptions): Promise<Result<TufRepoGetResponse>>
  systemUpdatePutRepository(request: { query: { fileName: string }; body: BodyInit }, options?: CallOptions): Promise<Result<TufRepoInsertResponse>>
  systemUpdateTrustRootCreate(request: { body: unknown }, options?: CallOptions): Promise<Result<UpdatesTrustRoot>>
  systemUpdateTrustRootDelete(request: { path: { trustRootId: string } }, options?: CallOptions): Promise<Result<undefined>>
  systemUpdateTrustRootList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<UpdatesTrustRootResultsPage>>
  systemUpdateTrustRootView(request: { path: { trustRootId: string } }, options?: CallOptions): Promise<Result<UpdatesTrustRoot>>
  targetReleaseUpdate(request: { body: SetTargetReleaseParams }, options?: CallOptions): Promise<Result<TargetRelease>>
  targetReleaseView(request?: NoRequest, options?: CallOptions): Promise<Result<TargetRelease>>
  webhookReceiverCreate(request: { body: WebhookCreate }, options?: CallOptions): Promise<Result<WebhookReceiver>>
  webhookReceiverUpdate(request: { path: { receiver: NameOrId }; body: WebhookReceiverUpdate }, options?: CallOptions): Promise<Result<undefined>>
  webhookSecretsAdd(request: { query: { receiver: NameOrId }; body: WebhookSecretCreate }, options?: CallOptions): Promise<Result<WebhookSecret>>
  webhookSecretsDelete(request: { path: { secretId: string } }, options?: CallOptions): Promise<Result<undefined>>
  webhookSecretsList(request: { query: { receiver: NameOrId } }, options?: CallOptions): Promise<Result<WebhookSecrets>>
  currentUserAccessTokenDelete(request: { path: { tokenId: string } }, options?: CallOptions): Promise<Result<undefined>>
  currentUserAccessTokenList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<DeviceAccessTokenResultsPage>>
  authSettingsUpdate(request: { body: SiloAuthSettingsUpdate }, options?: CallOptions): Promise<Result<SiloAuthSettings>>
  authSettingsView(request?: NoRequest, options?: CallOptions): Promise<Result<SiloAuthSettings>>
  certificateCreate(request: { body: CertificateCreate }, options?: CallOptions): Promise<Result<Certificate>>
  certificateDelete(request: { path: { certificate: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  certificateList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode } }, options?: CallOptions): Promise<Result<CertificateResultsPage>>
  certificateView(request: { path: { certificate: NameOrId } }, options?: CallOptions): Promise<Result<Certificate>>
  groupList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<GroupResultsPage>>
  groupView(request: { path: { groupId: string } }, options?: CallOptions): Promise<Result<Group>>
  samlIdentityProviderCreate(request: { query: { silo: NameOrId }; body: SamlIdentityProviderCreate }, options?: CallOptions): Promise<Result<SamlIdentityProvider>>
  samlIdentityProviderView(request: { path: { provider: NameOrId }; query?: { silo?: NameOrId } }, options?: CallOptions): Promise<Result<SamlIdentityProvider>>
  siloIdentityProviderList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; silo?: NameOrId } }, options?: CallOptions): Promise<Result<IdentityProviderResultsPage>>
  currentUserGroups(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<GroupResultsPage>>
  currentUserView(request?: NoRequest, options?: CallOptions): Promise<Result<CurrentUser>>
  policyUpdate(request: { body: SiloRolePolicy }, options?: CallOptions): Promise<Result<SiloRolePolicy>>
  policyView(request?: NoRequest, options?: CallOptions): Promise<Result<SiloRolePolicy>>
  projectPolicyUpdate(request: { path: { project: NameOrId }; body: ProjectRolePolicy }, options?: CallOptions): Promise<Result<ProjectRolePolicy>>
  projectPolicyView(request: { path: { project: NameOrId } }, options?: CallOptions): Promise<Result<ProjectRolePolicy>>
  siloPolicyUpdate(request: { path: { silo: NameOrId }; body: SiloRolePolicy }, options?: CallOptions): Promise<Result<SiloRolePolicy>>
  siloPolicyView(request: { path: { silo: NameOrId } }, options?: CallOptions): Promise<Result<SiloRolePolicy>>
  systemPolicyUpdate(request: { body: FleetRolePolicy }, options?: CallOptions): Promise<Result<FleetRolePolicy>>
  systemPolicyView(request?: NoRequest, options?: CallOptions): Promise<Result<FleetRolePolicy>>
  siloQuotasUpdate(request: { path: { silo: NameOrId }; body: SiloQuotasUpdate }, options?: CallOptions): Promise<Result<SiloQuotas>>
  siloQuotasView(request: { path: { silo: NameOrId } }, options?: CallOptions): Promise<Result<SiloQuotas>>
  systemQuotasList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<SiloQuotasResultsPage>>
  roleList(request?: { query?: { limit?: number; pageToken?: string } }, options?: CallOptions): Promise<Result<RoleResultsPage>>
  roleView(request: { path: { roleName: string } }, options?: CallOptions): Promise<Result<Role>>
  deviceAccessToken(request: { body: DeviceAccessTokenRequest }, options?: CallOptions): Promise<Result<Blob>>
  deviceAuthConfirm(request: { body: DeviceAuthVerify }, options?: CallOptions): Promise<Result<undefined>>
  deviceAuthRequest(request: { body: DeviceAuthRequest }, options?: CallOptions): Promise<Result<Blob>>
  loginLocal(request: { path: { siloName: Name }; body: UsernamePasswordCredentials }, options?: CallOptions): Promise<Result<undefined>>
  loginSaml(request: { path: { siloName: Name; providerName: Name }; body: BodyInit }, options?: CallOptions): Promise<Result<undefined>>
  logout(request?: NoRequest, options?: CallOptions): Promise<Result<undefined>>
  siloCreate(request: { body: SiloCreate }, options?: CallOptions): Promise<Result<Silo>>
  siloDelete(request: { path: { silo: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  siloList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode } }, options?: CallOptions): Promise<Result<SiloResultsPage>>
  siloView(request: { path: { silo: NameOrId } }, options?: CallOptions): Promise<Result<Silo>>
  currentUserSshKeyCreate(request: { body: SshKeyCreate }, options?: CallOptions): Promise<Result<SshKey>>
  currentUserSshKeyDelete(request: { path: { sshKey: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  currentUserSshKeyList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode } }, options?: CallOptions): Promise<Result<SshKeyResultsPage>>
  currentUserSshKeyView(request: { path: { sshKey: NameOrId } }, options?: CallOptions): Promise<Result<SshKey>>
  localIdpUserCreate(request: { query: { silo: NameOrId }; body: UserCreate }, options?: CallOptions): Promise<Result<User>>
  localIdpUserDelete(request: { path: { userId: string }; query: { silo: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  localIdpUserSetPassword(request: { path: { userId: string }; query: { silo: NameOrId }; body: UserPassword }, options?: CallOptions): Promise<Result<undefined>>
  siloUserList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode; silo?: NameOrId } }, options?: CallOptions): Promise<Result<UserResultsPage>>
  siloUserView(request: { path: { userId: string }; query: { silo: NameOrId } }, options?: CallOptions): Promise<Result<User>>
  userBuiltinList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameSortMode } }, options?: CallOptions): Promise<Result<UserBuiltinResultsPage>>
  userBuiltinView(request: { path: { user: NameOrId } }, options?: CallOptions): Promise<Result<UserBuiltin>>
  userList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode; group?: string } }, options?: CallOptions): Promise<Result<UserResultsPage>>
  userLogout(request: { path: { userId: string } }, options?: CallOptions): Promise<Result<undefined>>
  userSessionList(request: { path: { userId: string }; query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<ConsoleSessionResultsPage>>
  userTokenList(request: { path: { userId: string }; query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<DeviceAccessTokenResultsPage>>
  siloUtilizationList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode } }, options?: CallOptions): Promise<Result<SiloUtilizationResultsPage>>
  siloUtilizationView(request: { path: { silo: NameOrId } }, options?: CallOptions): Promise<Result<SiloUtilization>>
  utilizationView(request?: NoRequest, options?: CallOptions): Promise<Result<Utilization>>
  instanceEphemeralIpAttach(request: { path: { instance: NameOrId }; query?: { project?: NameOrId }; body: EphemeralIpCreate }, options?: CallOptions): Promise<Result<ExternalIp>>
  instanceEphemeralIpDetach(request: { path: { instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  instanceExternalIpList(request: { path: { instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<ExternalIpResultsPage>>
  vpcFirewallRulesUpdate(request: { query: { project?: NameOrId; vpc: NameOrId }; body: VpcFirewallRuleUpdateParams }, options?: CallOptions): Promise<Result<VpcFirewallRules>>
  vpcFirewallRulesView(request: { query: { project?: NameOrId; vpc: NameOrId } }, options?: CallOptions): Promise<Result<VpcFirewallRules>>
  floatingIpAttach(request: { path: { floatingIp: NameOrId }; query?: { project?: NameOrId }; body: FloatingIpAttach }, options?: CallOptions): Promise<Result<FloatingIp>>
  floatingIpCreate(request: { query: { project: NameOrId }; body: FloatingIpCreate }, options?: CallOptions): Promise<Result<FloatingIp>>
  floatingIpDelete(request: { path: { floatingIp: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  floatingIpDetach(request: { path: { floatingIp: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<FloatingIp>>
  floatingIpList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<FloatingIpResultsPage>>
  floatingIpUpdate(request: { path: { floatingIp: NameOrId }; query?: { project?: NameOrId }; body: FloatingIpUpdate }, options?: CallOptions): Promise<Result<FloatingIp>>
  floatingIpView(request: { path: { floatingIp: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<FloatingIp>>
  internetGatewayCreate(request: { query: { project?: NameOrId; vpc: NameOrId }; body: InternetGatewayCreate }, options?: CallOptions): Promise<Result<InternetGateway>>
  internetGatewayDelete(request: { path: { gateway: NameOrId }; query?: { cascade?: boolean; project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  internetGatewayIpAddressCreate(request: { query: { gateway: NameOrId; project?: NameOrId; vpc?: NameOrId }; body: InternetGatewayIpAddressCreate }, options?: CallOptions): Promise<Result<InternetGatewayIpAddress>>
  internetGatewayIpAddressDelete(request: { path: { address: NameOrId }; query?: { cascade?: boolean; gateway?: NameOrId; project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  internetGatewayIpAddressList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; gateway?: NameOrId; project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<InternetGatewayIpAddressResultsPage>>
  internetGatewayIpPoolCreate(request: { query: { gateway: NameOrId; project?: NameOrId; vpc?: NameOrId }; body: InternetGatewayIpPoolCreate }, options?: CallOptions): Promise<Result<InternetGatewayIpPool>>
  internetGatewayIpPoolDelete(request: { path: { pool: NameOrId }; query?: { cascade?: boolean; gateway?: NameOrId; project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  internetGatewayIpPoolList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; gateway?: NameOrId; project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<InternetGatewayIpPoolResultsPage>>
  internetGatewayList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<InternetGatewayResultsPage>>
  internetGatewayView(request: { path: { gateway: NameOrId }; query?: { project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<InternetGateway>>
  ipPoolCreate(request: { body: IpPoolCreate }, options?: CallOptions): Promise<Result<IpPool>>
  ipPoolDelete(request: { path: { pool: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  ipPoolList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode } }, options?: CallOptions): Promise<Result<IpPoolResultsPage>>
  ipPoolRangeAdd(request: { path: { pool: NameOrId }; body: IpRange }, options?: CallOptions): Promise<Result<IpPoolRange>>
  ipPoolRangeList(request: { path: { pool: NameOrId }; query?: { limit?: number; pageToken?: string } }, options?: CallOptions): Promise<Result<IpPoolRangeResultsPage>>
  ipPoolRangeRemove(request: { path: { pool: NameOrId }; body: IpRange }, options?: CallOptions): Promise<Result<undefined>>
  ipPoolServiceRangeAdd(request: { body: IpRange }, options?: CallOptions): Promise<Result<IpPoolRange>>
  ipPoolServiceRangeList(request?: { query?: { limit?: number; pageToken?: string } }, options?: CallOptions): Promise<Result<IpPoolRangeResultsPage>>
  ipPoolServiceRangeRemove(request: { body: IpRange }, options?: CallOptions): Promise<Result<undefined>>
  ipPoolServiceView(request?: NoRequest, options?: CallOptions): Promise<Result<IpPool>>
  ipPoolSiloLink(request: { path: { pool: NameOrId }; body: IpPoolLinkSilo }, options?: CallOptions): Promise<Result<IpPoolSiloLink>>
  ipPoolSiloList(request: { path: { pool: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<IpPoolSiloLinkResultsPage>>
  ipPoolSiloUnlink(request: { path: { pool: NameOrId; silo: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  ipPoolSiloUpdate(request: { path: { pool: NameOrId; silo: NameOrId }; body: IpPoolSiloUpdate }, options?: CallOptions): Promise<Result<IpPoolSiloLink>>
  ipPoolUpdate(request: { path: { pool: NameOrId }; body: IpPoolUpdate }, options?: CallOptions): Promise<Result<IpPool>>
  ipPoolUtilizationView(request: { path: { pool: NameOrId } }, options?: CallOptions): Promise<Result<IpPoolUtilization>>
  ipPoolView(request: { path: { pool: NameOrId } }, options?: CallOptions): Promise<Result<IpPool>>
  projectIpPoolList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode } }, options?: CallOptions): Promise<Result<SiloIpPoolResultsPage>>
  projectIpPoolView(request: { path: { pool: NameOrId } }, options?: CallOptions): Promise<Result<SiloIpPool>>
  siloIpPoolList(request: { path: { silo: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode } }, options?: CallOptions): Promise<Result<SiloIpPoolResultsPage>>
  instanceNetworkInterfaceCreate(request: { query: { instance: NameOrId; project?: NameOrId }; body: InstanceNetworkInterfaceCreate }, options?: CallOptions): Promise<Result<InstanceNetworkInterface>>
  instanceNetworkInterfaceDelete(request: { path: { interface: NameOrId }; query?: { instance?: NameOrId; project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  instanceNetworkInterfaceList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; instance?: NameOrId; project?: NameOrId } }, options?: CallOptions): Promise<Result<InstanceNetworkInterfaceResultsPage>>
  instanceNetworkInterfaceUpdate(request: { path: { interface: NameOrId }; query?: { instance?: NameOrId; project?: NameOrId }; body: InstanceNetworkInterfaceUpdate }, options?: CallOptions): Promise<Result<InstanceNetworkInterface>>
  instanceNetworkInterfaceView(request: { path: { interface: NameOrId }; query?: { instance?: NameOrId; project?: NameOrId } }, options?: CallOptions): Promise<Result<InstanceNetworkInterface>>
  vpcRouterCreate(request: { query: { project?: NameOrId; vpc: NameOrId }; body: VpcRouterCreate }, options?: CallOptions): Promise<Result<VpcRouter>>
  vpcRouterDelete(request: { path: { router: NameOrId }; query?: { project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  vpcRouterList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<VpcRouterResultsPage>>
  vpcRouterRouteCreate(request: { query: { project?: NameOrId; router: NameOrId; vpc?: NameOrId }; body: RouterRouteCreate }, options?: CallOptions): Promise<Result<RouterRoute>>
  vpcRouterRouteDelete(request: { path: { route: NameOrId }; query?: { project?: NameOrId; router?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  vpcRouterRouteList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId; router?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<RouterRouteResultsPage>>
  vpcRouterRouteUpdate(request: { path: { route: NameOrId }; query?: { project?: NameOrId; router?: NameOrId; vpc?: NameOrId }; body: RouterRouteUpdate }, options?: CallOptions): Promise<Result<RouterRoute>>
  vpcRouterRouteView(request: { path: { route: NameOrId }; query?: { project?: NameOrId; router?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<RouterRoute>>
  vpcRouterUpdate(request: { path: { router: NameOrId }; query?: { project?: NameOrId; vpc?: NameOrId }; body: VpcRouterUpdate }, options?: CallOptions): Promise<Result<VpcRouter>>
  vpcRouterView(request: { path: { router: NameOrId }; query?: { project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<VpcRouter>>
  vpcSubnetCreate(request: { query: { project?: NameOrId; vpc: NameOrId }; body: VpcSubnetCreate }, options?: CallOptions): Promise<Result<VpcSubnet>>
  vpcSubnetDelete(request: { path: { subnet: NameOrId }; query?: { project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  vpcSubnetList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<VpcSubnetResultsPage>>
  vpcSubnetListNetworkInterfaces(request: { path: { subnet: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<InstanceNetworkInterfaceResultsPage>>
  vpcSubnetUpdate(request: { path: { subnet: NameOrId }; query?: { project?: NameOrId; vpc?: NameOrId }; body: VpcSubnetUpdate }, options?: CallOptions): Promise<Result<VpcSubnet>>
  vpcSubnetView(request: { path: { subnet: NameOrId }; query?: { project?: NameOrId; vpc?: NameOrId } }, options?: CallOptions): Promise<Result<VpcSubnet>>
  vpcCreate(request: { query: { project: NameOrId }; body: VpcCreate }, options?: CallOptions): Promise<Result<Vpc>>
  vpcDelete(request: { path: { vpc: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  vpcList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<VpcResultsPage>>
  vpcUpdate(request: { path: { vpc: NameOrId }; query?: { project?: NameOrId }; body: VpcUpdate }, options?: CallOptions): Promise<Result<Vpc>>
  vpcView(request: { path: { vpc: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Vpc>>
}

/** Method, path and, for a call that is not JSON with renamed keys, its format. */
export const routes = {
  affinityGroupCreate: 'POST /v1/affinity-groups',
  affinityGroupDelete: 'DELETE /v1/affinity-groups/{affinityGroup}',
  affinityGroupList: 'GET /v1/affinity-groups',
  affinityGroupMemberInstanceAdd: 'POST /v1/affinity-groups/{affinityGroup}/members/instance/{instance}',
  affinityGroupMemberInstanceDelete: 'DELETE /v1/affinity-groups/{affinityGroup}/members/instance/{instance}',
  affinityGroupMemberInstanceView: 'GET /v1/affinity-groups/{affinityGroup}/members/instance/{instance}',
  affinityGroupMemberList: 'GET /v1/affinity-groups/{affinityGroup}/members',
  affinityGroupUpdate: 'PUT /v1/affinity-groups/{affinityGroup}',
  affinityGroupView: 'GET /v1/affinity-groups/{affinityGroup}',
  antiAffinityGroupCreate: 'POST /v1/anti-affinity-groups',
  antiAffinityGroupDelete: 'DELETE /v1/anti-affinity-groups/{antiAffinityGroup}',
  antiAffinityGroupList: 'GET /v1/anti-affinity-groups',
  antiAffinityGroupMemberInstanceAdd: 'POST /v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}',
  antiAffinityGroupMemberInstanceDelete: 'DELETE /v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}',
  antiAffinityGroupMemberInstanceView: 'GET /v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}',
  antiAffinityGroupMemberList: 'GET /v1/anti-affinity-groups/{antiAffinityGroup}/members',
  antiAffinityGroupUpdate: 'PUT /v1/anti-affinity-groups/{antiAffinityGroup}',
  antiAffinityGroupView: 'GET /v1/anti-affinity-groups/{antiAffinityGroup}',
  instanceAffinityGroupList: 'GET /v1/instances/{instance}/affinity-groups',
  instanceAntiAffinityGroupList: 'GET /v1/instances/{instance}/anti-affinity-groups',
  diskBulkWriteImport: 'POST /v1/disks/{disk}/bulk-write',
  diskBulkWriteImportStart: 'POST /v1/disks/{disk}/bulk-write-start',
  diskBulkWriteImportStop: 'POST /v1/disks/{disk}/bulk-write-stop',
  diskCreate: 'POST /v1/disks',
  diskDelete: 'DELETE /v1/disks/{disk}',
  diskFinalizeImport: 'POST /v1/disks/{disk}/finalize',
  diskList: 'GET /v1/disks',
  diskMetricsList: 'GET /v1/disks/{disk}/metrics/{metric}',
  diskView: 'GET /v1/disks/{disk}',
  imageCreate: 'POST /v1/images',
  imageDelete: 'DELETE /v1/images/{image}',
  imageDemote: 'POST /v1/images/{image}/demote',
  imageList: 'GET /v1/images',
  imagePromote: 'POST /v1/images/{image}/promote',
  imageView: 'GET /v1/images/{image}',
  instanceCreate: 'POST /v1/instances',
  instanceDelete: 'DELETE /v1/instances/{instance}',
  instanceDiskAttach: 'POST /v1/instances/{instance}/disks/attach',
  instanceDiskDetach: 'POST /v1/instances/{instance}/disks/detach',
  instanceDiskList: 'GET /v1/instances/{instance}/disks',
  instanceList: 'GET /v1/instances',
  instanceReboot: 'POST /v1/instances/{instance}/reboot',
  instanceSerialConsole: 'GET /v1/instances/{instance}/serial-console',
  instanceSerialConsoleStream: 'GET /v1/instances/{instance}/serial-console/stream websocket',
  instanceSshPublicKeyList: 'GET /v1/instances/{instance}/ssh-public-keys',
  instanceStart: 'POST /v1/instances/{instance}/start',
  instanceStop: 'POST /v1/instances/{instance}/stop',
  instanceUpdate: 'PUT /v1/instances/{instance}',
  instanceView: 'GET /v1/instances/{instance}',
  probeCreate: 'POST /experimental/v1/probes',
  probeDelete: 'DELETE /experimental/v1/probes/{probe}',
  probeList: 'GET /experimental/v1/probes',
  probeView: 'GET /experimental/v1/probes/{probe}',
  projectCreate: 'POST /v1/projects',
  projectDelete: 'DELETE /v1/projects/{project}',
  projectList: 'GET /v1/projects',
  projectUpdate: 'PUT /v1/projects/{project}',
  projectView: 'GET /v1/projects/{project}',
  snapshotCreate: 'POST /v1/snapshots',
  snapshotDelete: 'DELETE /v1/snapshots/{snapshot}',
  snapshotList: 'GET /v1/snapshots',
  snapshotView: 'GET /v1/snapshots/{snapshot}',
  networkingAddressLotBlockList: 'GET /v1/system/networking/address-lot/{addressLot}/blocks',
  networkingAddressLotCreate: 'POST /v1/system/networking/address-lot',
  networkingAddressLotDelete: 'DELETE /v1/system/networking/address-lot/{addressLot}',
  networkingAddressLotList: 'GET /v1/system/networking/address-lot',
  alertClassList: 'GET /v1/alert-classes',
  alertDeliveryList: 'GET /v1/alert-receivers/{receiver}/deliveries',
  alertDeliveryResend: 'POST /v1/alerts/{alertId}/resend',
  alertProbeList: 'GET /v1/alert-receivers/{receiver}/probes',
  alertReceiverDelete: 'DELETE /v1/alert-receivers/{receiver}',
  alertReceiverList: 'GET /v1/alert-receivers',
  alertReceiverProbe: 'POST /v1/alert-receivers/{receiver}/probe',
  alertReceiverSubscriptionAdd: 'POST /v1/alert-receivers/{receiver}/subscriptions',
  alertReceiverSubscriptionRemove: 'DELETE /v1/alert-receivers/{receiver}/subscriptions/{subscription}',
  alertReceiverView: 'GET /v1/alert-receivers/{receiver}',
  networkingAllowListUpdate: 'PUT /v1/system/networking/allow-list',
  networkingAllowListView: 'GET /v1/system/networking/allow-list',
  auditLogEntryView: 'GET /v1/system/audit-log/{entryId}',
  auditLogExport: 'GET /v1/system/audit-log-export blob',
  auditLogList: 'GET /v1/system/audit-log',
  networkingBfdDisable: 'POST /v1/system/networking/bfd-disable',
  networkingBfdEnable: 'POST /v1/system/networking/bfd-enable',
  networkingBfdStatus: 'GET /v1/system/networking/bfd-status',
  networkingBgpAnnounceSetDelete: 'DELETE /v1/system/networking/bgp-announce-set/{announceSet}',
  networkingBgpAnnounceSetList: 'GET /v1/system/networking/bgp-announce-set',
  networkingBgpAnnounceSetUpdate: 'PUT /v1/system/networking/bgp-announce-set',
  networkingBgpAnnouncementList: 'GET /v1/system/networking/bgp-announce-set/{announceSet}/announcement',
  networkingBgpConfigCreate: 'POST /v1/system/networking/bgp',
  networkingBgpConfigDelete: 'DELETE /v1/system/networking/bgp',
  networkingBgpConfigList: 'GET /v1/system/networking/bgp',
  networkingBgpExported: 'GET /v1/system/networking/bgp-exported',
  networkingBgpImportedRoutesIpv4: 'GET /v1/system/networking/bgp-routes-ipv4',
  networkingBgpMessageHistory: 'GET /v1/system/networking/bgp-message-history',
  networkingBgpStatus: 'GET /v1/system/networking/bgp-status',
  networkingInboundIcmpUpdate: 'PUT /v1/system/networking/inbound-icmp',
  networkingInboundIcmpView: 'GET /v1/system/networking/inbound-icmp',
  systemIssueAcknowledge: 'PUT /v1/system/issues/{issueKind}/{issueId}/acknowledgement',
  systemIssueUnacknowledge: 'DELETE /v1/system/issues/{issueKind}/{issueId}/acknowledgement',
  systemIssuesView: 'GET /v1/system/issues',
  networkingLoopbackAddressCreate: 'POST /v1/system/networking/loopback-address',
  networkingLoopbackAddressDelete: 'DELETE /v1/system/networking/loopback-address/{rackId}/{switchLocation}/{address}/{subnetMask}',
  networkingLoopbackAddressList: 'GET /v1/system/networking/loopback-address',
  siloMetric: 'GET /v1/metrics/{metricName}',
  systemMetric: 'GET /v1/system/metrics/{metricName}',
  systemTimeseriesQuery: 'POST /v1/system/timeseries/query',
  systemTimeseriesSchemaList: 'GET /v1/system/timeseries/schemas',
  timeseriesQuery: 'POST /v1/timeseries/query',
  physicalDiskList: 'GET /v1/system/hardware/disks',
  physicalDiskView: 'GET /v1/system/hardware/disks/{diskId}',
  rackList: 'GET /v1/system/hardware/racks',
  rackView: 'GET /v1/system/hardware/racks/{rackId}',
  sagaList: 'GET /v1/system/sagas',
  sagaRetry: 'POST /v1/system/sagas/{sagaId}/retry',
  sagaView: 'GET /v1/system/sagas/{sagaId}',
  sledAdd: 'POST /v1/system/hardware/sleds',
  sledInstanceList: 'GET /v1/system/hardware/sleds/{sledId}/instances',
  sledList: 'GET /v1/system/hardware/sleds',
  sledListUninitialized: 'GET /v1/system/hardware/sleds-uninitialized',
  sledPhysicalDiskList: 'GET /v1/system/hardware/sleds/{sledId}/disks',
  sledSetProvisionPolicy: 'PUT /v1/system/hardware/sleds/{sledId}/provision-policy',
  sledView: 'GET /v1/system/hardware/sleds/{sledId}',
  ping: 'GET /v1/ping',
  supportBundleCreate: 'POST /experimental/v1/system/support-bundles',
  supportBundleDelete: 'DELETE /experimental/v1/system/support-bundles/{bundleId}',
  supportBundleDownload: 'GET /experimental/v1/system/support-bundles/{bundleId}/download blob',
  supportBundleDownloadFile: 'GET /experimental/v1/system/support-bundles/{bundleId}/download/{file} blob',
  supportBundleFileList: 'GET /experimental/v1/system/support-bundles/{bundleId}/files',
  supportBundleHead: 'HEAD /experimental/v1/system/support-bundles/{bundleId}/download blob',
  supportBundleHeadFile: 'HEAD /experimental/v1/system/support-bundles/{bundleId}/download/{file} blob',
  supportBundleIndex: 'GET /experimental/v1/system/support-bundles/{bundleId}/index blob',
  supportBundleList: 'GET /experimental/v1/system/support-bundles',
  supportBundleView: 'GET /experimental/v1/system/support-bundles/{bundleId}',
  networkingSwitchPortApplySettings: 'POST /v1/system/hardware/switch-port/{port}/settings',
  networkingSwitchPortClearSettings: 'DELETE /v1/system/hardware/switch-port/{port}/settings',
  networkingSwitchPortLinkList: 'GET /v1/system/hardware/switch-port-link',
  networkingSwitchPortList: 'GET /v1/system/hardware/switch-port',
  networkingSwitchPortLldpConfigUpdate: 'POST /v1/system/hardware/switch-port/{port}/lldp/config',
  networkingSwitchPortLldpConfigView: 'GET /v1/system/hardware/switch-port/{port}/lldp/config',
  networkingSwitchPortLldpNeighbors: 'GET /v1/system/hardware/rack-switch-port/{rackId}/{switchLocation}/{port}/lldp/neighbors',
  networkingSwitchPortSettingsCreate: 'POST /v1/system/networking/switch-port-settings',
  networkingSwitchPortSettingsDelete: 'DELETE /v1/system/networking/switch-port-settings',
  networkingSwitchPortSettingsList: 'GET /v1/system/networking/switch-port-settings',
  networkingSwitchPortSettingsView: 'GET /v1/system/networking/switch-port-settings/{port}',
  networkingSwitchPortStatus: 'GET /v1/system/hardware/switch-port/{port}/status verbatim',
  switchList: 'GET /v1/system/hardware/switches',
  switchView: 'GET /v1/system/hardware/switches/{switchId}',
  systemUpdateGetRepository: 'GET /v1/system/update/repository/{systemVersion}',
  systemUpdatePutRepository: 'PUT /v1/system/update/repository bytes',
  systemUpdateTrustRootCreate: 'POST /v1/system/update/trust-roots verbatim',
  systemUpdateTrustRootDelete: 'DELETE /v1/system/update/trust-roots/{trustRootId}',
  systemUpdateTrustRootList: 'GET /v1/system/update/trust-roots',
  systemUpdateTrustRootView: 'GET /v1/system/update/trust-roots/{trustRootId}',
  targetReleaseUpdate: 'PUT /v1/system/update/target-release',
  targetReleaseView: 'GET /v1/system/update/target-release',
  webhookReceiverCreate: 'POST /v1/webhook-receivers',
  webhookReceiverUpdate: 'PUT /v1/webhook-receivers/{receiver}',
  webhookSecretsAdd: 'POST /v1/webhook-secrets',
  webhookSecretsDelete: 'DELETE /v1/webhook-secrets/{secretId}',
  webhookSecretsList: 'GET /v1/webhook-secrets',
  currentUserAccessTokenDelete: 'DELETE /v1/me/access-tokens/{tokenId}',
  currentUserAccessTokenList: 'GET /v1/me/access-tokens',
  authSettingsUpdate: 'PUT /v1/auth-settings',
  authSettingsView: 'GET /v1/auth-settings',
  certificateCreate: 'POST /v1/certificates',
  certificateDelete: 'DELETE /v1/certificates/{certificate}',
  certificateList: 'GET /v1/certificates',
  certificateView: 'GET /v1/certificates/{certificate}',
  groupList: 'GET /v1/groups',
  groupView: 'GET /v1/groups/{groupId}',
  samlIdentityProviderCreate: 'POST /v1/system/identity-providers/saml',
  samlIdentityProviderView: 'GET /v1/system/identity-providers/saml/{provider}',
  siloIdentityProviderList: 'GET /v1/system/identity-providers',
  currentUserGroups: 'GET /v1/me/groups',
  currentUserView: 'GET /v1/me',
  policyUpdate: 'PUT /v1/policy',
  policyView: 'GET /v1/policy',
  projectPolicyUpdate: 'PUT /v1/projects/{project}/policy',
  projectPolicyView: 'GET /v1/projects/{project}/policy',
  siloPolicyUpdate: 'PUT /v1/system/silos/{silo}/policy',
  siloPolicyView: 'GET /v1/system/silos/{silo}/policy',
  systemPolicyUpdate: 'PUT /v1/system/policy',
  systemPolicyView: 'GET /v1/system/policy',
  siloQuotasUpdate: 'PUT /v1/system/silos/{silo}/quotas',
  siloQuotasView: 'GET /v1/system/silos/{silo}/quotas',
  systemQuotasList: 'GET /v1/system/silo-quotas',
  roleList: 'GET /v1/system/roles',
  roleView: 'GET /v1/system/roles/{roleName}',
  deviceAccessToken: 'POST /device/token form',
  deviceAuthConfirm: 'POST /device/confirm',
  deviceAuthRequest: 'POST /device/auth form',
  loginLocal: 'POST /v1/login/{siloName}/local',
  loginSaml: 'POST /login/{siloName}/saml/{providerName} bytes',
  logout: 'POST /v1/logout',
  siloCreate: 'POST /v1/system/silos',
  siloDelete: 'DELETE /v1/system/silos/{silo}',
  siloList: 'GET /v1/system/silos',
  siloView: 'GET /v1/system/silos/{silo}',
  currentUserSshKeyCreate: 'POST /v1/me/ssh-keys',
  currentUserSshKeyDelete: 'DELETE /v1/me/ssh-keys/{sshKey}',
  currentUserSshKeyList: 'GET /v1/me/ssh-keys',
  currentUserSshKeyView: 'GET /v1/me/ssh-keys/{sshKey}',
  localIdpUserCreate: 'POST /v1/system/identity-providers/local/users',
  localIdpUserDelete: 'DELETE /v1/system/identity-providers/local/users/{userId}',
  localIdpUserSetPassword: 'POST /v1/system/identity-providers/local/users/{userId}/set-password',
  siloUserList: 'GET /v1/system/users',
  siloUserView: 'GET /v1/system/users/{userId}',
  userBuiltinList: 'GET /v1/system/users-builtin',
  userBuiltinView: 'GET /v1/system/users-builtin/{user}',
  userList: 'GET /v1/users',
  userLogout: 'POST /v1/users/{userId}/logout',
  userSessionList: 'GET /v1/users/{userId}/sessions',
  userTokenList: 'GET /v1/users/{userId}/access-tokens',
  siloUtilizationList: 'GET /v1/system/utilization/silos',
  siloUtilizationView: 'GET /v1/system/utilization/silos/{silo}',
  utilizationView: 'GET /v1/utilization',
  instanceEphemeralIpAttach: 'POST /v1/instances/{instance}/external-ips/ephemeral',
  instanceEphemeralIpDetach: 'DELETE /v1/instances/{instance}/external-ips/ephemeral',
  instanceExternalIpList: 'GET /v1/instances/{instance}/external-ips',
  vpcFirewallRulesUpdate: 'PUT /v1/vpc-firewall-rules',
  vpcFirewallRulesView: 'GET /v1/vpc-firewall-rules',
  floatingIpAttach: 'POST /v1/floating-ips/{floatingIp}/attach',
  floatingIpCreate: 'POST /v1/floating-ips',
  floatingIpDelete: 'DELETE /v1/floating-ips/{floatingIp}',
  floatingIpDetach: 'POST /v1/floating-ips/{floatingIp}/detach',
  floatingIpList: 'GET /v1/floating-ips',
  floatingIpUpdate: 'PUT /v1/floating-ips/{floatingIp}',
  floatingIpView: 'GET /v1/floating-ips/{floatingIp}',
  internetGatewayCreate: 'POST /v1/internet-gateways',
  internetGatewayDelete: 'DELETE /v1/internet-gateways/{gateway}',
  internetGatewayIpAddressCreate: 'POST /v1/internet-gateway-ip-addresses',
  internetGatewayIpAddressDelete: 'DELETE /v1/internet-gateway-ip-addresses/{address}',
  internetGatewayIpAddressList: 'GET /v1/internet-gateway-ip-addresses',
  internetGatewayIpPoolCreate: 'POST /v1/internet-gateway-ip-pools',
  internetGatewayIpPoolDelete: 'DELETE /v1/internet-gateway-ip-pools/{pool}',
  internetGatewayIpPoolList: 'GET /v1/internet-gateway-ip-pools',
  internetGatewayList: 'GET /v1/internet-gateways',
  internetGatewayView: 'GET /v1/internet-gateways/{gateway}',
  ipPoolCreate: 'POST /v1/system/ip-pools',
  ipPoolDelete: 'DELETE /v1/system/ip-pools/{pool}',
  ipPoolList: 'GET /v1/system/ip-pools',
  ipPoolRangeAdd: 'POST /v1/system/ip-pools/{pool}/ranges/add',
  ipPoolRangeList: 'GET /v1/system/ip-pools/{pool}/ranges',
  ipPoolRangeRemove: 'POST /v1/system/ip-pools/{pool}/ranges/remove',
  ipPoolServiceRangeAdd: 'POST /v1/system/ip-pools-service/ranges/add',
  ipPoolServiceRangeList: 'GET /v1/system/ip-pools-service/ranges',
  ipPoolServiceRangeRemove: 'POST /v1/system/ip-pools-service/ranges/remove',
  ipPoolServiceView: 'GET /v1/system/ip-pools-service',
  ipPoolSiloLink: 'POST /v1/system/ip-pools/{pool}/silos',
  ipPoolSiloList: 'GET /v1/system/ip-pools/{pool}/silos',
  ipPoolSiloUnlink: 'DELETE /v1/system/ip-pools/{pool}/silos/{silo}',
  ipPoolSiloUpdate: 'PUT /v1/system/ip-pools/{pool}/silos/{silo}',
  ipPoolUpdate: 'PUT /v1/system/ip-pools/{pool}',
  ipPoolUtilizationView: 'GET /v1/system/ip-pools/{pool}/utilization',
  ipPoolView: 'GET /v1/system/ip-pools/{pool}',
  projectIpPoolList: 'GET /v1/ip-pools',
  projectIpPoolView: 'GET /v1/ip-pools/{pool}',
  siloIpPoolList: 'GET /v1/system/silos/{silo}/ip-pools',
  instanceNetworkInterfaceCreate: 'POST /v1/network-interfaces',
  instanceNetworkInterfaceDelete: 'DELETE /v1/network-interfaces/{interface}',
  instanceNetworkInterfaceList: 'GET /v1/network-interfaces',
  instanceNetworkInterfaceUpdate: 'PUT /v1/network-interfaces/{interface}',
  instanceNetworkInterfaceView: 'GET /v1/network-interfaces/{interface}',
  vpcRouterCreate: 'POST /v1/vpc-routers',
  vpcRouterDelete: 'DELETE /v1/vpc-routers/{router}',
  vpcRouterList: 'GET /v1/vpc-routers',
  vpcRouterRouteCreate: 'POST /v1/vpc-router-routes',
  vpcRouterRouteDelete: 'DELETE /v1/vpc-router-routes/{route}',
  vpcRouterRouteList: 'GET /v1/vpc-router-routes',
  vpcRouterRouteUpdate: 'PUT /v1/vpc-router-routes/{route}',
  vpcRouterRouteView: 'GET /v1/vpc-router-routes/{route}',
  vpcRouterUpdate: 'PUT /v1/vpc-routers/{router}',
  vpcRouterView: 'GET /v1/vpc-routers/{router}',
  vpcSubnetCreate: 'POST /v1/vpc-subnets',
  vpcSubnetDelete: 'DELETE /v1/vpc-subnets/{subnet}',
  vpcSubnetList: 'GET /v1/vpc-subnets',
  vpcSubnetListNetworkInterfaces: 'GET /v1/vpc-subnets/{subnet}/network-interfaces',
  vpcSubnetUpdate: 'PUT /v1/vpc-subnets/{subnet}',
  vpcSubnetView: 'GET /v1/vpc-subnets/{subnet}',
  vpcCreate: 'POST /v1/vpcs',
  vpcDelete: 'DELETE /v1/vpcs/{vpc}',
  vpcList: 'GET /v1/vpcs',
  vpcUpdate: 'PUT /v1/vpcs/{vpc}',
  vpcView: 'GET /v1/vpcs/{vpc}',
} as const

/** Fields (wire names) whose keys are data and are not renamed. */
export const mapFields: readonly string[] = ['exports', 'fields', 'mapped_fleet_roles', 'names_by_id', 'timeseries']
/** Fields (wire names) with JSON of any shape, which are not changed at all. */
export const opaqueFields: readonly string[] = ['detail', 'history', 'payload', 'root_role']
