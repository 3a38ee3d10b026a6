import type { SessionLimits } from '../kernel/access/actor.ts'
import type { Db } from '../kernel/database/database.ts'
import { deleteUntil } from '../kernel/database/delete-in-batches.ts'
import { dropSignInAttempts } from '../identity/sessions/sign-in-attempts.repo.ts'
import { DAY_MS } from '../clock/durations.ts'

/** How long ended sagas are kept for investigations. */
export const SAGAS_KEPT_MS = 7 * DAY_MS
const AUDIT_KEPT_MS = 90 * DAY_MS

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
  await dropSignInAttempts(db, now, signal)
}

/** Deletes entries of the audit log after 90 days. */
export const pruneAuditLog = (db: Db, now: Date, signal: AbortSignal): Promise<number> =>
  deleteUntil(db, 'audit_log', 'time', ago(now, AUDIT_KEPT_MS), signal)
