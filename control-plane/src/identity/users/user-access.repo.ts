import type { Tx } from '../../kernel/database/database.ts'

/**
 * Ends all sessions of a locked user and deletes its tokens and device requests: a confirmed request would become a
 * token at its next poll.
 */
export async function endAccess(tx: Tx, userId: string): Promise<{ sessions: number; tokens: number }> {
  const deleteFrom = async (table: 'sessions' | 'device_requests' | 'access_tokens') => {
    const { numDeletedRows } = await tx.deleteFrom(table).where('user_id', '=', userId).executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }
  const sessions = await deleteFrom('sessions')
  await deleteFrom('device_requests')
  return { sessions, tokens: await deleteFrom('access_tokens') }
}
