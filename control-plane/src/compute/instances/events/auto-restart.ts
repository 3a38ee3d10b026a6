import { sql } from 'kysely'
import { raiseAlert } from '../../../fleet/alerts/raise-alert.ts'
import { keepMachineEvent } from '../../../fleet/history/machine-events.repo.ts'
import type { Queryable } from '../../../kernel/database/database.ts'
import { ApiError } from '../../../kernel/http/errors.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { alertOf, lockInstance } from '../instances.repo.ts'
import { startInstance } from '../lifecycle/instance-start.ts'

export const AUTO_RESTART_EVERY_MS = 60_000
const TRIED_AT_ONCE = 16
const MAX_BACKOFF_MS = 15 * 60_000

/** Failed instances that are due for an automatic restart. */
const due = (db: Queryable, now: Date) =>
  db
    .selectFrom('instances')
    .select(['id', 'time_run_state_updated'])
    .where('run_state', '=', 'failed')
    .where('intent', '=', 'running')
    .where(sql<boolean>`auto_restart_policy is distinct from 'never'`)
    .where('auto_restart_due', '<=', now)

/**
 * Restarts failed instances that are due, at most 16 per run. One that cannot be restarted is retried after as long as
 * it has been failed so far, at most 15 minutes.
 */
export async function autoRestart(services: Services, signal: AbortSignal): Promise<void> {
  const { db, clock, log, sagas } = services
  const now = clock.now()
  const instances = await due(db, now).orderBy('auto_restart_due').orderBy('id').limit(TRIED_AT_ONCE).execute()
  for (const { id, time_run_state_updated: failed } of instances) {
    if (signal.aborted) break
    try {
      await restart(services, id, now)
    } catch (error) {
      const level = error instanceof ApiError ? 'warn' : 'error'
      log(level, 'failed instance could not be restarted', { instance_id: id, error })
      const wait = Math.min(Math.max(now.getTime() - failed.getTime(), AUTO_RESTART_EVERY_MS), MAX_BACKOFF_MS)
      await postponeRestart(db, id, new Date(now.getTime() + wait))
    }
  }
  if (instances.length) sagas.wake()
}

const restart = (services: Services, id: string, now: Date): Promise<void> =>
  services.db.transaction().execute(async (tx) => {
    const instance = await lockInstance(tx, id)
    if (!instance || !(await due(tx, now).where('id', '=', id).executeTakeFirst())) return
    await startInstance(tx, services, instance, now, { time_last_auto_restarted: now })
    await raiseAlert(tx, 'instance.auto_restarted', alertOf(instance), now)
    const subject = { subjectId: id, projectId: instance.project_id }
    await keepMachineEvent(tx, { event: 'instance_restarted', ...subject }, now)
  })

const postponeRestart = (db: Queryable, id: string, auto_restart_due: Date) =>
  db.updateTable('instances').set({ auto_restart_due }).where('id', '=', id).where('run_state', '=', 'failed').execute()
