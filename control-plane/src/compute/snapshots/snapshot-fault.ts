import { keepMachineEvent } from '../../fleet/history/machine-events.repo.ts'
import type { Tx } from '../../kernel/database/database.ts'

/** Marks a snapshot whose content is lost as faulted: it can only be deleted. A running saga decides about a new one. */
export async function faultSnapshot(tx: Tx, id: string, reason: string, now: Date): Promise<void> {
  const faulted = { state: 'faulted', time_modified: now } as const
  const row = await tx
    .updateTable('snapshots')
    .set(faulted)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .returning('project_id')
    .executeTakeFirst()
  const place = row?.project_id ? { projectId: row.project_id } : {}
  if (row) await keepMachineEvent(tx, { event: 'snapshot_faulted', subjectId: id, ...place, reason }, now)
}
