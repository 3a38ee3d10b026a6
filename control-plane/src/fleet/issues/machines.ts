import { timestamp } from '../../kernel/time.ts'
import { CONFIRM_AFTER_MS } from '../confirm-after.ts'
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

/** Reconciliation that stopped because too many machines are missing at once. */
export const findStoppedReconciliation: Finder = async ({ db }) => {
  const stopped = await db
    .selectFrom('alert_conditions')
    .select('time_began')
    .where('class', '=', 'reconciliation.stopped')
    .where('subject', '=', 'machines')
    .executeTakeFirst()
  if (!stopped) return []
  const { missing } = await db
    .selectFrom('machine_absences')
    .select(({ fn }) => fn.countAll<number>().as('missing'))
    .executeTakeFirstOrThrow()
  return [
    {
      kind: 'reconciliation',
      severity: 'critical',
      id: 'machines',
      name: 'Machines',
      message: `Stopped: ${missing} machines are missing at once. Their instances keep their state`,
      time_began: timestamp(stopped.time_began),
    },
  ]
}
