import type { SessionLimits } from '../kernel/access/actor.ts'
import type { Db } from '../kernel/database/database.ts'
import { ADDRESS_KNOWN_MS } from '../identity/sessions/sign-in-throttle.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Ended sagas are kept this long for whoever looks into what happened. */
export const SAGAS_KEPT_MS = 7 * DAY_MS
const AUDIT_KEPT_MS = 90 * DAY_MS
/** Longer than any count or block of sign-in attempts holds. */
const ATTEMPTS_KEPT_MS = 2 * HOUR_MS
/** The most counts of sign-in attempts that are kept, however many addresses they come from. */
const MAX_ATTEMPTS_KEPT = 100_000

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Deletes sessions, tokens and device requests that have ended, and sign-in attempts that no longer count. */
export async function dropExpired(db: Db, now: Date, { idleMs, absoluteMs }: SessionLimits): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([where('time_created', '<=', ago(now, absoluteMs)), where('time_last_used', '<=', ago(now, idleMs))]),
    )
    .execute()
  await db.deleteFrom('access_tokens').where('time_expires', '<=', now).execute()
  await db.deleteFrom('device_requests').where('time_expires', '<=', now).execute()
  await dropSignInAttempts(db, now)
}

async function dropSignInAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_addresses').where('time_last_success', '<', ago(now, ADDRESS_KNOWN_MS)).execute()
  await db.deleteFrom('sign_in_attempts').where('window_start', '<', ago(now, ATTEMPTS_KEPT_MS)).execute()
  const lastKept = db
    .selectFrom('sign_in_attempts')
    .select('window_start')
    .orderBy('window_start', 'desc')
    .offset(MAX_ATTEMPTS_KEPT)
    .limit(1)
  await db.deleteFrom('sign_in_attempts').where('window_start', '<=', lastKept).execute()
}

/** Deletes what the audit log has held for 90 days. */
export async function pruneAuditLog(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('audit_log').where('time', '<', ago(now, AUDIT_KEPT_MS)).execute()
}
