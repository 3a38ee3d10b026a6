import { DAY_MS } from '../clock/durations.ts'
import { dropSignInAttempts } from '../identity/sessions/sign-in-attempts.repo.ts'
import type { SessionLimits } from '../kernel/access/actor.ts'
import type { Db } from '../kernel/database/database.ts'
import { deleteUntil } from '../kernel/database/delete-in-batches.ts'
import { ago } from '../kernel/values/time.ts'

const AUDIT_KEPT_MS = 90 * DAY_MS
/** How long ended sagas are kept: the failed ones as long as the audit log, whose history shows them. */
export const SAGAS_KEPT = { doneMs: 7 * DAY_MS, undoneMs: AUDIT_KEPT_MS }

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

/** Deletes entries of the audit log, and all else that a history shows, after 90 days. */
export async function pruneAuditLog(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  await deleteUntil(db, 'audit_log', 'time', ago(now, AUDIT_KEPT_MS), signal)
  await deleteUntil(db, 'machine_events', 'time', ago(now, AUDIT_KEPT_MS), signal)
  await deleteUntil(db, 'deleted_things', 'time_deleted', ago(now, AUDIT_KEPT_MS), signal)
}
