import type { AlertClassName } from '@skerry/contract/rules/alert-classes.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { storableText } from '../../kernel/database/storable-text.ts'
import { cutText } from '../../kernel/http/difference.ts'
import { randomId } from '../../kernel/values/uuid.ts'

interface InstanceSubject {
  instance_id: string
  instance_name: string
  project_id: string
  silo_id: string
}

/** The `data` of an alert, by class. */
export interface AlertData extends Record<Exclude<AlertClassName, 'probe'>, object> {
  'bfd.session_down': { switch: string; peer: string }
  'bgp.session_down': { switch: string; peer: string }
  'certificate.expiring': { certificate_id: string; certificate_name: string; silo_id: string; time_expires: string }
  'disk.faulted': { disk_id: string; disk_name: string; project_id: string; instance_id: string | null }
  'instance.auto_restarted': InstanceSubject
  'instance.failed': InstanceSubject
  'instance.start_failed': InstanceSubject & { reason?: string }
  'instance.storage_full': InstanceSubject
  'ip_pool.exhausted': { ip_pool_id: string; ip_pool_name: string; capacity: number }
  'physical_disk.failed': { physical_disk_id: string; sled_id: string }
  'platform.unresponsive': { calls: string[]; time_began: string }
  'quota.exceeded': { silo_id: string; silo_name: string; resource: string; limit: string; used: string }
  'reconciliation.stopped': { missing: number; expected: number }
  'saga.overdue': { saga_id: string; saga_name: string; count: number; time_created: string }
  'sled.added': { sled_id: string; part: string; serial: string }
  'sled.unreachable': { sled_id: string }
  'support_bundle.failed': { support_bundle_id: string; reason: string }
  'update.repository_uploaded': { system_version: string; hash: string; file_name: string }
  'update.target_changed': { generation: number; system_version: string }
}

/** A reason may have any length, and a list shows a thousand deliveries. */
const MAX_CHARACTERS = 512
const shortened = (_: string, value: unknown) =>
  typeof value !== 'string'
    ? value
    : value.length > MAX_CHARACTERS
      ? `${cutText(value, MAX_CHARACTERS - 1)}…`
      : storableText(value)

/** Raises an alert in the transaction of the change that it reports: it is sent only if that commits. */
export async function raiseAlert<Class extends keyof AlertData>(
  tx: Tx,
  alertClass: Class,
  data: AlertData[Class],
  now: Date,
): Promise<void> {
  await tx
    .insertInto('alerts')
    .values({
      id: randomId(),
      class: alertClass,
      data: JSON.stringify(data, shortened),
      time_created: now,
      time_dispatched: null,
    })
    .execute()
}
