import type { Api, routes } from './operations.gen.ts'
import type { operatorRoutes } from './operator-routes.gen.ts'

// Both are needed after a change only, and load together.
export { forgetGone } from './forget-gone.ts'

type Routes = typeof routes & typeof operatorRoutes
type Method = keyof Api & keyof Routes
/** Operations that change something, or at least may. */
export type Change = { [M in Method]: Routes[M] extends `${'GET' | 'HEAD'} ${string}` ? never : M }[Method]
/** Operations that only read. */
export type Read = Exclude<Method, Change>

const nothing: readonly Read[] = []
const utilization = [
  'utilizationView',
  'siloUtilizationList',
  'siloUtilizationView',
  'siloMetric',
  'systemMetric',
] as const
/** Lists of pools say what is in use of each. */
const poolUse = ['ipPoolList', 'ipPoolUtilizationView', 'projectIpPoolList', 'siloIpPoolList'] as const
const addresses = ['floatingIpList', 'floatingIpView', 'instanceExternalIpList', 'instanceList', ...poolUse] as const
const attachment = ['instanceDiskList', 'instanceList', 'instanceView', 'diskList', 'diskView'] as const
const poolLinks = ['ipPoolSiloList', 'siloIpPoolList', 'projectIpPoolList', 'projectIpPoolView'] as const
const allPolicies = ['policyView', 'siloPolicyView', 'projectPolicyView', 'systemPolicyView'] as const
const alertReceivers = ['alertReceiverList', 'alertReceiverView'] as const
const lotUses = ['networkingAddressLotList', 'networkingAddressLotBlockList'] as const
const switchPort = [
  'networkingSwitchPortLinkList',
  'networkingSwitchPortStatus',
  'networkingSwitchPortLldpConfigView',
  'networkingSwitchPortLldpNeighbors',
] as const
const subnetInterfaces = ['vpcSubnetListNetworkInterfaces', 'vpcSubnetList'] as const
const vpcParts = ['vpcSubnetList', 'vpcRouterList', 'internetGatewayList', 'vpcFirewallRulesView'] as const

/**
 * The answers that each change makes out of date; the compiler asks for every operation. A deletion leaves the view of
 * what is gone alone: read again, its page would turn into an error before it is left.
 */
export const staleAfter: Readonly<Record<Change, readonly Read[]>> = {
  // identity
  deviceAuthRequest: nothing,
  deviceAuthConfirm: nothing,
  deviceAccessToken: ['currentUserAccessTokenList'],
  // The page is left, and every answer with it.
  loginLocal: nothing,
  loginSaml: nothing,
  logout: nothing,
  currentUserAccessTokenDelete: ['currentUserAccessTokenList', 'userTokenList'],
  currentUserSshKeyCreate: ['currentUserSshKeyList'],
  currentUserSshKeyDelete: ['currentUserSshKeyList'],
  authSettingsUpdate: ['authSettingsView'],
  certificateCreate: ['certificateList'],
  certificateDelete: ['certificateList', 'systemIssuesView'],
  samlIdentityProviderCreate: ['siloIdentityProviderList', 'loginProvidersView'],
  samlIdentityProviderDelete: ['siloIdentityProviderList', 'loginProvidersView'],
  samlIdentityProviderMakeDefault: ['siloIdentityProviderList', 'samlIdentityProviderView', 'loginProvidersView'],
  localIdpUserCreate: ['siloUserList', 'userList'],
  // The user's roles are deleted too.
  localIdpUserDelete: ['siloUserList', 'userList', ...allPolicies],
  localIdpUserSetPassword: ['userSessionList'],
  userLogout: ['userSessionList', 'userTokenList', 'currentUserAccessTokenList'],
  // A silo's mapping to fleet roles decides whether its users may read the system's policy, which their view says too.
  policyUpdate: ['policyView', 'siloPolicyView', 'systemPolicyView', 'currentUserView'],
  projectPolicyUpdate: ['projectPolicyView'],
  siloPolicyUpdate: ['siloPolicyView', 'policyView', 'systemPolicyView', 'currentUserView'],
  systemPolicyUpdate: ['systemPolicyView', 'currentUserView'],
  siloCreate: ['siloList', 'systemQuotasList', 'siloUtilizationList'],
  siloDelete: ['siloList', 'systemQuotasList', 'siloUtilizationList', 'ipPoolSiloList', 'systemPolicyView'],
  siloQuotasUpdate: ['siloQuotasView', 'systemQuotasList', ...utilization, 'systemIssuesView'],

  // compute
  projectCreate: ['projectList'],
  projectUpdate: ['projectList', 'projectView'],
  projectDelete: ['projectList'],
  projectDeletionLockUpdate: ['projectList', 'projectView'],
  instanceCreate: [
    'diskList',
    ...addresses,
    'instanceAffinityGroupList',
    'instanceAntiAffinityGroupList',
    'affinityGroupMemberList',
    'antiAffinityGroupMemberList',
    ...subnetInterfaces,
    ...utilization,
  ],
  instanceUpdate: ['instanceList', 'instanceView', ...utilization],
  instanceDelete: [
    'diskList',
    'diskView',
    ...addresses,
    'affinityGroupMemberList',
    'antiAffinityGroupMemberList',
    ...subnetInterfaces,
    ...utilization,
  ],
  instanceDeletionLockUpdate: ['instanceList', 'instanceView'],
  instanceStart: ['instanceList', 'instanceView', ...utilization],
  instanceStop: ['instanceList', 'instanceView', ...utilization],
  instancePowerOff: ['instanceList', 'instanceView', ...utilization],
  instanceReboot: ['instanceList', 'instanceView'],
  instanceDiskAttach: attachment,
  instanceDiskDetach: attachment,
  diskCreate: ['diskList', ...utilization],
  diskDelete: ['diskList', ...utilization],
  diskDeletionLockUpdate: ['diskList', 'diskView', 'instanceDiskList'],
  diskBulkWriteImportStart: ['diskList', 'diskView'],
  diskBulkWriteImport: nothing,
  diskBulkWriteImportStop: ['diskList', 'diskView'],
  diskCancelImport: ['diskList', ...utilization],
  diskFinalizeImport: ['diskList', 'diskView', 'snapshotList', ...utilization],
  snapshotCreate: ['snapshotList', 'diskList', 'diskView', ...utilization],
  snapshotDelete: ['snapshotList', ...utilization],
  imageCreate: ['imageList', ...utilization],
  imageDelete: ['imageList', ...utilization],
  imageDeletionLockUpdate: ['imageList', 'imageView'],
  imageFetchCreate: ['imageFetchList'],
  imageFetchDelete: ['imageFetchList'],
  imagePromote: ['imageList', 'imageView'],
  imageDemote: ['imageList', 'imageView'],
  affinityGroupCreate: ['affinityGroupList'],
  affinityGroupUpdate: ['affinityGroupList', 'affinityGroupView', 'instanceAffinityGroupList'],
  affinityGroupDelete: ['affinityGroupList', 'instanceAffinityGroupList'],
  affinityGroupMemberInstanceAdd: ['affinityGroupMemberList', 'instanceAffinityGroupList'],
  affinityGroupMemberInstanceDelete: ['affinityGroupMemberList', 'instanceAffinityGroupList'],
  antiAffinityGroupCreate: ['antiAffinityGroupList'],
  antiAffinityGroupUpdate: ['antiAffinityGroupList', 'antiAffinityGroupView', 'instanceAntiAffinityGroupList'],
  antiAffinityGroupDelete: ['antiAffinityGroupList', 'instanceAntiAffinityGroupList'],
  antiAffinityGroupMemberInstanceAdd: ['antiAffinityGroupMemberList', 'instanceAntiAffinityGroupList'],
  antiAffinityGroupMemberInstanceDelete: ['antiAffinityGroupMemberList', 'instanceAntiAffinityGroupList'],
  probeCreate: ['probeList', ...poolUse],
  probeDelete: ['probeList', ...poolUse],

  // network
  vpcCreate: ['vpcList', ...vpcParts],
  vpcUpdate: ['vpcList', 'vpcView', 'vpcFirewallRulesView'],
  vpcDelete: ['vpcList', ...vpcParts],
  vpcDeletionLockUpdate: ['vpcList', 'vpcView'],
  // A subnet's route in the system router is created, renamed and deleted with it.
  vpcSubnetCreate: ['vpcSubnetList', 'vpcRouterRouteList'],
  vpcSubnetUpdate: ['vpcSubnetList', 'vpcSubnetView', 'vpcRouterRouteList'],
  vpcSubnetDelete: ['vpcSubnetList', 'vpcRouterRouteList'],
  vpcFirewallRulesUpdate: ['vpcFirewallRulesView', 'vpcList'],
  vpcRouterCreate: ['vpcRouterList'],
  vpcRouterUpdate: ['vpcRouterList', 'vpcRouterView'],
  vpcRouterDelete: ['vpcRouterList', 'vpcSubnetList', 'vpcSubnetView', 'internetGatewayList'],
  vpcRouterRouteCreate: ['vpcRouterRouteList', 'internetGatewayList'],
  vpcRouterRouteUpdate: ['vpcRouterRouteList', 'vpcRouterRouteView', 'internetGatewayList'],
  vpcRouterRouteDelete: ['vpcRouterRouteList', 'internetGatewayList'],
  internetGatewayCreate: ['internetGatewayList'],
  internetGatewayDelete: ['internetGatewayList', 'vpcRouterRouteList'],
  internetGatewayIpAddressCreate: ['internetGatewayIpAddressList', 'internetGatewayList'],
  internetGatewayIpAddressDelete: ['internetGatewayIpAddressList', 'internetGatewayList', 'vpcRouterRouteList'],
  internetGatewayIpPoolCreate: ['internetGatewayIpPoolList', 'internetGatewayList'],
  internetGatewayIpPoolDelete: ['internetGatewayIpPoolList', 'internetGatewayList', 'vpcRouterRouteList'],
  instanceNetworkInterfaceCreate: ['instanceNetworkInterfaceList', ...subnetInterfaces],
  instanceNetworkInterfaceUpdate: [
    'instanceNetworkInterfaceList',
    'instanceNetworkInterfaceView',
    'vpcSubnetListNetworkInterfaces',
  ],
  instanceNetworkInterfaceDelete: ['instanceNetworkInterfaceList', ...subnetInterfaces],
  instanceEphemeralIpAttach: addresses,
  instanceEphemeralIpDetach: addresses,
  floatingIpCreate: ['floatingIpList', ...poolUse],
  floatingIpUpdate: ['floatingIpList', 'floatingIpView', 'instanceExternalIpList', 'instanceList'],
  floatingIpDelete: ['floatingIpList', ...poolUse],
  floatingIpAttach: addresses,
  floatingIpDetach: addresses,
  ipPoolCreate: ['ipPoolList'],
  ipPoolUpdate: ['ipPoolList', 'ipPoolView', 'siloIpPoolList', 'projectIpPoolList', 'projectIpPoolView'],
  ipPoolDelete: ['ipPoolList', ...poolLinks],
  ipPoolRangeAdd: ['ipPoolRangeList', ...poolUse, 'systemIssuesView'],
  ipPoolRangeRemove: ['ipPoolRangeList', ...poolUse],
  ipPoolServiceRangeAdd: ['ipPoolServiceRangeList'],
  ipPoolServiceRangeRemove: ['ipPoolServiceRangeList'],
  ipPoolSiloLink: poolLinks,
  ipPoolSiloUpdate: poolLinks,
  ipPoolSiloUnlink: poolLinks,

  // fleet
  sledAdd: ['sledList', 'sledListUninitialized', 'systemIssuesView'],
  systemOvercommitmentUpdate: ['systemOvercommitmentView', 'sledList', 'sledView', 'systemOverview', 'utilizationView'],
  sledSetProvisionPolicy: ['sledList', 'sledView'],
  networkingAddressLotCreate: ['networkingAddressLotList'],
  networkingAddressLotDelete: ['networkingAddressLotList'],
  networkingAllowListUpdate: ['networkingAllowListView'],
  networkingInboundIcmpUpdate: ['networkingInboundIcmpView'],
  networkingLoopbackAddressCreate: ['networkingLoopbackAddressList', ...lotUses],
  networkingLoopbackAddressDelete: ['networkingLoopbackAddressList', ...lotUses],
  networkingBfdEnable: ['networkingBfdStatus'],
  networkingBfdDisable: ['networkingBfdStatus', 'systemIssuesView'],
  networkingBgpConfigCreate: ['networkingBgpConfigList', 'networkingBgpStatus', 'networkingBgpAnnounceSetList'],
  networkingBgpConfigDelete: ['networkingBgpConfigList', 'networkingBgpStatus', 'networkingBgpAnnounceSetList'],
  networkingBgpAnnounceSetUpdate: [
    'networkingBgpAnnounceSetList',
    'networkingBgpAnnouncementList',
    'networkingBgpExported',
    ...lotUses,
  ],
  networkingBgpAnnounceSetDelete: ['networkingBgpAnnounceSetList', ...lotUses],
  networkingSwitchPortSettingsCreate: [
    'networkingSwitchPortSettingsList',
    'networkingSwitchPortSettingsView',
    ...switchPort,
    'networkingBgpConfigList',
    ...lotUses,
  ],
  networkingSwitchPortSettingsDelete: ['networkingSwitchPortSettingsList', 'networkingBgpConfigList', ...lotUses],
  networkingSwitchPortApplySettings: ['networkingSwitchPortList', ...switchPort],
  networkingSwitchPortClearSettings: ['networkingSwitchPortList', ...switchPort, 'systemIssuesView'],
  networkingSwitchPortLldpConfigUpdate: [
    'networkingSwitchPortLldpConfigView',
    'networkingSwitchPortLldpNeighbors',
    'networkingSwitchPortSettingsView',
  ],
  // A query, sent as a POST for its length.
  timeseriesQuery: nothing,
  systemTimeseriesQuery: nothing,
  alertReceiverDelete: ['alertReceiverList', 'systemIssuesView'],
  alertReceiverProbe: ['alertProbeList', 'alertReceiverList'],
  alertDeliveryResend: ['alertDeliveryList'],
  alertReceiverSubscriptionAdd: alertReceivers,
  alertReceiverSubscriptionRemove: alertReceivers,
  webhookReceiverCreate: ['alertReceiverList'],
  webhookReceiverUpdate: alertReceivers,
  webhookSecretsAdd: ['webhookSecretsList', 'alertReceiverView'],
  webhookSecretsDelete: ['webhookSecretsList', 'alertReceiverView'],
  systemIssueAcknowledge: ['systemIssuesView'],
  systemIssueUnacknowledge: ['systemIssuesView'],
  sagaRetry: ['sagaList', 'sagaView', 'systemIssuesView'],
  supportBundleCreate: ['supportBundleList'],
  supportBundleDelete: ['supportBundleList', 'supportBundleView', 'systemIssuesView'],
  systemUpdatePutRepository: ['systemUpdateGetRepository'],
  systemUpdateTrustRootCreate: ['systemUpdateTrustRootList'],
  systemUpdateTrustRootDelete: ['systemUpdateTrustRootList'],
  targetReleaseUpdate: ['targetReleaseView'],
}
