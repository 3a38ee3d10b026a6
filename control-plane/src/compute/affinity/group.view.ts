import type { AffinityGroup, AffinityGroupMember } from '@skerry/contract/compute/affinity.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/values/time.ts'

export const affinityGroupView = (row: Row<'affinity_groups'>): AffinityGroup => ({
  id: row.id,
  name: row.name,
  description: row.description,
  project_id: row.project_id,
  policy: row.policy,
  failure_domain: row.failure_domain,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})

/** A group in a list. */
export const listedGroupView = (row: Row<'affinity_groups'> & { member_count: number }): AffinityGroup => ({
  ...affinityGroupView(row),
  member_count: row.member_count,
})

export const memberView = ({
  id,
  name,
  run_state,
}: Pick<Row<'instances'>, 'id' | 'name' | 'run_state'>): AffinityGroupMember => ({
  type: 'instance',
  value: { id, name, run_state },
})
