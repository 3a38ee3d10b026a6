import { raiseAlert } from '../../../fleet/alerts/raise-alert.ts'
import { keepMachineEvent } from '../../../fleet/history/machine-events.repo.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { lockInstance } from '../instances.repo.ts'

/**
 * Marks a disk as faulted and detaches it, so that it can be deleted.
 * @returns `later` when it was attached or detached concurrently, and until it is created
 */
export async function faultDisk(tx: Tx, diskId: string, reason: string, now: Date): Promise<'applied' | 'later'> {
  const seen = tx.selectFrom('disks').select(['instance_id', 'state']).where('id', '=', diskId)
  const before = await seen.executeTakeFirst()
  // The instance's row first (ADR 0012).
  const instance = before?.instance_id ? await lockInstance(tx, before.instance_id) : undefined
  const disk = await seen.forUpdate().executeTakeFirst()
  if (!disk) return 'applied'
  if (disk.instance_id !== before?.instance_id || disk.state === 'creating') return 'later'
  if (instance)
    await tx
      .updateTable('instances')
      .set({ boot_disk_id: null, time_modified: now })
      .where('id', '=', instance.id)
      .where('boot_disk_id', '=', diskId)
      .execute()
  const faulted = await tx
    .updateTable('disks')
    .set({ state: 'faulted', instance_id: null, saga_id: null, time_modified: now })
    .where('id', '=', diskId)
    .where('state', '<>', 'faulted')
    .returning(['id as disk_id', 'name as disk_name', 'project_id'])
    .executeTakeFirst()
  if (faulted) {
    await raiseAlert(tx, 'disk.faulted', { ...faulted, instance_id: disk.instance_id }, now)
    const subject = { subjectId: diskId, projectId: faulted.project_id }
    await keepMachineEvent(tx, { event: 'disk_faulted', ...subject, reason }, now)
  }
  return 'applied'
}
