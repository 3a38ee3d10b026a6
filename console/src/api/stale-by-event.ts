import type { ChangeKind } from '@skerry/contract/rules/change-events.ts'
import type { Read } from './stale.ts'

const vpcLists = ['vpcSubnetList', 'vpcRouterList', 'internetGatewayList', 'vpcFirewallRulesView'] as const
const poolUse = ['ipPoolList', 'ipPoolUtilizationView', 'projectIpPoolList', 'siloIpPoolList'] as const
const policies = ['policyView', 'siloPolicyView', 'projectPolicyView', 'systemPolicyView'] as const
const userLists = ['userList', 'siloUserList'] as const
const utilization = ['utilizationView', 'siloUtilizationList', 'siloUtilizationView', 'systemQuotasList'] as const

/**
 * The answers that a change reported by the event stream makes out of date; the compiler asks for every kind. Unlike
 * `staleAfter`, it knows neither what happened nor to which thing, so the views are among them.
 */
export const staleByEvent: Readonly<Record<ChangeKind, readonly Read[]>> = {
  // compute
  projects: ['projectList', 'projectView'],
  instances: [
    'instanceList',
    'instanceView',
    'instanceSshPublicKeyList',
    'diskList',
    'floatingIpList',
    'affinityGroupMemberList',
    'antiAffinityGroupMemberList',
    'vpcSubnetListNetworkInterfaces',
    'sledInstanceList',
    'sledList',
    'sledView',
  ],
  disks: ['diskList', 'diskView', 'instanceDiskList', 'instanceView', 'snapshotList'],
  images: ['imageList', 'imageView'],
  'image-fetches': ['imageFetchList', 'imageFetchView'],
  snapshots: ['snapshotList', 'snapshotView'],
  affinity: [
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
  probes: ['probeList', 'probeView'],

  // network
  vpcs: ['vpcList', 'vpcView', ...vpcLists],
  subnets: ['vpcSubnetList', 'vpcSubnetView', 'vpcRouterRouteList'],
  routers: [
    'vpcRouterList',
    'vpcRouterView',
    'vpcRouterRouteList',
    'vpcRouterRouteView',
    'internetGatewayList',
    'vpcSubnetList',
    'vpcSubnetView',
  ],
  'firewall-rules': ['vpcFirewallRulesView', 'vpcList'],
  'internet-gateways': [
    'internetGatewayList',
    'internetGatewayView',
    'internetGatewayIpAddressList',
    'internetGatewayIpPoolList',
    'vpcRouterRouteList',
  ],
  'network-interfaces': [
    'instanceNetworkInterfaceList',
    'instanceNetworkInterfaceView',
    'vpcSubnetListNetworkInterfaces',
    'vpcSubnetList',
    'instanceList',
  ],
  'external-ips': [
    'floatingIpList',
    'floatingIpView',
    'instanceExternalIpList',
    'instanceList',
    'probeList',
    ...poolUse,
  ],
  'ip-pools': [
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
  silos: ['siloList', 'siloView', 'systemQuotasList', 'siloUtilizationList', 'ipPoolSiloList', 'authSettingsView'],
  users: [...userLists, 'siloUserView', 'currentUserView', ...policies],
  groups: ['groupList', 'groupView', 'currentUserGroups', ...userLists],
  policies: [...policies, 'currentUserView'],
  sessions: ['userSessionList'],
  'access-tokens': ['currentUserAccessTokenList', 'userTokenList'],
  'ssh-keys': ['currentUserSshKeyList', 'currentUserSshKeyView'],
  certificates: ['certificateList', 'certificateView', 'systemIssuesView'],
  'identity-providers': ['siloIdentityProviderList', 'samlIdentityProviderView'],
  quotas: ['siloQuotasView', 'systemIssuesView', ...utilization],
  utilization,

  // fleet
  racks: ['rackList', 'rackView'],
  sleds: ['sledList', 'sledView', 'sledListUninitialized', 'sledInstanceList', 'rackList', 'systemIssuesView'],
  'physical-disks': ['physicalDiskList', 'physicalDiskView', 'sledPhysicalDiskList', 'systemIssuesView'],
  switches: ['switchList', 'switchView', 'systemIssuesView'],
  'switch-ports': [
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
  alerts: ['alertReceiverList', 'alertReceiverView', 'alertDeliveryList', 'webhookSecretsList', 'systemIssuesView'],
  'support-bundles': ['supportBundleList', 'supportBundleView', 'supportBundleFileList', 'systemIssuesView'],
  updates: [
    'targetReleaseView',
    'systemUpdateGetRepository',
    'systemUpdateTrustRootList',
    'systemUpdateTrustRootView',
    'systemIssuesView',
  ],
  issues: ['systemIssuesView'],
}
