import { timestamp } from '../../kernel/values/time.ts'
import { CONFIRM_AFTER_MS } from '../inventory/unlisted-hardware.repo.ts'
import type { Finder } from './finder.ts'

/** Machines without an instance in the database, seen by two consecutive checks. */
export const findUnknownMachines: Finder = async ({ db, now, limit }) => {
  const rows = await db
    .selectFrom('unknown_machines')
    .selectAll()
    .where('time_first', '<=', new Date(now.getTime() - CONFIRM_AFTER_MS))
    .orderBy('instance_id')
    .limit(limit)
    .execute()
  return rows.map(({ instance_id, sled_id, time_first }) => ({
    kind: 'machine',
    severity: 'warning',
    id: instance_id,
    name: instance_id,
    message: `Runs on sled ${sled_id} without an instance. It keeps running`,
    time_began: timestamp(time_first),
  }))
}

const reconciled = {
  machines: { table: 'machine_absences', name: 'Machines', kept: 'Their instances keep their state' },
  storage: { table: 'storage_absences', name: 'Storage', kept: 'Disks, snapshots and images keep their state' },
} as const

/** Reconciliation that stopped because too many machines, or too much storage, are missing at once. */
export const findStoppedReconciliation: Finder = async ({ db }) => {
  const stopped = await db
    .selectFrom('alert_conditions')
    .select(['subject', 'time_began'])
    .where('class', '=', 'reconciliation.stopped')
    .where('subject', 'in', ['machines', 'storage'])
    .orderBy('subject')
    .execute()
  return Promise.all(
    stopped.map(async ({ subject, time_began }) => {
      const { table, name, kept } = reconciled[subject as keyof typeof reconciled]
      const { missing } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('missing'))
        .executeTakeFirstOrThrow()
      return {
        kind: 'reconciliation' as const,
        severity: 'critical' as const,
        id: subject,
        name,
        message: `Stopped: ${missing} are missing at once. ${kept}`,
        time_began: timestamp(time_began),
      }
    }),
  )
}
