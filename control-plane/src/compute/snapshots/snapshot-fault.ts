import type { Tx } from '../../kernel/database/database.ts'

/** Marks a snapshot whose content is lost as faulted: it can only be deleted. A running saga decides about a new one. */
export async function faultSnapshot(tx: Tx, id: string, now: Date): Promise<void> {
  const faulted = { state: 'faulted', time_modified: now } as const
  await tx.updateTable('snapshots').set(faulted).where('id', '=', id).where('state', '=', 'ready').execute()
}
