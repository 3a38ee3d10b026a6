import type { Project } from '@skerry/contract/compute/projects.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/values/time.ts'

export const projectView = (row: Row<'projects'>): Project => ({
  id: row.id,
  name: row.name,
  description: row.description,
  deletion_locked: row.deletion_locked,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})
