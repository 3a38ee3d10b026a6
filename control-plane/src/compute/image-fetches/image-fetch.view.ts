import type { ImageFetch } from '@skerry/contract/compute/image-fetches.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/values/time.ts'

export const imageFetchView = (row: Row<'image_fetches'>): ImageFetch => ({
  id: row.id,
  name: row.name,
  description: row.description,
  project_id: row.project_id,
  os: row.os,
  version: row.version,
  url: row.url,
  checksum: row.checksum,
  requested_size: row.requested_size,
  size: row.size,
  state: row.state,
  bytes_received: row.bytes_received,
  bytes_total: row.bytes_total,
  reason_for_failure: row.reason_for_failure,
  retry_reason: row.retry_reason,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})
