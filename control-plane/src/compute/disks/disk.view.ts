import type { Disk, DiskState } from '@skerry/contract/compute/disks.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/values/time.ts'

/** The columns that a view shows. */
export const DISK_COLUMNS = [
  'id',
  'name',
  'description',
  'project_id',
  'size',
  'block_size',
  'image_id',
  'snapshot_id',
  'state',
  'instance_id',
  'deletion_locked',
  'time_created',
  'time_modified',
] as const satisfies (keyof Row<'disks'>)[]
type Shown = Pick<Row<'disks'>, (typeof DISK_COLUMNS)[number]>

const stateView = ({ state, instance_id }: Shown): DiskState =>
  state === 'attaching' || state === 'attached' || state === 'detaching'
    ? { state, instance: instance_id ?? '' }
    : { state }

export const diskView = (row: Shown): Disk => ({
  id: row.id,
  name: row.name,
  description: row.description,
  project_id: row.project_id,
  size: row.size,
  block_size: row.block_size,
  deletion_locked: row.deletion_locked,
  device_path: `/mnt/${row.name}`,
  image_id: row.image_id,
  snapshot_id: row.snapshot_id,
  state: stateView(row),
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})
