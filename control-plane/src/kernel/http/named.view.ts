import type { Row } from '../database/tables.ts'
import { timestamp } from '../values/time.ts'

/** The fields of every named resource. */
export const namedView = (
  row: Pick<Row<'vpcs'>, 'id' | 'name' | 'description' | 'time_created' | 'time_modified'>,
) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})
