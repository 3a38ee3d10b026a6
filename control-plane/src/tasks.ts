import { AUTO_RESTART_EVERY_MS, autoRestart } from './compute/instances/events/auto-restart.ts'
import type { Services } from './kernel/services.ts'
import type { Task } from './kernel/tasks.ts'
import { dropExpired, pruneAuditLog, SAGAS_KEPT_MS } from './ops/pruning.repo.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** What a control plane does by the clock for as long as it runs. */
export const regularTasks = (services: Services): readonly Task[] => {
  const { db, clock, sagas, settings } = services
  return [
    { name: 'auto-restart', everyMs: AUTO_RESTART_EVERY_MS, run: () => autoRestart(services) },
    {
      name: 'expired-credentials',
      everyMs: 10 * MINUTE_MS,
      run: () => dropExpired(db, clock.now(), settings.sessions),
    },
    { name: 'audit-log-pruning', everyMs: HOUR_MS, run: () => pruneAuditLog(db, clock.now()) },
    { name: 'saga-pruning', everyMs: HOUR_MS, run: async () => void (await sagas.prune(SAGAS_KEPT_MS)) },
  ]
}
