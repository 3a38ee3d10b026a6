import { sql } from 'kysely'
import type { SessionLimits } from '../kernel/actor.ts'
import type { Db } from '../kernel/database.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Ended sagas are kept this long for whoever looks into what happened. */
export const SAGAS_KEPT_MS = 7 * DAY_MS
const AUDIT_KEPT_MS = 90 * DAY_MS
/** A throttle doubles from block to block until nothing came for so long. */
const FAILURES_KEPT_MS = HOUR_MS

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Deletes sessions and tokens that have ended, and failed sign-ins that no longer count. */
export async function dropExpired(db: Db, now: Date, { idleMs, absoluteMs }: SessionLimits): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([where('time_created', '<=', ago(now, absoluteMs)), where('time_last_used', '<=', ago(now, idleMs))]),
    )
    .execute()
  await db.deleteFrom('access_tokens').where('time_expires', '<=', now).execute()
  await db
    .deleteFrom('sign_in_failures')
    .where(sql<Date>`greatest(window_start, blocked_until)`, '<', ago(now, FAILURES_KEPT_MS))
    .execute()
}

/** Deletes what the audit log has held for 90 days. */
export async function pruneAuditLog(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('audit_log').where('time', '<', ago(now, AUDIT_KEPT_MS)).execute()
}
