import type { SystemIssue, SystemIssueKind } from '~/api/types.gen.ts'
import { rackPath } from '~/fleet/racks/queries.ts'
import { sledPath } from '~/fleet/sleds/queries.ts'
import { switchPortPath } from '~/fleet/switch-ports/queries.ts'
import { switchPath } from '~/fleet/switches/queries.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

/** The user. */
export interface Operator {
  /** The name of their silo. */
  silo: string | undefined
  /** Whether the user has a role in it, which resources in projects need. */
  seesProjects: boolean
}

interface KindWords {
  /** Of one such issue. */
  label: string
  /** The screen of the thing, where operators have one. */
  pathOf: (issue: SystemIssue, operator: Operator) => Path | undefined
}

/** What each kind of issue is called, and where it is looked into. */
export const issueKinds: Record<SystemIssueKind, KindWords> = {
  sled: { label: 'Sled', pathOf: ({ id }) => sledPath(id) },
  physical_disk: {
    label: 'Physical disk',
    pathOf: ({ id }) => pathTo('/system/inventory/disks/$diskId', { diskId: id }),
  },
  rack: { label: 'Rack', pathOf: ({ id }) => rackPath(id) },
  switch: { label: 'Switch', pathOf: ({ id }) => switchPath(id) },
  storage: { label: 'Storage', pathOf: ({ id }) => sledPath(id) },
  uninitialized_sled: { label: 'New sled', pathOf: () => '/system/inventory/sleds-uninitialized' },
  disk: {
    label: 'Disk',
    // Only users of its silo see a disk: the link leads to the silo's admins.
    pathOf({ name, siloName: silo, projectName: project }, operator) {
      if (!silo || !project) return undefined
      return operator.seesProjects && silo === operator.silo
        ? pathTo('/projects/$project/disks/$disk', { project, disk: name })
        : pathTo('/system/silos/$silo/access', { silo })
    },
  },
  bgp_session: {
    label: 'BGP session',
    pathOf: ({ switchPortId }) => (switchPortId ? switchPortPath(switchPortId) : '/system/networking/bgp/peers'),
  },
  bfd_session: { label: 'BFD session', pathOf: () => '/system/networking/bfd' },
  ip_pool: { label: 'IP pool', pathOf: ({ name }) => pathTo('/system/networking/ip-pools/$pool', { pool: name }) },
  quota: { label: 'Quota', pathOf: ({ name }) => pathTo('/system/silos/$silo/quotas', { silo: name }) },
  certificate: {
    label: 'Certificate',
    // Certificates of other silos are their admins' own.
    pathOf: ({ id, siloName }, { silo }) =>
      siloName === silo
        ? pathTo('/certificates/$certificate', { certificate: id })
        : siloName
          ? pathTo('/system/silos/$silo', { silo: siloName })
          : undefined,
  },
  alert_deliveries: {
    label: 'Alert receiver',
    pathOf: ({ name }) => pathTo('/system/alerts/$receiver/deliveries', { receiver: name }),
  },
  support_bundle: {
    label: 'Support bundle',
    pathOf: ({ id }) => pathTo('/system/support-bundles/$bundle', { bundle: id }),
  },
  release_component: { label: 'Update', pathOf: () => '/system/updates' },
  machine: { label: 'Unknown machine', pathOf: () => '/system/inventory/sleds' },
  reconciliation: { label: 'Reconciliation', pathOf: () => '/system/inventory/sleds' },
  saga: { label: 'Saga', pathOf: () => '/system/sagas' },
  task: { label: 'Task', pathOf: () => undefined },
  platform: { label: 'Platform call', pathOf: () => undefined },
}
