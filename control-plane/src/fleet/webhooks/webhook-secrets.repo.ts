import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { invalidRequest, invalidValue } from '../../kernel/http/errors.ts'
import { randomId } from '../../kernel/values/uuid.ts'

const MAX_PER_RECEIVER = 16

/** Oldest first. */
export const secretsOf = (db: Queryable, receiverId: string): Promise<Row<'webhook_secrets'>[]> =>
  db
    .selectFrom('webhook_secrets')
    .selectAll()
    .where('receiver_id', '=', receiverId)
    .orderBy('time_created')
    .orderBy('id')
    .execute()

/** @param field named in the error @throws 400 for too many secrets, or an empty one */
export function checkSecrets(field: string, secrets: readonly string[], present = 0): void {
  if (secrets.length + present > MAX_PER_RECEIVER)
    throw invalidRequest(`a receiver can have at most ${MAX_PER_RECEIVER} secrets`)
  if (secrets.includes('')) throw invalidValue(field, 'a secret must not be empty')
}

export const insertSecrets = (
  tx: Tx,
  receiver_id: string,
  secrets: readonly string[],
  time_created: Date,
): Promise<Pick<Row<'webhook_secrets'>, 'id' | 'time_created'>[]> =>
  tx
    .insertInto('webhook_secrets')
    .values(secrets.map((secret) => ({ id: randomId(), receiver_id, secret, time_created })))
    .returning(['id', 'time_created'])
    .execute()

/** Returns the id of the receiver that has the secret. */
export async function receiverOfSecret(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('webhook_secrets').select('receiver_id').where('id', '=', id).executeTakeFirst()
  return row?.receiver_id
}

/** Returns whether it existed. */
export async function deleteSecret(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('webhook_secrets').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
