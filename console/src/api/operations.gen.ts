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
  CatalogImageResultsPage,
  Certificate,
  CertificateCreate,
  CertificateResultsPage,
  ConsoleSessionResultsPage,
  CurrentUser,
  DeletionLockUpdate,
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
  HistoryEntryResultsPage,
  IdSortMode,
  IdentityProviderResultsPage,
  Image,
  ImageCreate,
  ImageFetch,
  ImageFetchCreate,
  ImageFetchResultsPage,
  ImageResultsPage,
  ImportBlocksBulkWrite,
  Instance,
  InstanceCreate,
  InstanceGuest,
  InstanceNetworkInterface,
  InstanceNetworkInterfaceCreate,
  InstanceNetworkInterfaceResultsPage,
  InstanceNetworkInterfaceUpdate,
  InstancePartsResultsPage,
  InstancePortForwardResultsPage,
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
  Overcommitment,
  OvercommitmentUpdate,
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
  ProjectOverview,
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
  SignInProviders,
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
  SystemOverview,
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
  diskCancelImport(request: { path: { disk: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  diskCreate(request: { query: { project: NameOrId }; body: DiskCreate }, options?: CallOptions): Promise<Result<Disk>>
  diskDelete(request: { path: { disk: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  diskDeletionLockUpdate(request: { path: { disk: NameOrId }; query?: { project?: NameOrId }; body: DeletionLockUpdate }, options?: CallOptions): Promise<Result<Disk>>
  diskFinalizeImport(request: { path: { disk: NameOrId }; query?: { project?: NameOrId }; body: FinalizeDisk }, options?: CallOptions): Promise<Result<undefined>>
  diskList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<DiskResultsPage>>
  diskMetricsList(request: { path: { disk: NameOrId; metric: DiskMetricName }; query?: { limit?: number; pageToken?: string; startTime?: Date; endTime?: Date; order?: PaginationOrder; project?: NameOrId } }, options?: CallOptions): Promise<Result<MeasurementResultsPage>>
  diskView(request: { path: { disk: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Disk>>
  imageCatalogList(request?: { query?: { limit?: number; pageToken?: string } }, options?: CallOptions): Promise<Result<CatalogImageResultsPage>>
  imageFetchCreate(request: { query?: { project?: NameOrId }; body: ImageFetchCreate }, options?: CallOptions): Promise<Result<ImageFetch>>
  imageFetchDelete(request: { path: { fetchId: string } }, options?: CallOptions): Promise<Result<undefined>>
  imageFetchList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: TimeAndIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<ImageFetchResultsPage>>
  imageFetchView(request: { path: { fetchId: string } }, options?: CallOptions): Promise<Result<ImageFetch>>
  imageCreate(request: { query?: { project?: NameOrId }; body: ImageCreate }, options?: CallOptions): Promise<Result<Image>>
  imageDelete(request: { path: { image: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  imageDeletionLockUpdate(request: { path: { image: NameOrId }; query?: { project?: NameOrId }; body: DeletionLockUpdate }, options?: CallOptions): Promise<Result<Image>>
  imageDemote(request: { path: { image: NameOrId }; query: { project: NameOrId } }, options?: CallOptions): Promise<Result<Image>>
  imageList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<ImageResultsPage>>
  imagePromote(request: { path: { image: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Image>>
  imageView(request: { path: { image: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Image>>
  instanceCreate(request: { query: { project: NameOrId }; body: InstanceCreate }, options?: CallOptions): Promise<Result<Instance>>
  instanceDelete(request: { path: { instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  instanceDeletionLockUpdate(request: { path: { instance: NameOrId }; query?: { project?: NameOrId }; body: DeletionLockUpdate }, options?: CallOptions): Promise<Result<Instance>>
  instanceDiskAttach(request: { path: { instance: NameOrId }; query?: { project?: NameOrId }; body: DiskPath }, options?: CallOptions): Promise<Result<Disk>>
  instanceDiskDetach(request: { path: { instance: NameOrId }; query?: { project?: NameOrId }; body: DiskPath }, options?: CallOptions): Promise<Result<Disk>>
  instanceDiskList(request: { path: { instance: NameOrId }; query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<DiskResultsPage>>
  instanceGuestView(request: { path: { instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<InstanceGuest>>
  instanceList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<InstanceResultsPage>>
  instancePartsList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<InstancePartsResultsPage>>
  instancePortForwardList(request: { path: { instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<InstancePortForwardResultsPage>>
  instancePowerOff(request: { path: { instance: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Instance>>
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
  projectOverview(request: { path: { project: NameOrId } }, options?: CallOptions): Promise<Result<ProjectOverview>>
  projectCreate(request: { body: ProjectCreate }, options?: CallOptions): Promise<Result<Project>>
  projectDelete(request: { path: { project: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  projectDeletionLockUpdate(request: { path: { project: NameOrId }; body: DeletionLockUpdate }, options?: CallOptions): Promise<Result<Project>>
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
  currentUserHistoryList(request?: { query?: { limit?: number; pageToken?: string; target?: string } }, options?: CallOptions): Promise<Result<HistoryEntryResultsPage>>
  projectHistoryList(request: { path: { project: NameOrId }; query?: { limit?: number; pageToken?: string; target?: string } }, options?: CallOptions): Promise<Result<HistoryEntryResultsPage>>
  siloHistoryList(request?: { query?: { limit?: number; pageToken?: string; target?: string } }, options?: CallOptions): Promise<Result<HistoryEntryResultsPage>>
  systemHistoryList(request?: { query?: { limit?: number; pageToken?: string; target?: string } }, options?: CallOptions): Promise<Result<HistoryEntryResultsPage>>
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
  systemOvercommitmentUpdate(request: { body: OvercommitmentUpdate }, options?: CallOptions): Promise<Result<Overcommitment>>
  systemOvercommitmentView(request?: NoRequest, options?: CallOptions): Promise<Result<Overcommitment>>
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
  systemOverview(request?: NoRequest, options?: CallOptions): Promise<Result<SystemOverview>>
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
  eventStream(request?: { query?: { replaySeconds?: number | null } }, options?: CallOptions): Promise<Result<Blob>>
  groupList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: IdSortMode } }, options?: CallOptions): Promise<Result<GroupResultsPage>>
  groupView(request: { path: { groupId: string } }, options?: CallOptions): Promise<Result<Group>>
  samlIdentityProviderCreate(request: { query: { silo: NameOrId }; body: SamlIdentityProviderCreate }, options?: CallOptions): Promise<Result<SamlIdentityProvider>>
  samlIdentityProviderDelete(request: { path: { provider: NameOrId }; query?: { silo?: NameOrId } }, options?: CallOptions): Promise<Result<undefined>>
  samlIdentityProviderMakeDefault(request: { path: { provider: NameOrId }; query?: { silo?: NameOrId } }, options?: CallOptions): Promise<Result<SamlIdentityProvider>>
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
  loginProvidersView(request: { path: { siloName: Name } }, options?: CallOptions): Promise<Result<SignInProviders>>
  loginSaml(request: { path: { siloName: Name; providerName: Name }; body: BodyInit }, options?: CallOptions): Promise<Result<undefined>>
  loginSamlBegin(request: { path: { siloName: Name; providerName: Name }; query?: { redirectUri?: string } }, options?: CallOptions): Promise<Result<undefined>>
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
  vpcDeletionLockUpdate(request: { path: { vpc: NameOrId }; query?: { project?: NameOrId }; body: DeletionLockUpdate }, options?: CallOptions): Promise<Result<Vpc>>
  vpcList(request?: { query?: { limit?: number; pageToken?: string; sortBy?: NameOrIdSortMode; project?: NameOrId } }, options?: CallOptions): Promise<Result<VpcResultsPage>>
  vpcUpdate(request: { path: { vpc: NameOrId }; query?: { project?: NameOrId }; body: VpcUpdate }, options?: CallOptions): Promise<Result<Vpc>>
  vpcView(request: { path: { vpc: NameOrId }; query?: { project?: NameOrId } }, options?: CallOptions): Promise<Result<Vpc>>
}

/** Method, path, what it requires of the caller and, for a call that is not JSON with renamed keys, its format. */
export const routes = {
  affinityGroupCreate: 'POST /v1/affinity-groups project.collaborator',
  affinityGroupDelete: 'DELETE /v1/affinity-groups/{affinityGroup} project.collaborator',
  affinityGroupList: 'GET /v1/affinity-groups project.viewer',
  affinityGroupMemberInstanceAdd: 'POST /v1/affinity-groups/{affinityGroup}/members/instance/{instance} project.collaborator',
  affinityGroupMemberInstanceDelete: 'DELETE /v1/affinity-groups/{affinityGroup}/members/instance/{instance} project.collaborator',
  affinityGroupMemberInstanceView: 'GET /v1/affinity-groups/{affinityGroup}/members/instance/{instance} project.viewer',
  affinityGroupMemberList: 'GET /v1/affinity-groups/{affinityGroup}/members project.viewer',
  affinityGroupUpdate: 'PUT /v1/affinity-groups/{affinityGroup} project.collaborator',
  affinityGroupView: 'GET /v1/affinity-groups/{affinityGroup} project.viewer',
  antiAffinityGroupCreate: 'POST /v1/anti-affinity-groups project.collaborator',
  antiAffinityGroupDelete: 'DELETE /v1/anti-affinity-groups/{antiAffinityGroup} project.collaborator',
  antiAffinityGroupList: 'GET /v1/anti-affinity-groups project.viewer',
  antiAffinityGroupMemberInstanceAdd: 'POST /v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance} project.collaborator',
  antiAffinityGroupMemberInstanceDelete: 'DELETE /v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance} project.collaborator',
  antiAffinityGroupMemberInstanceView: 'GET /v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance} project.viewer',
  antiAffinityGroupMemberList: 'GET /v1/anti-affinity-groups/{antiAffinityGroup}/members project.viewer',
  antiAffinityGroupUpdate: 'PUT /v1/anti-affinity-groups/{antiAffinityGroup} project.collaborator',
  antiAffinityGroupView: 'GET /v1/anti-affinity-groups/{antiAffinityGroup} project.viewer',
  instanceAffinityGroupList: 'GET /v1/instances/{instance}/affinity-groups project.viewer',
  instanceAntiAffinityGroupList: 'GET /v1/instances/{instance}/anti-affinity-groups project.viewer',
  diskBulkWriteImport: 'POST /v1/disks/{disk}/bulk-write project.collaborator',
  diskBulkWriteImportStart: 'POST /v1/disks/{disk}/bulk-write-start project.collaborator',
  diskBulkWriteImportStop: 'POST /v1/disks/{disk}/bulk-write-stop project.collaborator',
  diskCancelImport: 'POST /v1/disks/{disk}/cancel-import project.collaborator',
  diskCreate: 'POST /v1/disks project.collaborator',
  diskDelete: 'DELETE /v1/disks/{disk} project.collaborator',
  diskDeletionLockUpdate: 'PUT /v1/disks/{disk}/deletion-lock project.collaborator',
  diskFinalizeImport: 'POST /v1/disks/{disk}/finalize project.collaborator',
  diskList: 'GET /v1/disks project.viewer',
  diskMetricsList: 'GET /v1/disks/{disk}/metrics/{metric} project.viewer',
  diskView: 'GET /v1/disks/{disk} project.viewer',
  imageCatalogList: 'GET /v1/image-catalog user',
  imageFetchCreate: 'POST /v1/image-fetches project.collaborator:silo.collaborator',
  imageFetchDelete: 'DELETE /v1/image-fetches/{fetchId} project.collaborator:silo.collaborator',
  imageFetchList: 'GET /v1/image-fetches project.viewer:silo.viewer',
  imageFetchView: 'GET /v1/image-fetches/{fetchId} project.viewer:silo.viewer',
  imageCreate: 'POST /v1/images project.collaborator:silo.collaborator',
  imageDelete: 'DELETE /v1/images/{image} project.collaborator:silo.collaborator',
  imageDeletionLockUpdate: 'PUT /v1/images/{image}/deletion-lock project.collaborator:silo.collaborator',
  imageDemote: 'POST /v1/images/{image}/demote silo.collaborator',
  imageList: 'GET /v1/images project.viewer:silo.viewer',
  imagePromote: 'POST /v1/images/{image}/promote project.collaborator&silo.collaborator',
  imageView: 'GET /v1/images/{image} project.viewer:silo.viewer',
  instanceCreate: 'POST /v1/instances project.collaborator',
  instanceDelete: 'DELETE /v1/instances/{instance} project.collaborator',
  instanceDeletionLockUpdate: 'PUT /v1/instances/{instance}/deletion-lock project.collaborator',
  instanceDiskAttach: 'POST /v1/instances/{instance}/disks/attach project.collaborator',
  instanceDiskDetach: 'POST /v1/instances/{instance}/disks/detach project.collaborator',
  instanceDiskList: 'GET /v1/instances/{instance}/disks project.viewer',
  instanceGraphicalConsoleStream: 'GET /v1/instances/{instance}/graphical-console/stream project.collaborator websocket',
  instanceGuestView: 'GET /v1/instances/{instance}/guest project.viewer',
  instanceList: 'GET /v1/instances project.viewer',
  instancePartsList: 'GET /v1/instance-parts project.viewer',
  instancePortForwardList: 'GET /v1/instances/{instance}/port-forwards project.viewer',
  instancePowerOff: 'POST /v1/instances/{instance}/power-off project.collaborator',
  instanceReboot: 'POST /v1/instances/{instance}/reboot project.collaborator',
  instanceSerialConsole: 'GET /v1/instances/{instance}/serial-console project.viewer',
  instanceSerialConsoleStream: 'GET /v1/instances/{instance}/serial-console/stream project.collaborator websocket',
  instanceSshPublicKeyList: 'GET /v1/instances/{instance}/ssh-public-keys project.viewer',
  instanceStart: 'POST /v1/instances/{instance}/start project.collaborator',
  instanceStop: 'POST /v1/instances/{instance}/stop project.collaborator',
  instanceUpdate: 'PUT /v1/instances/{instance} project.collaborator',
  instanceView: 'GET /v1/instances/{instance} project.viewer',
  probeCreate: 'POST /experimental/v1/probes project.collaborator&fleet.viewer',
  probeDelete: 'DELETE /experimental/v1/probes/{probe} project.collaborator',
  probeList: 'GET /experimental/v1/probes project.viewer',
  probeView: 'GET /experimental/v1/probes/{probe} project.viewer',
  projectOverview: 'GET /v1/projects/{project}/overview project.viewer',
  projectCreate: 'POST /v1/projects silo.collaborator',
  projectDelete: 'DELETE /v1/projects/{project} project.admin',
  projectDeletionLockUpdate: 'PUT /v1/projects/{project}/deletion-lock project.admin',
  projectList: 'GET /v1/projects silo.viewer|any-project',
  projectUpdate: 'PUT /v1/projects/{project} project.admin',
  projectView: 'GET /v1/projects/{project} project.viewer',
  snapshotCreate: 'POST /v1/snapshots project.collaborator',
  snapshotDelete: 'DELETE /v1/snapshots/{snapshot} project.collaborator',
  snapshotList: 'GET /v1/snapshots project.viewer',
  snapshotView: 'GET /v1/snapshots/{snapshot} project.viewer',
  currentUserHistoryList: 'GET /v1/me/history user',
  projectHistoryList: 'GET /v1/projects/{project}/history project.viewer',
  siloHistoryList: 'GET /v1/history silo.admin',
  systemIssuesView: 'GET /v1/system/issues fleet.viewer',
  siloMetric: 'GET /v1/metrics/{metricName} project.viewer:user',
  timeseriesQuery: 'POST /v1/timeseries/query project.viewer',
  ping: 'GET /v1/ping anyone',
  currentUserAccessTokenDelete: 'DELETE /v1/me/access-tokens/{tokenId} user',
  currentUserAccessTokenList: 'GET /v1/me/access-tokens user',
  authSettingsUpdate: 'PUT /v1/auth-settings silo.admin|fleet.collaborator',
  authSettingsView: 'GET /v1/auth-settings user',
  certificateCreate: 'POST /v1/certificates silo.admin|fleet.admin',
  certificateDelete: 'DELETE /v1/certificates/{certificate} silo.admin|fleet.admin',
  certificateList: 'GET /v1/certificates silo.admin|fleet.admin',
  certificateView: 'GET /v1/certificates/{certificate} silo.admin|fleet.admin',
  eventStream: 'GET /v1/events user blob',
  groupList: 'GET /v1/groups user',
  groupView: 'GET /v1/groups/{groupId} user',
  samlIdentityProviderCreate: 'POST /v1/system/identity-providers/saml silo.admin|fleet.admin',
  samlIdentityProviderDelete: 'DELETE /v1/system/identity-providers/saml/{provider} silo.admin|fleet.admin',
  samlIdentityProviderMakeDefault: 'POST /v1/system/identity-providers/saml/{provider}/make-default silo.admin|fleet.admin',
  samlIdentityProviderView: 'GET /v1/system/identity-providers/saml/{provider} silo.viewer|fleet.viewer',
  siloIdentityProviderList: 'GET /v1/system/identity-providers silo.member|fleet.viewer',
  currentUserGroups: 'GET /v1/me/groups user',
  currentUserView: 'GET /v1/me user',
  policyUpdate: 'PUT /v1/policy silo.admin|fleet.collaborator',
  policyView: 'GET /v1/policy user',
  projectPolicyUpdate: 'PUT /v1/projects/{project}/policy project.admin',
  projectPolicyView: 'GET /v1/projects/{project}/policy project.viewer',
  siloPolicyUpdate: 'PUT /v1/system/silos/{silo}/policy silo.admin|fleet.collaborator',
  siloPolicyView: 'GET /v1/system/silos/{silo}/policy silo.member|fleet.viewer',
  systemPolicyView: 'GET /v1/system/policy fleet.viewer',
  siloQuotasView: 'GET /v1/system/silos/{silo}/quotas silo.member|fleet.viewer',
  deviceAccessToken: 'POST /device/token anyone form',
  deviceAuthConfirm: 'POST /device/confirm user',
  deviceAuthRequest: 'POST /device/auth anyone form',
  loginLocal: 'POST /v1/login/{siloName}/local anyone',
  loginProvidersView: 'GET /v1/login/{siloName}/providers anyone',
  loginSaml: 'POST /login/{siloName}/saml/{providerName} anyone bytes',
  loginSamlBegin: 'GET /login/{siloName}/saml/{providerName}/redirect anyone',
  logout: 'POST /v1/logout anyone',
  siloView: 'GET /v1/system/silos/{silo} silo.member|fleet.viewer',
  currentUserSshKeyCreate: 'POST /v1/me/ssh-keys user',
  currentUserSshKeyDelete: 'DELETE /v1/me/ssh-keys/{sshKey} user',
  currentUserSshKeyList: 'GET /v1/me/ssh-keys user',
  currentUserSshKeyView: 'GET /v1/me/ssh-keys/{sshKey} user',
  localIdpUserCreate: 'POST /v1/system/identity-providers/local/users silo.admin|fleet.admin',
  localIdpUserDelete: 'DELETE /v1/system/identity-providers/local/users/{userId} silo.admin|fleet.admin',
  localIdpUserSetPassword: 'POST /v1/system/identity-providers/local/users/{userId}/set-password self|silo.admin|fleet.admin',
  siloUserList: 'GET /v1/system/users silo.member|fleet.viewer',
  siloUserView: 'GET /v1/system/users/{userId} silo.member|fleet.viewer',
  userList: 'GET /v1/users user',
  userLogout: 'POST /v1/users/{userId}/logout self|silo.admin|fleet.admin',
  userSessionList: 'GET /v1/users/{userId}/sessions self|silo.admin|fleet.admin',
  userTokenList: 'GET /v1/users/{userId}/access-tokens self|silo.admin|fleet.admin',
  utilizationView: 'GET /v1/utilization user',
  instanceEphemeralIpAttach: 'POST /v1/instances/{instance}/external-ips/ephemeral project.collaborator',
  instanceEphemeralIpDetach: 'DELETE /v1/instances/{instance}/external-ips/ephemeral project.collaborator',
  instanceExternalIpList: 'GET /v1/instances/{instance}/external-ips project.viewer',
  vpcFirewallRulesUpdate: 'PUT /v1/vpc-firewall-rules project.collaborator',
  vpcFirewallRulesView: 'GET /v1/vpc-firewall-rules project.viewer',
  floatingIpAttach: 'POST /v1/floating-ips/{floatingIp}/attach project.collaborator',
  floatingIpCreate: 'POST /v1/floating-ips project.collaborator',
  floatingIpDelete: 'DELETE /v1/floating-ips/{floatingIp} project.collaborator',
  floatingIpDetach: 'POST /v1/floating-ips/{floatingIp}/detach project.collaborator',
  floatingIpList: 'GET /v1/floating-ips project.viewer',
  floatingIpUpdate: 'PUT /v1/floating-ips/{floatingIp} project.collaborator',
  floatingIpView: 'GET /v1/floating-ips/{floatingIp} project.viewer',
  internetGatewayCreate: 'POST /v1/internet-gateways project.collaborator',
  internetGatewayDelete: 'DELETE /v1/internet-gateways/{gateway} project.collaborator',
  internetGatewayIpAddressCreate: 'POST /v1/internet-gateway-ip-addresses project.collaborator',
  internetGatewayIpAddressDelete: 'DELETE /v1/internet-gateway-ip-addresses/{address} project.collaborator',
  internetGatewayIpAddressList: 'GET /v1/internet-gateway-ip-addresses project.viewer',
  internetGatewayIpPoolCreate: 'POST /v1/internet-gateway-ip-pools project.collaborator',
  internetGatewayIpPoolDelete: 'DELETE /v1/internet-gateway-ip-pools/{pool} project.collaborator',
  internetGatewayIpPoolList: 'GET /v1/internet-gateway-ip-pools project.viewer',
  internetGatewayList: 'GET /v1/internet-gateways project.viewer',
  internetGatewayView: 'GET /v1/internet-gateways/{gateway} project.viewer',
  projectIpPoolList: 'GET /v1/ip-pools user',
  projectIpPoolView: 'GET /v1/ip-pools/{pool} user',
  instanceNetworkInterfaceCreate: 'POST /v1/network-interfaces project.collaborator',
  instanceNetworkInterfaceDelete: 'DELETE /v1/network-interfaces/{interface} project.collaborator',
  instanceNetworkInterfaceList: 'GET /v1/network-interfaces project.viewer',
  instanceNetworkInterfaceUpdate: 'PUT /v1/network-interfaces/{interface} project.collaborator',
  instanceNetworkInterfaceView: 'GET /v1/network-interfaces/{interface} project.viewer',
  vpcRouterCreate: 'POST /v1/vpc-routers project.collaborator',
  vpcRouterDelete: 'DELETE /v1/vpc-routers/{router} project.collaborator',
  vpcRouterList: 'GET /v1/vpc-routers project.viewer',
  vpcRouterRouteCreate: 'POST /v1/vpc-router-routes project.collaborator',
  vpcRouterRouteDelete: 'DELETE /v1/vpc-router-routes/{route} project.collaborator',
  vpcRouterRouteList: 'GET /v1/vpc-router-routes project.viewer',
  vpcRouterRouteUpdate: 'PUT /v1/vpc-router-routes/{route} project.collaborator',
  vpcRouterRouteView: 'GET /v1/vpc-router-routes/{route} project.viewer',
  vpcRouterUpdate: 'PUT /v1/vpc-routers/{router} project.collaborator',
  vpcRouterView: 'GET /v1/vpc-routers/{router} project.viewer',
  vpcSubnetCreate: 'POST /v1/vpc-subnets project.collaborator',
  vpcSubnetDelete: 'DELETE /v1/vpc-subnets/{subnet} project.collaborator',
  vpcSubnetList: 'GET /v1/vpc-subnets project.viewer',
  vpcSubnetListNetworkInterfaces: 'GET /v1/vpc-subnets/{subnet}/network-interfaces project.viewer',
  vpcSubnetUpdate: 'PUT /v1/vpc-subnets/{subnet} project.collaborator',
  vpcSubnetView: 'GET /v1/vpc-subnets/{subnet} project.viewer',
  vpcCreate: 'POST /v1/vpcs project.collaborator',
  vpcDelete: 'DELETE /v1/vpcs/{vpc} project.collaborator',
  vpcDeletionLockUpdate: 'PUT /v1/vpcs/{vpc}/deletion-lock project.collaborator',
  vpcList: 'GET /v1/vpcs project.viewer',
  vpcUpdate: 'PUT /v1/vpcs/{vpc} project.collaborator',
  vpcView: 'GET /v1/vpcs/{vpc} project.viewer',
} as const

/** Fields (wire names) whose keys are data and are not renamed. */
export const mapFields: readonly string[] = ['exports', 'fields', 'mapped_fleet_roles', 'names_by_id', 'timeseries']
/** Fields (wire names) with JSON of any shape, which are not changed at all. */
export const opaqueFields: readonly string[] = ['detail', 'history', 'payload', 'root_role']
