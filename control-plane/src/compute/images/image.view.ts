import type { Image } from '@skerry/contract/compute/images.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/values/time.ts'

export const imageView = (row: Row<'images'>): Image => ({
  id: row.id,
  name: row.name,
  description: row.description,
  project_id: row.project_id,
  os: row.os,
  version: row.version,
  size: row.size,
  block_size: row.block_size,
  digest: row.digest,
  deletion_locked: row.deletion_locked,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})
