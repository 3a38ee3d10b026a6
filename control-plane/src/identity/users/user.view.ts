import type { User } from '@skerry/contract/identity/users.ts'
import type { UserWithGroups } from './users.repo.ts'

export const userView = (row: UserWithGroups): User => ({
  id: row.id,
  display_name: row.external_id,
  silo_id: row.silo_id,
  group_ids: row.group_ids,
})
