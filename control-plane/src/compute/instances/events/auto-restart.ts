import type { Queryable } from '../../../kernel/database.ts'
import { ApiError } from '../../../kernel/errors.ts'
import type { Services } from '../../../kernel/services.ts'
import { startInstance } from '../lifecycle/instance-start.ts'
import { AUTO_RESTART_COOLDOWN_MS } from '../instance.view.ts'
import { lockInstance } from '../instances.repo.ts'

export const AUTO_RESTART_EVERY_MS = 60_000
const AT_ONCE = 16

/** Failed instances that should run, may be restarted unasked, and have had their rest. */
const due = (db: Queryable, now: Date) =>
  db
    .selectFrom('instances')
    .select('id')
    .where('run_state', '=', 'failed')
    .where('intent', '=', 'running')
    .where((where) => where.or([where('auto_restart_policy', 'is', null), where('auto_restart_policy', '!=', 'never')]))
    .where((where) =>
      where.or([
        where('time_last_auto_restarted', 'is', null),
        where('time_last_auto_restarted', '<=', new Date(now.getTime() - AUTO_RESTART_COOLDOWN_MS)),
      ]),
    )

/** Restarts failed instances that are due, at most sixteen a scan; those that find no room wait for the next one. */
export async function autoRestart(services: Services): Promise<void> {
  const { db, clock, log, sagas } = services
  const now = clock.now()
  let restarted = 0
  for (const { id } of await due(db, now).orderBy('time_run_state_updated').orderBy('id').execute()) {
    if (restarted >= AT_ONCE) break
    try {
      const began = await db.transaction().execute(async (tx) => {
        const instance = await lockInstance(tx, id)
        if (!instance || !(await due(tx, now).where('id', '=', id).executeTakeFirst())) return false
        await startInstance(tx, services, instance, now, { time_last_auto_restarted: now })
        return true
      })
      if (began) restarted++
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      log('warn', 'failed instance could not be restarted', { instanceId: id, reason: error.message })
    }
  }
  if (restarted) sagas.wake()
}
