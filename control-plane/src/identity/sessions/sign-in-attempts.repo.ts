import { sql } from 'kysely'
import { HOUR_MS } from '../../clock/durations.ts'
import type { Db } from '../../kernel/database/database.ts'
import { deleteUntil } from '../../kernel/database/delete-in-batches.ts'
import { ago } from '../../kernel/values/time.ts'
import { ADDRESS_KNOWN_MS, FAILURES_AN_HOUR } from './sign-in-throttle.ts'

/** Longer than any window or block. */
const KEPT_MS = 2 * HOUR_MS
/** Maximum number of rows of each kind that do not block. */
const MAX_COUNTS = 100_000
const BATCH = 10_000
const KINDS = ['address', 'account', 'account_from_address', 'device', 'user_code'] as const

/** Deletes outdated counts, and those beyond the maximum. */
export async function dropSignInAttempts(db: Db, now: Date, signal: AbortSignal, max = MAX_COUNTS): Promise<void> {
  await deleteUntil(db, 'sign_in_addresses', 'time_last_success', ago(now, ADDRESS_KNOWN_MS), signal)
  await deleteUntil(db, 'sign_in_attempts', 'window_start', ago(now, KEPT_MS), signal)
  for (const kind of KINDS)
    do signal.throwIfAborted()
    while ((await dropSurplus(db, kind, now, max)) === BATCH)
}

/** Keeps counts that block. Of the others, deletes those with the fewest attempts, oldest first. */
async function dropSurplus(db: Db, kind: (typeof KINDS)[number], now: Date, max: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from sign_in_attempts where key in (
      select key from sign_in_attempts
      where kind = ${kind} and coalesce(blocked_until <= ${now}, true)
        and (kind <> 'account' or attempts <= ${FAILURES_AN_HOUR})
      order by strikes desc, attempts desc, window_start desc
      offset ${max} limit ${BATCH})`.execute(db)
  return Number(numAffectedRows)
}
