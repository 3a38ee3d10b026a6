import type { SessionLimits } from '../../kernel/access/actor.ts'
import { hashSecret, randomSecret } from '../../kernel/access/secrets.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { randomId } from '../../kernel/values/uuid.ts'

/** Starts a session and returns its secret, of which only the hash is stored. */
export async function createSession(db: Queryable, userId: string, now: Date): Promise<string> {
  const secret = randomSecret()
  await db
    .insertInto('sessions')
    .values({
      id: randomId(),
      token_hash: hashSecret(secret),
      user_id: userId,
      time_created: now,
      time_last_used: now,
    })
    .execute()
  return secret
}

/** The sessions of a user that have not ended. */
export const validSessions = (db: Queryable, userId: string, { now, limits }: { now: Date; limits: SessionLimits }) =>
  db
    .selectFrom('sessions')
    .select(['id', 'time_created', 'time_last_used'])
    .where('user_id', '=', userId)
    .where('time_created', '>', new Date(now.getTime() - limits.absoluteMs))
    .where('time_last_used', '>', new Date(now.getTime() - limits.idleMs))

/** Deletes a session. Returns it if it existed. */
export const endSession = (db: Queryable, secret: string): Promise<{ id: string } | undefined> =>
  db.deleteFrom('sessions').where('token_hash', '=', hashSecret(secret)).returning('id').executeTakeFirst()

export const localUser = (db: Queryable, siloId: string, externalId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('silo_id', '=', siloId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()

/** Locks a user and returns whether its password is unchanged since it was read for verification, which is slow. */
export async function stillHasPassword(
  tx: Tx,
  { id, password_hash }: { id: string; password_hash: string | null },
): Promise<boolean> {
  const now = await tx.selectFrom('users').select('password_hash').where('id', '=', id).forShare().executeTakeFirst()
  return now !== undefined && now.password_hash === password_hash
}
