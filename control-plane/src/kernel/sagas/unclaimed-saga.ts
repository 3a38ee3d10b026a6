import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/**
 * Finds and locks a running saga that no worker has claimed: workers claim it only after this transaction, so its step
 * reads what this transaction writes. Changes that join it are declared to the platform with one document.
 * @param where further condition on the saga
 */
export const unclaimedSaga = (
  tx: Tx,
  name: string,
  where: RawBuilder<boolean> = sql`true`,
): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('sagas')
    .select('id')
    .where('name', '=', name)
    .where('state', '=', 'running')
    .where('lease_id', 'is', null)
    .where(where)
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
