import type { Role } from '@skerry/contract/rules/roles.ts'
import {
  BadgeCheck,
  Boxes,
  Camera,
  ChartLine,
  ChartSpline,
  Disc3,
  Folder,
  HardDrive,
  History,
  KeyRound,
  LayoutDashboard,
  LogIn,
  type LucideIcon,
  MapPin,
  Network,
  Radar,
  Server,
  Ticket,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { Operation } from '~/api/routes.ts'
import { type Path, pathTo } from '../paths/path.ts'

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
  /** The weakest role in the silo that its page is for. */
  siloRole?: Role
  /** Shown at the end of its line. */
  badge?: 'issues'
  /** The screens of a part of the area, shown below its item while one of them is open; the item leads to the first. */
  places?: readonly NavPlace[]
}

/** The sidebar of each area: add new screens in its order. That of the system is set once its tables are loaded. */
export const navigation: Record<Area, readonly NavItem[]> = {
  silo: [
    { label: 'Projects', icon: Folder, to: () => '/projects', key: 'p', needs: 'projectList' },
    { label: 'Images', icon: Disc3, to: () => '/images', siloRole: 'viewer', needs: 'imageList' },
    { label: 'Utilization', icon: ChartSpline, to: () => '/utilization', needs: 'utilizationView' },
    { label: 'Access', icon: UsersRound, to: () => '/access' },
    { label: 'Certificates', icon: BadgeCheck, to: () => '/certificates', siloRole: 'admin', needs: 'certificateList' },
    {
      label: 'Sign-in Settings',
      icon: LogIn,
      to: () => '/auth-settings',
      siloRole: 'admin',
      needs: 'authSettingsView',
    },
    { label: 'History', icon: History, to: () => '/history', siloRole: 'admin', needs: 'siloHistoryList' },
  ],
  project: [
    {
      label: 'Overview',
      needs: 'projectOverview',
      icon: LayoutDashboard,
      to: (project) => pathTo('/projects/$project/overview', { project }),
    },
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
    {
      label: 'History',
      icon: History,
      to: (project) => pathTo('/projects/$project/history', { project }),
      needs: 'projectHistoryList',
    },
  ],
  system: [],
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
