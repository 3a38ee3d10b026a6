import { sql } from 'kysely'
import { raiseAlert } from '../fleet/alerts/raise-alert.ts'
import { CONFIRM_AFTER_MS } from '../fleet/inventory/unlisted-hardware.repo.ts'
import type { Db, Queryable } from '../kernel/database/database.ts'

/** Fewer missing machines never stop reconciliation. */
const MIN_TOO_MANY = 3

interface Absence {
  instance_id: string
  /** Also missing in an earlier round, or confirmed by an operator. */
  certain: boolean
  confirmed: boolean
}

/** Records the machines that are missing in this round, and deletes the records of all others. */
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

/** Confirms that the machines missing now are gone, even if they are many. Returns their number. */
export async function confirmAbsences(db: Queryable): Promise<number> {
  const { numUpdatedRows } = await db.updateTable('machine_absences').set({ confirmed: true }).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Whether so many machines are missing that the list is probably wrong. */
export const tooManyMissing = (missing: number, expected: number): boolean =>
  missing >= MIN_TOO_MANY && missing * 5 > expected

const STOPPED = 'reconciliation.stopped'

/** Kinds of things that are compared with the platform. */
type Reconciled = 'machines' | 'storage'

/** Raises an alert when reconciliation stops, once until it continues. */
export const raiseStopAlert = (
  db: Db,
  subject: Reconciled,
  counts: { missing: number; expected: number },
  now: Date,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('alert_conditions')
      .values({ class: STOPPED, subject, time_began: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('class')
      .executeTakeFirst()
    if (inserted) await raiseAlert(tx, STOPPED, counts, now)
  })

export async function clearStopAlert(db: Queryable, subject: Reconciled): Promise<void> {
  await db.deleteFrom('alert_conditions').where('class', '=', STOPPED).where('subject', '=', subject).execute()
}

/** Records the machines without an instance, and deletes the records of all others. Returns the new ones. */
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
