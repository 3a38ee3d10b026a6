import { raiseAlert } from '../../../fleet/alerts/raise-alert.ts'
import { keepMachineEvent } from '../../../fleet/history/machine-events.repo.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { MachineCondition } from '../../../platform/interface/instances.ts'
import { alertOf, type InstanceRow, NO_CONDITION } from '../instances.repo.ts'

/** Records that the condition of a locked instance's machine began, or ended with null, if that is not known yet. */
export async function setCondition(
  tx: Tx,
  instance: InstanceRow,
  condition: MachineCondition | null,
  now: Date,
): Promise<void> {
  if (instance.condition === (condition?.kind ?? null)) return
  const columns = condition
    ? { condition: condition.kind, condition_detail: condition.detail, time_condition: condition.since }
    : NO_CONDITION
  await tx.updateTable('instances').set(columns).where('id', '=', instance.id).execute()
  const subject = { subjectId: instance.id, projectId: instance.project_id }
  const event = condition ? ('instance_storage_full' as const) : ('instance_continued' as const)
  await keepMachineEvent(tx, { event, ...subject, reason: condition?.detail }, now)
  if (condition) await raiseAlert(tx, 'instance.storage_full', alertOf(instance), now)
}
