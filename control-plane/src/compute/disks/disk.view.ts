import type { Disk, DiskState } from '@skerry/contract/compute/disks.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/time.ts'

const stateView = ({ state, instance_id }: Row<'disks'>): DiskState =>
  state === 'attaching' || state === 'attached' || state === 'detaching'
    ? { state, instance: instance_id ?? '' }
    : { state }

export const diskView = (row: Row<'disks'>): Disk => ({
  id: row.id,
  name: row.name,
  description: row.description,
  project_id: row.project_id,
  size: row.size,
  block_size: row.block_size,
  device_path: `/mnt/${row.name}`,
  image_id: row.image_id,
  snapshot_id: row.snapshot_id,
  state: stateView(row),
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})
