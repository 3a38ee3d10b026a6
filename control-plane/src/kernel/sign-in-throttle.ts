import { sql } from 'kysely'
import type { Db } from './database.ts'
import { tooManyRequests } from './errors.ts'

const WINDOW_MS = 60_000
const MAX_BLOCK_MINUTES = 15

/** Failures a minute that are borne before a key is blocked. */
export const SIGN_IN_LIMITS = { account: 5, address: 30 }

interface Limited {
  key: string
  limit: number
}

/** @throws 429 while one of the keys is blocked */
export async function refuseBlocked(db: Db, keys: readonly Limited[], now: Date): Promise<void> {
  const blocked = await db
    .selectFrom('sign_in_failures')
    .select((eb) => eb.fn.max('blocked_until').as('until'))
    .where(
      'key',
      'in',
      keys.map(({ key }) => key),
    )
    .where('blocked_until', '>', now)
    .executeTakeFirst()
  if (!blocked?.until) return
  const seconds = Math.ceil((blocked.until.getTime() - now.getTime()) / 1000)
  throw tooManyRequests(`too many failed sign-ins: try again in ${Math.ceil(seconds / 60)} min`, seconds)
}

/** Counts a failure; at the limit the key is blocked for a minute, then two, four … up to fifteen. */
export async function countFailure(db: Db, keys: readonly Limited[], now: Date): Promise<void> {
  const stale = new Date(now.getTime() - WINDOW_MS)
  for (const { key, limit } of keys) {
    await sql`
      insert into sign_in_failures as f (key, failures, window_start) values (${key}, 1, ${now})
      on conflict (key) do update set
        failures = case when f.window_start < ${stale} then 1 else f.failures + 1 end,
        window_start = case when f.window_start < ${stale} then ${now} else f.window_start end`.execute(db)
    await sql`
      update sign_in_failures set
        failures = 0,
        strikes = strikes + 1,
        blocked_until = ${now}::timestamptz + least(power(2, least(strikes, 10))::int, ${MAX_BLOCK_MINUTES}) * interval '1 minute'
      where key = ${key} and failures >= ${limit}`.execute(db)
  }
}

export async function forgetFailures(db: Db, key: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', key).execute()
}
