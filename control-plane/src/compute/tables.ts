import type { ImageChecksum } from '@skerry/contract/compute/image-fetches.ts'
import type { DiskStateName } from '@skerry/contract/rules/disks.ts'
import type { ImageFetchStateName } from '@skerry/contract/rules/image-fetches.ts'
import type { InstanceConditionKind, InstanceFirmware, InstanceState } from '@skerry/contract/rules/instances.ts'
import type { SnapshotStateName } from '@skerry/contract/rules/snapshots.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Int8, Json, Lockable, Named } from '../kernel/database/columns.ts'

interface ProjectTable extends Named, Lockable {
  silo_id: string
}

interface InstanceTable extends Named, Lockable {
  project_id: string
  hostname: string
  ncpus: number
  memory: Int8
  run_state: InstanceState
  intent: 'running' | 'stopped'
  boot_disk_id: string | null
  auto_restart_policy: 'never' | 'best_effort' | null
  firmware: Generated<InstanceFirmware>
  /** Why its latest start was refused. */
  start_refusal: Generated<string | null>
  time_last_auto_restarted: Date | null
  time_run_state_updated: Date
  /** The present run of its machine, as the platform calls it. */
  run_id: Generated<string | null>
  time_booted: Date | null
  /** The condition in which its machine executes nothing; null while it executes. */
  condition: Generated<InstanceConditionKind | null>
  condition_detail: Generated<string | null>
  time_condition: Generated<Date | null>
  sled_id: string | null
  /** The sled it is migrating to. */
  migration_sled_id: Generated<string | null>
  /** When a failed instance may be restarted automatically. */
  auto_restart_due: Generated<Date | null>
  saga_id: string | null
}

interface InstanceUserDataTable {
  instance_id: string
  user_data: Uint8Array
}

interface InstanceSshKeyTable extends Named {
  instance_id: string
  user_id: string
  public_key: string
}

interface SnapshotTable extends Named {
  project_id: string
  disk_id: string
  size: Int8
  block_size: number
  state: SnapshotStateName
  saga_id: string | null
  /** Digest of the uploaded file, if it is the snapshot of an import. */
  digest: ColumnType<FileDigest | null, string | null | undefined, string | null>
}

interface FileDigest {
  type: 'sha256'
  value: string
}

/** Source of an image's content. */
export type ImageOrigin = { kind: 'snapshot'; id: string } | { kind: 'empty' } | { kind: 'url'; url: string }

interface ImageTable extends Named, Lockable {
  silo_id: string
  project_id: string | null
  os: string
  version: string
  size: Int8
  block_size: number
  digest: Json<FileDigest> | null
  source: Json<ImageOrigin>
  /** `faulted`: its content is lost. */
  state: 'creating' | 'ready' | 'faulted'
  time_state_updated: Generated<Date>
  saga_id: string | null
}

interface ImageFetchTable extends Named {
  silo_id: string
  project_id: string | null
  os: string
  version: string
  url: string
  checksum_url: string | null
  checksum: Json<ImageChecksum> | null
  requested_size: Int8 | null
  size: Int8 | null
  state: ImageFetchStateName
  bytes_received: Int8
  bytes_total: Int8 | null
  etag: Generated<string | null>
  reason_for_failure: Generated<string | null>
  retry_reason: Generated<string | null>
  saga_id: string | null
}

interface DiskTable extends Named, Lockable {
  project_id: string
  size: Int8
  block_size: number
  state: DiskStateName
  time_state_updated: Generated<Date>
  instance_id: string | null
  source: 'blank' | 'import' | 'snapshot' | 'image'
  image_id: string | null
  snapshot_id: string | null
  has_volume: Generated<boolean>
  finalized: boolean
  import_generation: Generated<number>
  saga_id: string | null
}

interface DiskImportTable {
  disk_id: string
  /** Bytes from the disk's start to where it was written last. */
  written_end: Int8
}

interface AffinityGroupTable extends Named {
  project_id: string
  kind: 'affinity' | 'anti_affinity'
  policy: 'allow' | 'fail'
  failure_domain: 'sled'
}

interface AffinityGroupMemberTable {
  group_id: string
  instance_id: string
}

interface ProbeTable extends Named {
  project_id: string
  sled_id: string
  interface_id: string
  vpc_id: string
  subnet_id: string
  ip: string
  mac: string
}

declare module '../kernel/database/tables.ts' {
  interface Tables {
    projects: ProjectTable
    instances: InstanceTable
    instance_ssh_keys: InstanceSshKeyTable
    instance_user_data: InstanceUserDataTable
    snapshots: SnapshotTable
    images: ImageTable
    image_fetches: ImageFetchTable
    disks: DiskTable
    disk_imports: DiskImportTable
    affinity_groups: AffinityGroupTable
    affinity_group_members: AffinityGroupMemberTable
    probes: ProbeTable
  }
}
