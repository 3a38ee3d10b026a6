import { keepMachineEvent } from '../../fleet/history/machine-events.repo.ts'
import type { Tx } from '../../kernel/database/database.ts'

/** Marks an image whose content is lost as faulted: it can only be deleted. A running saga decides about a new one. */
export async function faultImage(tx: Tx, id: string, reason: string, now: Date): Promise<void> {
  const faulted = { state: 'faulted', time_modified: now } as const
  const row = await tx
    .updateTable('images')
    .set(faulted)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .returning('project_id')
    .executeTakeFirst()
  const place = row?.project_id ? { projectId: row.project_id } : {}
  if (row) await keepMachineEvent(tx, { event: 'image_faulted', subjectId: id, ...place, reason }, now)
}
