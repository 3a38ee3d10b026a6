import { MAX_KEYS_OF_USER } from '@skerry/contract/rules/ssh-keys.ts'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/database.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'

/** Maximum JSON size of a key in a list: escaped, a quote takes 2 bytes and a control character 6. */
export const keyBytes = sql<number>`512 + 2 * octet_length(public_key) + 6 * octet_length(description)`

/** Enforces the limit of keys. The user must be locked, so that no other request adds a key. @throws 400 */
export async function requireRoomForKey(tx: Tx, userId: string): Promise<void> {
  const own = tx.selectFrom('ssh_keys').select('id').where('user_id', '=', userId)
  const keys = await own.limit(MAX_KEYS_OF_USER).execute()
  if (keys.length >= MAX_KEYS_OF_USER)
    throw invalidRequest(`a user can have at most ${MAX_KEYS_OF_USER} SSH keys: delete one first`)
}
