import type { Tx } from '../../kernel/database/database.ts'

/** Marks an image whose content is lost as faulted: it can only be deleted. A running saga decides about a new one. */
export async function faultImage(tx: Tx, id: string, now: Date): Promise<void> {
  const faulted = { state: 'faulted', time_modified: now } as const
  await tx.updateTable('images').set(faulted).where('id', '=', id).where('state', '=', 'ready').execute()
}
