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
import { type Path, pathTo } from './path.ts'

export type Area = 'silo' | 'project' | 'system' | 'settings'

export interface NavPlace {
  label: string
  to: Path
}

export interface NavItem {
  label: string
  icon: LucideIcon
  /** The item is highlighted on every path that begins with it, `-new` routes too. */
  to: (project: string) => Path
  /** Second key of `g …`. */
  key?: string
  /** For admins of the silo alone: to nobody else is it of use. */
  adminsOnly?: true
  /** Shown at the end of its line. */
  badge?: 'issues'
  /** The screens of a part of the area, shown below its item while one of them is open; the item leads to the first. */
  places?: readonly NavPlace[]
}

const networking: readonly [NavPlace, ...NavPlace[]] = [
  { label: 'IP Pools', to: '/system/networking/ip-pools' },
  { label: 'Address Lots', to: '/system/networking/address-lots' },
  { label: 'BGP', to: '/system/networking/bgp' },
  { label: 'BFD', to: '/system/networking/bfd' },
  { label: 'Loopback Addresses', to: '/system/networking/loopback-addresses' },
  { label: 'Switch Ports', to: '/system/networking/switch-ports' },
  { label: 'Switch Port Settings', to: '/system/networking/switch-port-settings' },
  { label: 'Allow List', to: '/system/networking/allow-list' },
  { label: 'Inbound ICMP', to: '/system/networking/inbound-icmp' },
]

const alerts: readonly NavPlace[] = [
  { label: 'Receivers', to: '/system/alerts' },
  { label: 'Alert Classes', to: '/system/alert-classes' },
]

/** The sidebar of each area. A screen that is new adds its line here, in the order of the sidebar. */
export const navigation: Record<Area, readonly NavItem[]> = {
  silo: [
    { label: 'Projects', icon: Folder, to: () => '/projects', key: 'p' },
    { label: 'Images', icon: Disc3, to: () => '/images' },
    { label: 'Utilization', icon: ChartSpline, to: () => '/utilization' },
    { label: 'Access', icon: UsersRound, to: () => '/access' },
    { label: 'Certificates', icon: BadgeCheck, to: () => '/certificates', adminsOnly: true },
    { label: 'Sign-in Settings', icon: LogIn, to: () => '/auth-settings', adminsOnly: true },
  ],
  project: [
    {
      label: 'Instances',
      icon: Server,
      to: (project) => pathTo('/projects/$project/instances', { project }),
      key: 'i',
    },
    { label: 'Disks', icon: HardDrive, to: (project) => pathTo('/projects/$project/disks', { project }), key: 'd' },
    { label: 'Snapshots', icon: Camera, to: (project) => pathTo('/projects/$project/snapshots', { project }) },
    { label: 'Images', icon: Disc3, to: (project) => pathTo('/projects/$project/images', { project }) },
    { label: 'VPCs', icon: Network, to: (project) => pathTo('/projects/$project/vpcs', { project }), key: 'n' },
    { label: 'Floating IPs', icon: MapPin, to: (project) => pathTo('/projects/$project/floating-ips', { project }) },
    { label: 'Affinity Groups', icon: Boxes, to: (project) => pathTo('/projects/$project/affinity', { project }) },
    { label: 'Probes', icon: Radar, to: (project) => pathTo('/projects/$project/probes', { project }) },
    { label: 'Metrics', icon: ChartLine, to: (project) => pathTo('/projects/$project/metrics', { project }) },
    { label: 'Access', icon: UsersRound, to: (project) => pathTo('/projects/$project/access', { project }) },
  ],
  system: [
    { label: 'Issues', icon: TriangleAlert, to: () => '/system/issues', badge: 'issues' },
    { label: 'Silos', icon: Building2, to: () => '/system/silos' },
    { label: 'Utilization', icon: ChartSpline, to: () => '/system/utilization' },
    { label: 'Quotas', icon: Gauge, to: () => '/system/quotas' },
    { label: 'Inventory', icon: Cpu, to: () => '/system/inventory' },
    { label: 'Networking', icon: Globe, to: () => networking[0].to, places: networking },
    { label: 'Alerts', icon: Bell, to: () => '/system/alerts', places: alerts },
    { label: 'Support Bundles', icon: PackageOpen, to: () => '/system/support-bundles' },
    { label: 'Updates', icon: CircleArrowUp, to: () => '/system/updates' },
    { label: 'Metrics', icon: ChartLine, to: () => '/system/metrics' },
    { label: 'Audit Log', icon: ScrollText, to: () => '/system/audit-log' },
    { label: 'Sagas', icon: Workflow, to: () => '/system/sagas' },
    { label: 'Fleet Access', icon: UsersRound, to: () => '/system/access' },
    { label: 'Roles', icon: ShieldCheck, to: () => '/system/roles' },
    { label: 'Built-in Users', icon: Bot, to: () => '/system/users-builtin' },
  ],
  settings: [
    { label: 'Profile', icon: UserRound, to: () => '/settings/profile' },
    { label: 'SSH Keys', icon: KeyRound, to: () => '/settings/ssh-keys' },
    { label: 'Access Tokens', icon: Ticket, to: () => '/settings/access-tokens' },
  ],
}

/** Whether an item leads to the page at `path`: `/disks/…`, `/disks-new`, `/affinity-groups/…`. */
export const isCurrent = (to: string, path: string): boolean =>
  path === to || path.startsWith(`${to}/`) || path.startsWith(`${to}-`)

/** Items with the places below them, in one row. */
export const flatten = (items: readonly (NavPlace & Pick<NavItem, 'places'>)[]): NavPlace[] =>
  items.flatMap(({ label, to, places = [] }) => [{ label, to }, ...places])
