/** Things in projects: each change of one is reported to all who may read the project. */
export const projectKinds = [
  'projects',
  'instances',
  'disks',
  'images',
  'image-fetches',
  'snapshots',
  'affinity',
  'probes',
  'vpcs',
  'subnets',
  'routers',
  'firewall-rules',
  'internet-gateways',
  'network-interfaces',
  'external-ips',
] as const

/** What a change may be about. The triggers `note_change` in `control-plane/schema.sql` name one for each table. */
export const changeKinds = [
  ...projectKinds,
  'ip-pools',
  'silos',
  'users',
  'groups',
  'policies',
  'sessions',
  'access-tokens',
  'ssh-keys',
  'certificates',
  'identity-providers',
  'quotas',
  'utilization',
  'racks',
  'sleds',
  'physical-disks',
  'switches',
  'switch-ports',
  'system-networking',
  'allow-list',
  'alerts',
  'support-bundles',
  'updates',
  'issues',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** That something of a kind changed, and where: never what it is now. */
export interface ChangeEvent {
  kind: ChangeKind
  /** Id of the project, for what is in one. */
  project?: string
}

/** The longest time in seconds for which a new stream repeats what changed before it. */
export const MAX_REPLAY_SECONDS = 600
