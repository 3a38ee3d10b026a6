import type { PhysicalDisk } from '@skerry/contract/fleet/physical-disks.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { missingSince } from '../inventory/unlisted-hardware.repo.ts'

export const physicalDiskView = (row: Row<'physical_disks'>): PhysicalDisk => ({
  id: row.id,
  form_factor: row.form_factor,
  model: row.model,
  policy: { kind: row.policy },
  serial: row.serial,
  size: row.size,
  sled_id: row.sled_id,
  state: row.state,
  vendor: row.vendor,
  time_missing: missingSince(row),
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})
