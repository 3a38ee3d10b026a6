import type { Snapshot } from '@skerry/contract/compute/snapshots.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/values/time.ts'

/** The columns that a view shows. */
export const SNAPSHOT_COLUMNS = [
  'id',
  'name',
  'description',
  'project_id',
  'disk_id',
  'size',
  'state',
  'time_created',
  'time_modified',
] as const satisfies (keyof Row<'snapshots'>)[]
type Shown = Pick<Row<'snapshots'>, (typeof SNAPSHOT_COLUMNS)[number]>

export const snapshotView = (row: Shown): Snapshot => ({
  id: row.id,
  name: row.name,
  description: row.description,
  project_id: row.project_id,
  disk_id: row.disk_id,
  size: row.size,
  state: row.state,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})
