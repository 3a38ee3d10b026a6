import type { Instance, InstanceCondition } from '@skerry/contract/compute/instances.ts'
import type { SshKey } from '@skerry/contract/identity/ssh-keys.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp, timestampOrNull } from '../../kernel/values/time.ts'

/** Cooldown after an automatic restart. */
export const AUTO_RESTART_COOLDOWN_MS = 3_600_000

/** The columns that a view shows. */
export const INSTANCE_COLUMNS = [
  'id',
  'name',
  'description',
  'time_created',
  'time_modified',
  'time_last_auto_restarted',
  'auto_restart_policy',
  'boot_disk_id',
  'condition',
  'condition_detail',
  'time_condition',
  'firmware',
  'hostname',
  'memory',
  'ncpus',
  'project_id',
  'run_state',
  'start_refusal',
  'time_run_state_updated',
  'deletion_locked',
] as const satisfies (keyof Row<'instances'>)[]
type Shown = Pick<Row<'instances'>, (typeof INSTANCE_COLUMNS)[number]>

const conditionView = ({ condition, condition_detail, time_condition }: Shown): InstanceCondition | null =>
  condition && { kind: condition, since: timestamp(time_condition!), detail: condition_detail! }

export const instanceView = (row: Shown): Instance => ({
  id: row.id,
  name: row.name,
  description: row.description,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
  auto_restart_cooldown_expiration: timestampOrNull(
    row.time_last_auto_restarted && new Date(row.time_last_auto_restarted.getTime() + AUTO_RESTART_COOLDOWN_MS),
  ),
  auto_restart_enabled: row.auto_restart_policy !== 'never',
  auto_restart_policy: row.auto_restart_policy,
  boot_disk_id: row.boot_disk_id,
  condition: conditionView(row),
  deletion_locked: row.deletion_locked,
  firmware: row.firmware,
  hostname: row.hostname,
  memory: row.memory,
  ncpus: row.ncpus,
  project_id: row.project_id,
  run_state: row.run_state,
  start_refusal: row.start_refusal,
  time_last_auto_restarted: timestampOrNull(row.time_last_auto_restarted),
  time_run_state_updated: timestamp(row.time_run_state_updated),
})

/** An instance in a list. */
export const listedInstanceView = (row: Shown & { external_addresses: unknown }): Instance => ({
  ...instanceView(row),
  external_addresses: row.external_addresses as string[],
})

export const instanceSshKeyView = (row: Row<'instance_ssh_keys'>): SshKey => ({
  id: row.id,
  name: row.name,
  description: row.description,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
  public_key: row.public_key,
  silo_user_id: row.user_id,
})
