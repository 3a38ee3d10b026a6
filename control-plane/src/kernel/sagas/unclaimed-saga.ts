import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/**
 * Finds and locks a running saga that no worker has claimed: workers claim it only after this transaction, so its step
 * reads what this transaction writes. Changes that join it are declared to the platform with one document. A saga that
 * has failed is retried with the change, not minutes later.
 * @param where further condition on the saga
 */
export const unclaimedSaga = (
  tx: Tx,
  name: string,
  where: RawBuilder<boolean> = sql`true`,
): Promise<{ id: string } | undefined> =>
  tx
    .updateTable('sagas')
    // It was modified when it failed; one that waits for another saga is made due by the end of that one.
    .set({ due: sql`case when waits_for is null then time_modified else due end` })
    .where('id', '=', (sagas) =>
      sagas
        .selectFrom('sagas')
        .select('id')
        .where('name', '=', name)
        .where('state', '=', 'running')
        .where('lease_id', 'is', null)
        .where(where)
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .executeTakeFirst()
