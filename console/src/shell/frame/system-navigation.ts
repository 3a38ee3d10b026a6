import {
  Bell,
  Bot,
  Building2,
  ChartLine,
  ChartSpline,
  CircleArrowUp,
  Cpu,
  Gauge,
  Globe,
  LayoutDashboard,
  PackageOpen,
  ScrollText,
  ShieldCheck,
  TriangleAlert,
  UsersRound,
  Workflow,
} from 'lucide-react'
import type { NavItem, NavPlace } from './navigation.ts'

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

/** The sidebar of the system, in its order. */
export const systemNavigation: readonly NavItem[] = [
  { label: 'Overview', icon: LayoutDashboard, to: () => '/system/overview', needs: 'systemOverview' },
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
]
