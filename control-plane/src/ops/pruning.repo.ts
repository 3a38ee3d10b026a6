import type { SessionLimits } from '../kernel/access/actor.ts'
import type { Db } from '../kernel/database/database.ts'
import { deleteUntil } from '../kernel/database/delete-in-batches.ts'
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
export async function dropExpired(
  db: Db,
  now: Date,
  { idleMs, absoluteMs }: SessionLimits,
  signal: AbortSignal,
): Promise<void> {
  await deleteUntil(db, 'sessions', 'time_created', ago(now, absoluteMs), signal)
  await deleteUntil(db, 'sessions', 'time_last_used', ago(now, idleMs), signal)
  await deleteUntil(db, 'access_tokens', 'time_expires', now, signal)
  await deleteUntil(db, 'device_requests', 'time_expires', now, signal)
  await deleteUntil(db, 'sign_in_addresses', 'time_last_success', ago(now, ADDRESS_KNOWN_MS), signal)
  await deleteUntil(db, 'sign_in_attempts', 'window_start', ago(now, ATTEMPTS_KEPT_MS), signal)
  const lastKept = await db
    .selectFrom('sign_in_attempts')
    .select('window_start')
    .orderBy('window_start', 'desc')
    .offset(MAX_ATTEMPTS_KEPT)
    .limit(1)
    .executeTakeFirst()
  if (lastKept) await deleteUntil(db, 'sign_in_attempts', 'window_start', lastKept.window_start, signal)
}

/** Deletes what the audit log has held for 90 days. */
export const pruneAuditLog = (db: Db, now: Date, signal: AbortSignal): Promise<number> =>
  deleteUntil(db, 'audit_log', 'time', ago(now, AUDIT_KEPT_MS), signal)
