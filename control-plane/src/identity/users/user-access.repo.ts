import type { Tx } from '../../kernel/database/database.ts'

/**
 * Ends every session of a locked user and deletes its tokens. Its device requests go too: one that is confirmed would
 * become a token at its next poll.
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
