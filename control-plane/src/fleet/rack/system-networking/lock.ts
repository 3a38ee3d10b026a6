import type { Tx } from '../../../kernel/database/database.ts'
import { fleet } from '../../../kernel/sagas/saga.ts'
import { unclaimedSaga } from '../../../kernel/sagas/unclaimed-saga.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { networkingDeclareSaga } from './declare.saga.ts'

/**
 * Locks system networking until the transaction ends: address lots, loopback addresses, BGP, BFD and switch ports are
 * changed by one request at a time. Check permission first.
 */
export const lockNetworking = (tx: Tx): Promise<unknown> =>
  tx.selectFrom('system_networking').select('generation').forUpdate().execute()

/** Locks system networking, and declares it to the platform once the transaction has committed. */
export async function changeNetworking(tx: Tx, services: Pick<Services, 'sagas'>): Promise<void> {
  await tx
    .updateTable('system_networking')
    .set((row) => ({ generation: row('generation', '+', 1) }))
    .execute()
  const pending = await unclaimedSaga(tx, networkingDeclareSaga.name)
  if (pending) services.sagas.join(tx, pending.id)
  else await services.sagas.begin(tx, networkingDeclareSaga, {}, fleet)
}
