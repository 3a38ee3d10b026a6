import { sql } from 'kysely'
import type { Db } from '../../kernel/database/database.ts'
import { deleteUntil } from '../../kernel/database/delete-in-batches.ts'
import { ADDRESS_KNOWN_MS, FAILURES_AN_HOUR } from './sign-in-throttle.ts'
import { HOUR_MS } from '../../clock/durations.ts'

/** Longer than any count or block holds. */
const KEPT_MS = 2 * HOUR_MS
/** The most counts of each kind that block nobody, however many addresses and names they are about. */
const MOST_COUNTS = 100_000
const BATCH = 10_000
const KINDS = ['address', 'account', 'account_from_address', 'device', 'user_code'] as const

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Deletes counts that no longer hold, and of a flood of them those that say least. */
export async function dropSignInAttempts(db: Db, now: Date, signal: AbortSignal, most = MOST_COUNTS): Promise<void> {
  await deleteUntil(db, 'sign_in_addresses', 'time_last_success', ago(now, ADDRESS_KNOWN_MS), signal)
  await deleteUntil(db, 'sign_in_attempts', 'window_start', ago(now, KEPT_MS), signal)
  for (const kind of KINDS)
    do signal.throwIfAborted()
    while ((await dropSurplus(db, kind, now, most)) === BATCH)
}

/** A count that blocks stays: it took many attempts. Of the others those of the fewest attempts go, the oldest first. */
async function dropSurplus(db: Db, kind: (typeof KINDS)[number], now: Date, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from sign_in_attempts where key in (
      select key from sign_in_attempts
      where kind = ${kind} and coalesce(blocked_until <= ${now}, true)
        and (kind <> 'account' or attempts <= ${FAILURES_AN_HOUR})
      order by strikes desc, attempts desc, window_start desc
      offset ${most} limit ${BATCH})`.execute(db)
  return Number(numAffectedRows)
}
