import type { AttentionItem, AttentionKind } from '~/api/types.gen.ts'
import { instancePath } from '~/compute/instances/queries.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

interface KindWords {
  /** What is wrong with it. */
  text: (item: AttentionItem) => string
  /** `text` has its reason. */
  hasReason?: true
  /** Where it is repaired. */
  pathOf: (project: string, name: string, id: string) => Path
}

const disk = (project: string, name: string) => pathTo('/projects/$project/disks/$disk', { project, disk: name })
const snapshot = (project: string, name: string) =>
  pathTo('/projects/$project/snapshots/$snapshot', { project, snapshot: name })
const floatingIps = (project: string) => pathTo('/projects/$project/floating-ips', { project })

/** What each kind is called, and where it is repaired. */
export const attentionKinds: Record<AttentionKind, KindWords> = {
  instance_failed: { text: () => 'Instance failed', pathOf: instancePath },
  instance_paused: { text: () => 'Instance paused', pathOf: instancePath },
  instance_slow: {
    text: ({ reason }) => `Instance ${reason} for unusually long:`,
    hasReason: true,
    pathOf: instancePath,
  },
  disk_faulted: { text: () => 'Disk faulted', pathOf: disk },
  disk_import_unfinished: { text: () => 'Import into disk not finished', pathOf: disk },
  disk_unattached: { text: () => 'Disk not attached to an instance', pathOf: disk },
  snapshot_faulted: { text: () => 'Snapshot faulted', pathOf: snapshot },
  snapshot_slow: { text: () => 'Snapshot takes unusually long', pathOf: snapshot },
  image_faulted: {
    text: () => 'Image faulted',
    pathOf: (project, image) => pathTo('/projects/$project/images/$image/edit', { project, image }),
  },
  image_fetch_failed: {
    text: () => 'Image could not be fetched',
    pathOf: (project) => pathTo('/projects/$project/images', { project }),
  },
  floating_ip_unattached: { text: () => 'Floating IP not attached to an instance', pathOf: floatingIps },
  ip_pool_full: { text: () => 'No address left in IP pool', pathOf: floatingIps },
  certificate_expiring: {
    text: ({ severity, reason }) => `Certificate ${severity === 'critical' ? 'expired' : 'expires'} on ${reason}:`,
    pathOf: (_project, _name, certificate) => pathTo('/certificates/$certificate', { certificate }),
    hasReason: true,
  },
}
