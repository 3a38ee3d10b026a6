import type { Page } from '@playwright/test'

export interface Screen {
  /** Names its pictures. */
  name: string
  /** `{disk}` and the like stand for the id of the first of a list: `firstOf`. */
  path: string
  /** Who looks: the first admin unless named, or nobody. */
  as?: 'nobody'
  /** What is done before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
}

/** Lists that name their things by id alone in URLs. */
export const firstOf: Readonly<Record<string, string>> = {
  disk: '/v1/system/hardware/disks',
  entry: '/v1/system/audit-log',
  port: '/v1/system/hardware/switch-port',
  rack: '/v1/system/hardware/racks',
  sled: '/v1/system/hardware/sleds',
  switch: '/v1/system/hardware/switches',
}

const P = '/projects/harbour-logistics'
const instance = `${P}/instances/berth-api-1`
const failed = `${P}/instances/customs-gateway`
const vpc = `${P}/vpcs/default`
const networking = '/system/networking'

const click = (role: 'button' | 'checkbox' | 'tab', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().click()

/** One of each kind of screen, and what else has a look of its own. */
export const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/login/default/local', as: 'nobody' },
  { name: 'sign-in-saml', path: '/login/north-quay/saml/harbour-sso', as: 'nobody' },
  { name: 'sign-in-silo', path: '/login', as: 'nobody' },
  { name: 'device-verify', path: '/device/verify' },
  { name: 'page-not-found', path: '/nothing-here' },
  { name: 'profile', path: '/settings/profile' },
  { name: 'ssh-keys', path: '/settings/ssh-keys' },
  { name: 'ssh-keys-new', path: '/settings/ssh-keys-new' },
  { name: 'projects', path: '/projects' },
  { name: 'projects-new', path: '/projects-new' },
  { name: 'project-overview', path: `${P}/overview` },
  { name: 'project-overview-empty', path: '/projects/sandbox/overview' },
  { name: 'project-history', path: `${P}/history` },
  { name: 'project-delete', path: `${P}/delete` },
  { name: 'silo-images', path: '/images' },
  { name: 'utilization', path: '/utilization' },
  { name: 'access', path: '/access' },
  { name: 'users', path: '/access/users' },
  { name: 'certificates', path: '/certificates' },
  { name: 'auth-settings', path: '/auth-settings' },
  { name: 'instances', path: `${P}/instances` },
  { name: 'instances-selected', path: `${P}/instances`, act: click('checkbox', 'Select berth-api-1') },
  {
    name: 'instances-menu',
    path: `${P}/instances`,
    act: click('button', 'Row actions'),
  },
  { name: 'instances-empty', path: '/projects/sandbox/instances' },
  { name: 'instances-new', path: `${P}/instances-new` },
  { name: 'instance-storage', path: `${instance}/storage` },
  { name: 'instance-networking', path: `${instance}/networking` },
  { name: 'instance-metrics', path: `${instance}/metrics/cpu` },
  { name: 'instance-connect', path: `${instance}/connect` },
  { name: 'instance-settings', path: `${instance}/settings` },
  { name: 'instance-failed', path: `${failed}/storage` },
  { name: 'disks', path: '/projects/ais-archive/disks' },
  { name: 'disks-new', path: `${P}/disks-new` },
  { name: 'disk', path: `${P}/disks/berth-book` },
  { name: 'snapshots', path: `${P}/snapshots` },
  { name: 'images-new', path: `${P}/images-new` },
  { name: 'floating-ips', path: `${P}/floating-ips` },
  { name: 'vpcs', path: `${P}/vpcs` },
  { name: 'firewall-rules', path: `${vpc}/firewall-rules` },
  { name: 'firewall-rules-new', path: `${vpc}/firewall-rules-new` },
  { name: 'subnets', path: `${vpc}/subnets` },
  { name: 'router', path: `${vpc}/routers/system` },
  { name: 'topology', path: `${vpc}/topology` },
  { name: 'affinity', path: `${P}/affinity` },
  { name: 'project-metrics', path: `${P}/metrics` },
  { name: 'quick-actions', path: `${P}/instances`, act: (page) => page.keyboard.press('ControlOrMeta+k') },
  { name: 'system-overview', path: '/system/overview' },
  { name: 'silos', path: '/system/silos' },
  { name: 'silos-new', path: '/system/silos-new' },
  { name: 'silo', path: '/system/silos/north-quay/idps' },
  { name: 'system-utilization', path: '/system/utilization' },
  { name: 'quotas', path: '/system/quotas' },
  { name: 'issues', path: '/system/issues' },
  { name: 'sleds', path: '/system/inventory/sleds' },
  { name: 'sled', path: '/system/inventory/sleds/{sled}/instances' },
  { name: 'rack', path: '/system/inventory/racks/{rack}' },
  { name: 'switch', path: '/system/inventory/switches/{switch}' },
  { name: 'ip-pool', path: `${networking}/ip-pools/default` },
  { name: 'bgp-peers', path: `${networking}/bgp/peers` },
  { name: 'switch-port-settings-new', path: `${networking}/switch-port-settings-new` },
  { name: 'allow-list', path: `${networking}/allow-list` },
  { name: 'alert-deliveries', path: '/system/alerts/watch-room/deliveries' },
  { name: 'updates', path: '/system/updates' },
  { name: 'audit-log', path: '/system/audit-log' },
  { name: 'schemas', path: '/system/metrics/schemas' },
]
