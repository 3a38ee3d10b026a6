import type { SshKey } from '@skerry/contract/identity/ssh-keys.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/values/time.ts'

export const sshKeyView = (row: Row<'ssh_keys'>): SshKey => ({
  id: row.id,
  name: row.name,
  description: row.description,
  public_key: row.public_key,
  silo_user_id: row.user_id,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})
