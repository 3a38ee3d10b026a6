import { requireOnFleet } from '../../kernel/access/require-on-fleet.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Call } from '../../kernel/http/call.ts'
import { notFound } from '../../kernel/http/errors.ts'
import { findReceiver, lockReceiver, type Receiver } from './alert-receivers.repo.ts'

/** Finds a receiver and checks permission for the operation. */
export const receiverNamed = async (call: Call, db: Queryable, nameOrId: string): Promise<Receiver> =>
  requireOnFleet(call, 'alert-receiver', selector(nameOrId), await findReceiver(db, nameOrId))

/** Like `receiverNamed`, but locks the receiver and names it in the audit log. */
export async function lockReceiverNamed(call: Call, tx: Tx, nameOrId: string): Promise<Receiver> {
  const { id } = await receiverNamed(call, tx, nameOrId)
  if (!(await lockReceiver(tx, id))) throw notFound('alert-receiver', selector(nameOrId))
  call.target(id)
  return receiverNamed(call, tx, nameOrId)
}
