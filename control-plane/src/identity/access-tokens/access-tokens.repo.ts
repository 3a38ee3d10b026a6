import type { Queryable } from '../../kernel/database/database.ts'

/** The tokens of a user that have not expired. */
export const validTokens = (db: Queryable, userId: string, now: Date) =>
  db
    .selectFrom('access_tokens')
    .select(['id', 'time_created', 'time_expires'])
    .where('user_id', '=', userId)
    .where((where) => where.or([where('time_expires', 'is', null), where('time_expires', '>', now)]))
