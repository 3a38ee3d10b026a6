import type { Queryable, Tx } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'

export const readTarget = (db: Queryable): Promise<Row<'target_release'>> =>
  db.selectFrom('target_release').selectAll().executeTakeFirstOrThrow()

/**
 * Serializes changes of trust roots, repositories, the target and its rollout until the transaction ends. Check
 * permission first.
 */
export const lockTarget = (tx: Tx): Promise<Row<'target_release'>> =>
  tx.selectFrom('target_release').selectAll().forUpdate().executeTakeFirstOrThrow()

/** Sets the target release, which this saga rolls out. */
export const setTarget = (tx: Tx, systemVersion: string, sagaId: string, now: Date): Promise<Row<'target_release'>> =>
  tx
    .updateTable('target_release')
    .set((row) => ({
      generation: row('generation', '+', 1),
      system_version: systemVersion,
      time_requested: now,
      rollout_saga_id: sagaId,
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
