import type { ChangeKind } from '@skerry/contract/rules/change-events.ts'
import type { Read } from './stale.ts'

const vpcLists = ['vpcSubnetList', 'vpcRouterList', 'internetGatewayList', 'vpcFirewallRulesView'] as const
const poolUse = ['ipPoolList', 'ipPoolUtilizationView', 'projectIpPoolList', 'siloIpPoolList'] as const
const policies = ['policyView', 'siloPolicyView', 'projectPolicyView', 'systemPolicyView'] as const
const userLists = ['userList', 'siloUserList'] as const
const utilization = ['utilizationView', 'siloUtilizationList', 'siloUtilizationView', 'systemQuotasList'] as const

/** What shows the things of a project together. */
const ofProject = ['projectOverview', 'projectHistoryList', 'siloHistoryList'] as const
const ofSystem = ['systemOverview', 'systemHistoryList'] as const
/** Histories of the things of a silo, which operators see too. */
const ofSilo = ['siloHistoryList', 'systemHistoryList'] as const

/**
 * The answers that a change reported by the event stream makes out of date; the compiler asks for every kind. Unlike
 * `staleAfter`, it knows neither what happened nor to which thing, so the views are among them.
 */
export const staleByEvent: Readonly<Record<ChangeKind, readonly Read[]>> = {
  // compute
  projects: [...ofProject, 'projectList', 'projectView'],
  instances: [
    ...ofProject,
    ...ofSystem,
    'instanceList',
    'instanceView',
    'instanceSshPublicKeyList',
    'instancePortForwardList',
    'diskList',
    'floatingIpList',
    'affinityGroupMemberList',
    'antiAffinityGroupMemberList',
    'vpcSubnetListNetworkInterfaces',
    'sledInstanceList',
    'sledList',
    'sledView',
  ],
  disks: [...ofProject, 'diskList', 'diskView', 'instanceDiskList', 'instanceView', 'snapshotList'],
  images: [...ofProject, 'imageList', 'imageView'],
  'image-fetches': [...ofProject, 'imageFetchList', 'imageFetchView'],
  snapshots: [...ofProject, 'snapshotList', 'snapshotView'],
  affinity: [
    ...ofProject,
    'affinityGroupList',
    'affinityGroupView',
    'affinityGroupMemberList',
    'affinityGroupMemberInstanceView',
    'antiAffinityGroupList',
    'antiAffinityGroupView',
    'antiAffinityGroupMemberList',
    'antiAffinityGroupMemberInstanceView',
    'instanceAffinityGroupList',
    'instanceAntiAffinityGroupList',
  ],
  probes: [...ofProject, 'probeList', 'probeView'],

  // network
  vpcs: [...ofProject, 'vpcList', 'vpcView', ...vpcLists],
  subnets: [...ofProject, 'vpcSubnetList', 'vpcSubnetView', 'vpcRouterRouteList'],
  routers: [
    ...ofProject,
    'vpcRouterList',
    'vpcRouterView',
    'vpcRouterRouteList',
    'vpcRouterRouteView',
    'internetGatewayList',
    'vpcSubnetList',
    'vpcSubnetView',
  ],
  'firewall-rules': [...ofProject, 'vpcFirewallRulesView', 'vpcList'],
  'internet-gateways': [
    ...ofProject,
    'internetGatewayList',
    'internetGatewayView',
    'internetGatewayIpAddressList',
    'internetGatewayIpPoolList',
    'vpcRouterRouteList',
  ],
  'network-interfaces': [
    ...ofProject,
    'instanceNetworkInterfaceList',
    'instanceNetworkInterfaceView',
    'vpcSubnetListNetworkInterfaces',
    'vpcSubnetList',
    'instanceList',
  ],
  'external-ips': [
    ...ofProject,
    'floatingIpList',
    'floatingIpView',
    'instanceExternalIpList',
    'instanceList',
    'probeList',
    ...poolUse,
  ],
  'ip-pools': [
    ...ofSystem,
    ...poolUse,
    'ipPoolView',
    'ipPoolRangeList',
    'ipPoolServiceRangeList',
    'ipPoolServiceView',
    'ipPoolSiloList',
    'projectIpPoolView',
    'systemIssuesView',
  ],

  // identity
  silos: [
    ...ofSystem,
    'siloHistoryList',
    'siloList',
    'siloView',
    'systemQuotasList',
    'siloUtilizationList',
    'ipPoolSiloList',
    'authSettingsView',
  ],
  users: [...ofSilo, ...userLists, 'siloUserView', 'currentUserView', ...policies],
  groups: [...ofSilo, 'groupList', 'groupView', 'currentUserGroups', ...userLists],
  policies: [...ofProject, ...ofSystem, ...policies, 'currentUserView'],
  sessions: ['userSessionList'],
  'access-tokens': ['currentUserHistoryList', 'currentUserAccessTokenList', 'userTokenList'],
  'ssh-keys': ['currentUserHistoryList', 'currentUserSshKeyList', 'currentUserSshKeyView'],
  certificates: [...ofSilo, 'certificateList', 'certificateView', 'systemIssuesView'],
  'identity-providers': [...ofSilo, 'siloIdentityProviderList', 'samlIdentityProviderView', 'loginProvidersView'],
  quotas: [...ofSystem, 'siloQuotasView', 'systemIssuesView', ...utilization],
  utilization: ['projectOverview', 'systemOverview', ...utilization],

  // fleet
  racks: ['rackList', 'rackView'],
  sleds: [
    ...ofSystem,
    'sledList',
    'sledView',
    'sledListUninitialized',
    'sledInstanceList',
    'rackList',
    'systemIssuesView',
  ],
  'physical-disks': [...ofSystem, 'physicalDiskList', 'physicalDiskView', 'sledPhysicalDiskList', 'systemIssuesView'],
  switches: [...ofSystem, 'switchList', 'switchView', 'systemIssuesView'],
  'switch-ports': [
    ...ofSystem,
    'networkingSwitchPortList',
    'networkingSwitchPortLinkList',
    'networkingSwitchPortStatus',
    'networkingSwitchPortLldpConfigView',
    'networkingSwitchPortLldpNeighbors',
    'networkingSwitchPortSettingsList',
    'networkingSwitchPortSettingsView',
    'networkingBgpConfigList',
    'networkingBgpStatus',
  ],
  'system-networking': [
    ...ofSystem,
    'networkingAddressLotList',
    'networkingAddressLotBlockList',
    'networkingLoopbackAddressList',
    'networkingBgpAnnounceSetList',
    'networkingBgpAnnouncementList',
    'networkingBgpConfigList',
    'networkingBgpExported',
    'networkingBgpStatus',
    'networkingBfdStatus',
    'networkingInboundIcmpView',
    'systemIssuesView',
  ],
  'allow-list': ['networkingAllowListView'],
  alerts: [
    ...ofSystem,
    'alertReceiverList',
    'alertReceiverView',
    'alertDeliveryList',
    'webhookSecretsList',
    'systemIssuesView',
  ],
  'support-bundles': [
    ...ofSystem,
    'supportBundleList',
    'supportBundleView',
    'supportBundleFileList',
    'systemIssuesView',
  ],
  updates: [
    ...ofSystem,
    'targetReleaseView',
    'systemUpdateGetRepository',
    'systemUpdateTrustRootList',
    'systemUpdateTrustRootView',
    'systemIssuesView',
  ],
  issues: [...ofSystem, 'systemIssuesView'],
}
