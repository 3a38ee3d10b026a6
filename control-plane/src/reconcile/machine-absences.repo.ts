import { sql } from 'kysely'
import { raiseAlert } from '../fleet/alerts/raise-alert.ts'
import { CONFIRM_AFTER_MS } from '../fleet/confirm-after.ts'
import type { Db, Queryable } from '../kernel/database/database.ts'

/** Fewer missing machines are never too many. */
const FEW = 3

interface Absence {
  instance_id: string
  /** It was missing in an earlier round too, or an operator has confirmed it. */
  certain: boolean
  confirmed: boolean
}

/** Writes down the machines that are missing in this round, and forgets those that are not. */
export async function recordAbsences(
  db: Db,
  missing: readonly { id: string; run_id: string | null }[],
  now: Date,
): Promise<Absence[]> {
  if (!missing.length) {
    await db.deleteFrom('machine_absences').execute()
    return []
  }
  return db.transaction().execute(async (tx) => {
    const ids = missing.map(({ id }) => id)
    const runs = missing.map(({ run_id }) => run_id ?? '')
    await sql`delete from machine_absences where instance_id <> all(${ids}::uuid[])`.execute(tx)
    const { rows } = await sql<Absence>`
      insert into machine_absences as absence (instance_id, run_id, time_first)
      select id, run_id, ${now}::timestamptz from unnest(${ids}::uuid[], ${runs}::text[]) given (id, run_id)
      on conflict (instance_id) do update set
        run_id = excluded.run_id,
        time_first = case when absence.run_id = excluded.run_id then absence.time_first else excluded.time_first end,
        confirmed = absence.confirmed and absence.run_id = excluded.run_id
      returning instance_id, confirmed,
        confirmed or time_first <= ${new Date(now.getTime() - CONFIRM_AFTER_MS)}::timestamptz as certain`.execute(tx)
    return rows
  })
}

/** Has the machines that are missing now count as gone, however many they are. Answers how many that is. */
export async function confirmAbsences(db: Queryable): Promise<number> {
  const { numUpdatedRows } = await db.updateTable('machine_absences').set({ confirmed: true }).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Whether so many are missing at once that the list is more likely to be wrong than they are to be gone. */
export const areTooMany = (missing: number, expected: number): boolean => missing >= FEW && missing * 5 > expected

const STOPPED = 'reconciliation.stopped'
const MACHINES = 'machines'

/** Raises an alert when reconciliation stops, once until it goes on. */
export const noteStop = (db: Db, counts: { missing: number; expected: number }, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const began = await tx
      .insertInto('alert_conditions')
      .values({ class: STOPPED, subject: MACHINES, time_began: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('class')
      .executeTakeFirst()
    if (began) await raiseAlert(tx, STOPPED, counts, now)
  })

export async function noteGoingOn(db: Queryable): Promise<void> {
  await db.deleteFrom('alert_conditions').where('class', '=', STOPPED).where('subject', '=', MACHINES).execute()
}

/** Writes down the machines that no instance has, and forgets those that are gone. Answers the new ones. */
export async function recordUnknown(
  db: Db,
  machines: readonly { instanceId: string; sledId: string }[],
  now: Date,
): Promise<string[]> {
  if (!machines.length) {
    await db.deleteFrom('unknown_machines').execute()
    return []
  }
  return db.transaction().execute(async (tx) => {
    const ids = machines.map(({ instanceId }) => instanceId)
    await sql`delete from unknown_machines where instance_id <> all(${ids}::text[])`.execute(tx)
    const { rows } = await sql<{ instance_id: string }>`
      insert into unknown_machines (instance_id, sled_id, time_first)
      select distinct on (id) id, sled_id, ${now}::timestamptz
      from unnest(${ids}::text[], ${machines.map(({ sledId }) => sledId)}::text[]) given (id, sled_id)
      on conflict do nothing returning instance_id`.execute(tx)
    return rows.map(({ instance_id }) => instance_id)
  })
}
