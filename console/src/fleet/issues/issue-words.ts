import type { SystemIssue, SystemIssueKind } from '~/api/types.gen.ts'
import { sledPath } from '~/fleet/sleds/queries.ts'
import { type Path, pathTo } from '~/shell/path.ts'

interface KindWords {
  /** Of one such issue. */
  label: string
  /** The screen of the thing, where operators have one. @param ownSilo the name of their silo */
  pathOf: (issue: SystemIssue, ownSilo: string | undefined) => Path | undefined
}

/** What each kind of issue is called, and where it is looked into. */
export const issueKinds: Record<SystemIssueKind, KindWords> = {
  sled: { label: 'Sled', pathOf: ({ id }) => sledPath(id) },
  physical_disk: {
    label: 'Physical disk',
    pathOf: ({ id }) => pathTo('/system/inventory/disks/$diskId', { diskId: id }),
  },
  uninitialized_sled: { label: 'New sled', pathOf: () => '/system/inventory/sleds-uninitialized' },
  disk: { label: 'Disk', pathOf: ({ siloName: silo }) => (silo ? pathTo('/system/silos/$silo', { silo }) : undefined) },
  bgp_session: { label: 'BGP session', pathOf: () => '/system/networking/bgp/peers' },
  bfd_session: { label: 'BFD session', pathOf: () => '/system/networking/bfd' },
  ip_pool: { label: 'IP pool', pathOf: ({ name }) => pathTo('/system/networking/ip-pools/$pool', { pool: name }) },
  quota: { label: 'Quota', pathOf: ({ name }) => pathTo('/system/silos/$silo/quotas', { silo: name }) },
  certificate: {
    label: 'Certificate',
    // Certificates of other silos are their admins' own.
    pathOf: ({ id, siloName }, ownSilo) =>
      siloName === ownSilo
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
  saga: { label: 'Saga', pathOf: () => '/system/sagas' },
}
