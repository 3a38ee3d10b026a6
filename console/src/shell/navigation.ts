import {
  BadgeCheck,
  Bell,
  Bot,
  Boxes,
  Building2,
  Camera,
  ChartLine,
  ChartSpline,
  CircleArrowUp,
  Cpu,
  Disc3,
  Folder,
  Gauge,
  Globe,
  HardDrive,
  KeyRound,
  LogIn,
  type LucideIcon,
  MapPin,
  Network,
  PackageOpen,
  Radar,
  ScrollText,
  Server,
  ShieldCheck,
  Ticket,
  TriangleAlert,
  UserRound,
  UsersRound,
  Workflow,
} from 'lucide-react'
import type { Operation } from '~/api/client.ts'
import { type Path, pathTo } from './path.ts'

export type Area = 'silo' | 'project' | 'system' | 'settings'

export interface NavPlace {
  label: string
  to: Path
  /** The operation that its page reads first: without it on the server the link is hidden. */
  needs?: Operation
}

export interface NavItem extends Pick<NavPlace, 'label' | 'needs'> {
  icon: LucideIcon
  /** The item is highlighted on every path that begins with it, `-new` routes too. */
  to: (project: string) => Path
  /** Second key of `g …`. */
  key?: string
  /** For admins of the silo alone. */
  adminsOnly?: true
  /** Shown at the end of its line. */
  badge?: 'issues'
  /** The screens of a part of the area, shown below its item while one of them is open; the item leads to the first. */
  places?: readonly NavPlace[]
}

const networking: readonly [NavPlace, ...NavPlace[]] = [
  { label: 'IP Pools', to: '/system/networking/ip-pools', needs: 'ipPoolList' },
  { label: 'Address Lots', to: '/system/networking/address-lots', needs: 'networkingAddressLotList' },
  { label: 'BGP', to: '/system/networking/bgp', needs: 'networkingBgpConfigList' },
  { label: 'BFD', to: '/system/networking/bfd', needs: 'networkingBfdStatus' },
  { label: 'Loopback Addresses', to: '/system/networking/loopback-addresses', needs: 'networkingLoopbackAddressList' },
  { label: 'Switch Ports', to: '/system/networking/switch-ports', needs: 'networkingSwitchPortList' },
  {
    label: 'Switch Port Settings',
    to: '/system/networking/switch-port-settings',
    needs: 'networkingSwitchPortSettingsList',
  },
  { label: 'Allow List', to: '/system/networking/allow-list', needs: 'networkingAllowListView' },
  { label: 'Inbound ICMP', to: '/system/networking/inbound-icmp', needs: 'networkingInboundIcmpView' },
]

const alerts: readonly NavPlace[] = [
  { label: 'Receivers', to: '/system/alerts', needs: 'alertReceiverList' },
  { label: 'Alert Classes', to: '/system/alert-classes', needs: 'alertClassList' },
]

/** The sidebar of each area. Add new screens here, in the order of the sidebar. */
export const navigation: Record<Area, readonly NavItem[]> = {
  silo: [
    { label: 'Projects', icon: Folder, to: () => '/projects', key: 'p', needs: 'projectList' },
    { label: 'Images', icon: Disc3, to: () => '/images', needs: 'imageList' },
    { label: 'Utilization', icon: ChartSpline, to: () => '/utilization', needs: 'utilizationView' },
    { label: 'Access', icon: UsersRound, to: () => '/access' },
    { label: 'Certificates', icon: BadgeCheck, to: () => '/certificates', adminsOnly: true, needs: 'certificateList' },
    { label: 'Sign-in Settings', icon: LogIn, to: () => '/auth-settings', adminsOnly: true, needs: 'authSettingsView' },
  ],
  project: [
    {
      label: 'Instances',
      needs: 'instanceList',
      icon: Server,
      to: (project) => pathTo('/projects/$project/instances', { project }),
      key: 'i',
    },
    {
      label: 'Disks',
      icon: HardDrive,
      to: (project) => pathTo('/projects/$project/disks', { project }),
      key: 'd',
      needs: 'diskList',
    },
    {
      label: 'Snapshots',
      icon: Camera,
      to: (project) => pathTo('/projects/$project/snapshots', { project }),
      needs: 'snapshotList',
    },
    {
      label: 'Images',
      icon: Disc3,
      to: (project) => pathTo('/projects/$project/images', { project }),
      needs: 'imageList',
    },
    {
      label: 'VPCs',
      icon: Network,
      to: (project) => pathTo('/projects/$project/vpcs', { project }),
      key: 'n',
      needs: 'vpcList',
    },
    {
      label: 'Floating IPs',
      icon: MapPin,
      to: (project) => pathTo('/projects/$project/floating-ips', { project }),
      needs: 'floatingIpList',
    },
    {
      label: 'Affinity Groups',
      icon: Boxes,
      to: (project) => pathTo('/projects/$project/affinity', { project }),
      needs: 'antiAffinityGroupList',
    },
    {
      label: 'Probes',
      icon: Radar,
      to: (project) => pathTo('/projects/$project/probes', { project }),
      needs: 'probeList',
    },
    { label: 'Metrics', icon: ChartLine, to: (project) => pathTo('/projects/$project/metrics', { project }) },
    { label: 'Access', icon: UsersRound, to: (project) => pathTo('/projects/$project/access', { project }) },
  ],
  system: [
    { label: 'Issues', icon: TriangleAlert, to: () => '/system/issues', badge: 'issues', needs: 'systemIssuesView' },
    { label: 'Silos', icon: Building2, to: () => '/system/silos', needs: 'siloList' },
    { label: 'Utilization', icon: ChartSpline, to: () => '/system/utilization', needs: 'siloUtilizationList' },
    { label: 'Quotas', icon: Gauge, to: () => '/system/quotas', needs: 'systemQuotasList' },
    { label: 'Inventory', icon: Cpu, to: () => '/system/inventory' },
    { label: 'Networking', icon: Globe, to: () => networking[0].to, places: networking },
    { label: 'Alerts', icon: Bell, to: () => '/system/alerts', places: alerts },
    { label: 'Support Bundles', icon: PackageOpen, to: () => '/system/support-bundles', needs: 'supportBundleList' },
    { label: 'Updates', icon: CircleArrowUp, to: () => '/system/updates', needs: 'targetReleaseView' },
    { label: 'Metrics', icon: ChartLine, to: () => '/system/metrics', needs: 'systemTimeseriesSchemaList' },
    { label: 'Audit Log', icon: ScrollText, to: () => '/system/audit-log', needs: 'auditLogList' },
    { label: 'Sagas', icon: Workflow, to: () => '/system/sagas', needs: 'sagaList' },
    { label: 'Fleet Access', icon: UsersRound, to: () => '/system/access', needs: 'systemPolicyView' },
    { label: 'Roles', icon: ShieldCheck, to: () => '/system/roles', needs: 'roleList' },
    { label: 'Built-in Users', icon: Bot, to: () => '/system/users-builtin', needs: 'userBuiltinList' },
  ],
  settings: [
    { label: 'Profile', icon: UserRound, to: () => '/settings/profile' },
    { label: 'SSH Keys', icon: KeyRound, to: () => '/settings/ssh-keys', needs: 'currentUserSshKeyList' },
    { label: 'Access Tokens', icon: Ticket, to: () => '/settings/access-tokens', needs: 'currentUserAccessTokenList' },
  ],
}

/** Whether an item leads to the page at `path`: `/disks/…`, `/disks-new`, `/affinity-groups/…`. */
export const isCurrent = (to: string, path: string): boolean =>
  path === to || path.startsWith(`${to}/`) || path.startsWith(`${to}-`)

export const flatten = (items: readonly (NavPlace & Pick<NavItem, 'places'>)[]): NavPlace[] =>
  items.flatMap(({ label, to, places = [] }) => [{ label, to }, ...places])
