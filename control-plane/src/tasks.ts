import { HOUR_MS, MINUTE_MS } from './clock/durations.ts'
import { pruneFailedFetches } from './compute/image-fetches/image-fetches.repo.ts'
import { removeOrphanedDownloads } from './compute/image-fetches/image-fetches.repo.ts'
import { AUTO_RESTART_EVERY_MS, autoRestart } from './compute/instances/events/auto-restart.ts'
import { raiseCapacityAlerts, raiseCertificateAlerts, raiseStallAlerts } from './fleet/alerts/alert-conditions.repo.ts'
import { pruneAlerts } from './fleet/alerts/alert-deliveries.repo.ts'
import { ISSUE_TIMES_EVERY_MS, followIssues } from './fleet/issues/issue-times.repo.ts'
import { rollUpSamples } from './fleet/metrics/samples/roll-up.repo.ts'
import { pruneSamples } from './fleet/metrics/samples/stored-samples.repo.ts'
import { resumeRollout, ROLLOUT_EVERY_MS } from './fleet/rack/updates/rollout.saga.ts'
import { removeOrphanedArchives } from './fleet/support-bundles/support-bundles.repo.ts'
import { pruneUsage, settleFleetUsage } from './identity/quotas/usage.repo.ts'
import { dropUsedAssertions } from './identity/sessions/saml.repo.ts'
import type { Services } from './kernel/services/services.ts'
import type { Task } from './kernel/tasks/tasks.ts'
import { dropExpired, pruneAuditLog, SAGAS_KEPT } from './ops/pruning.repo.ts'
import { RECONCILE_EVERY_MS, reconcileMachines } from './reconcile/machines.ts'
import { requireOwnFiles } from './reconcile/own-files.ts'
import { pruneEvents } from './reconcile/platform-events.repo.ts'
import { reconcileStorage, reconcileVpcs, STORAGE_EVERY_MS } from './reconcile/storage.ts'

const EVENTS_KEPT_MS = 24 * HOUR_MS

/** Exported, since it also runs once at start. */
export const RECONCILE_TASK = 'machine-reconciliation'
/** Exported for the same reason. */
export const ORPHANED_ARCHIVES_TASK = 'orphaned-support-bundles'

/** Tasks that a control plane runs periodically. */
export const regularTasks = (services: Services): readonly Task[] => {
  const { db, clock, report, sagas, settings } = services
  const ofOwn = (remove: (services: Services) => Promise<void>) => async () => {
    await requireOwnFiles(services)
    await remove(services)
  }
  return [
    {
      name: 'auto-restart',
      needsPlatform: true,
      everyMs: AUTO_RESTART_EVERY_MS,
      run: (signal) => autoRestart(services, signal),
    },
    {
      name: RECONCILE_TASK,
      needsPlatform: true,
      everyMs: RECONCILE_EVERY_MS,
      run: (signal) => reconcileMachines(services, signal),
    },
    {
      name: 'storage-reconciliation',
      needsPlatform: true,
      everyMs: STORAGE_EVERY_MS,
      async run(signal) {
        await reconcileStorage(services, signal)
        await reconcileVpcs(services, signal)
      },
    },
    {
      name: 'rollout',
      needsPlatform: true,
      everyMs: ROLLOUT_EVERY_MS,
      run: (signal) => resumeRollout(services, signal),
    },
    {
      name: 'expired-credentials',
      everyMs: 10 * MINUTE_MS,
      run: (signal) => dropExpired(db, clock.now(), settings.sessions, signal),
    },
    {
      name: 'used-assertion-pruning',
      everyMs: HOUR_MS,
      run: async (signal) => void (await dropUsedAssertions(db, clock.now(), signal)),
    },
    { name: 'fleet-usage', everyMs: 5 * MINUTE_MS, run: async () => void (await settleFleetUsage(db, clock.now())) },
    { name: 'capacity-alerts', everyMs: 5 * MINUTE_MS, run: () => raiseCapacityAlerts(db, clock.now()) },
    { name: 'stall-alerts', everyMs: MINUTE_MS, run: () => raiseStallAlerts(db, report, clock.now()) },
    { name: 'certificate-alerts', everyMs: HOUR_MS, run: () => raiseCertificateAlerts(db, clock.now()) },
    { name: 'issue-times', everyMs: ISSUE_TIMES_EVERY_MS, run: () => followIssues(services) },
    {
      name: 'alert-pruning',
      everyMs: HOUR_MS,
      run: async (signal) => void (await pruneAlerts(db, clock.now(), signal)),
    },
    {
      name: 'usage-pruning',
      everyMs: HOUR_MS,
      run: async (signal) => void (await pruneUsage(db, clock.now(), signal)),
    },
    {
      name: 'audit-log-pruning',
      everyMs: HOUR_MS,
      run: (signal) => pruneAuditLog(db, clock.now(), signal),
    },
    {
      name: 'platform-event-pruning',
      everyMs: HOUR_MS,
      run: async (signal) => void (await pruneEvents(db, new Date(clock.now().getTime() - EVENTS_KEPT_MS), signal)),
    },
    { name: 'sample-roll-up', everyMs: HOUR_MS, run: (signal) => rollUpSamples(db, clock.now(), signal) },
    { name: 'sample-pruning', everyMs: HOUR_MS, run: (signal) => pruneSamples(db, clock.now(), signal) },
    { name: ORPHANED_ARCHIVES_TASK, everyMs: HOUR_MS, run: ofOwn(removeOrphanedArchives) },
    { name: 'orphaned-image-downloads', everyMs: HOUR_MS, run: ofOwn(removeOrphanedDownloads) },
    {
      name: 'image-fetch-pruning',
      everyMs: HOUR_MS,
      run: async (signal) => void (await pruneFailedFetches(db, clock.now(), signal)),
    },
    { name: 'saga-pruning', everyMs: HOUR_MS, run: async (signal) => void (await sagas.prune(SAGAS_KEPT, signal)) },
  ]
}
