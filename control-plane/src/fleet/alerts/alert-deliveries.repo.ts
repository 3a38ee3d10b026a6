import type { AlertDeliveryState, WebhookDeliveryAttemptResult } from '@skerry/contract/fleet/alerts.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Queryable, Tx } from '../../kernel/database/database.ts'
import { deleteInBatches, deleteUntil } from '../../kernel/database/delete-in-batches.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { randomId } from '../../kernel/values/uuid.ts'

const KEPT_MS = 30 * 86_400_000
/** Most deliveries that one request resends. */
const MAX_RESENT = 1000

/** An attempt, from JSON of the database. */
export interface ListedAttempt {
  attempt: number
  result: WebhookDeliveryAttemptResult
  status: number | null
  duration_ms: number | null
  time_sent: string
}

export type ListedDelivery = Row<'alert_deliveries'> & {
  alert_class: string
  alert_data: Record<string, unknown>
  attempts: ListedAttempt[]
}

const alertClass: RawBuilder<string> = sql`(select class from alerts where id = alert_deliveries.alert_id)`

const alertData: RawBuilder<Record<string, unknown>> =
  sql`(select data from alerts where id = alert_deliveries.alert_id)`

const attempts: RawBuilder<ListedAttempt[]> = sql`(
  select coalesce(json_agg(json_build_object('attempt', attempt, 'result', result, 'status', status,
    'duration_ms', duration_ms, 'time_sent', time_sent) order by attempt), '[]')
  from webhook_attempts where delivery_id = alert_deliveries.id)`

/** Deliveries in these states with their attempts, in one statement. */
export function deliveriesOf(db: Queryable, receiverId: string, states: readonly AlertDeliveryState[] | 'all') {
  const all = db
    .selectFrom('alert_deliveries')
    .selectAll()
    .select([alertClass.as('alert_class'), alertData.as('alert_data'), attempts.as('attempts')])
    .where('receiver_id', '=', receiverId)
    .where('alert_id', 'is not', null)
  if (states === 'all') return all
  const [only] = states
  // For a single state there is an index in the order of the list.
  return states.length === 1 && only
    ? all.where('state', '=', only)
    : all.where('state', '=', sql<AlertDeliveryState>`any(${states}::text[])`)
}

/** Probes of a receiver, each with its attempt. */
export const receiverProbesOf = (db: Queryable, receiverId: string) =>
  db
    .selectFrom('alert_deliveries')
    .selectAll()
    .select([
      sql<string>`'probe'`.as('alert_class'),
      sql<Record<string, unknown>>`'{}'::json`.as('alert_data'),
      attempts.as('attempts'),
    ])
    .where('receiver_id', '=', receiverId)
    .where('alert_id', 'is', null)

/** Records a probe that was sent, unless its receiver is gone. The caller has locked the receiver. */
export async function insertReceiverProbe(
  tx: Tx,
  { id, receiver_id, state }: Pick<Row<'alert_deliveries'>, 'id' | 'receiver_id' | 'state'>,
  attempt: Omit<Row<'webhook_attempts'>, 'delivery_id' | 'attempt'>,
): Promise<void> {
  const delivery = { id, receiver_id, state, alert_id: null, trigger: 'probe', due: null, lease_id: null } as const
  await tx
    .insertInto('alert_deliveries')
    .values({ ...delivery, time_created: attempt.time_sent })
    .execute()
  await tx
    .insertInto('webhook_attempts')
    .values({ delivery_id: id, attempt: 1, ...attempt })
    .execute()
}

export const findAlert = (db: Queryable, id: string): Promise<Row<'alerts'> | undefined> =>
  db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst()

/** Queues an alert for another delivery to a receiver. Returns the delivery's id. */
export async function resend(tx: Tx, alert_id: string, receiver_id: string, now: Date): Promise<string> {
  const id = randomId()
  await tx
    .insertInto('alert_deliveries')
    .values({
      id,
      alert_id,
      receiver_id,
      trigger: 'resend',
      state: 'pending',
      due: now,
      lease_id: null,
      time_created: now,
    })
    .execute()
  return id
}

/** Resends the oldest thousand alerts of these classes of which every delivery to the receiver failed. */
export async function resendFailed(tx: Tx, receiverId: string, classes: readonly string[], now: Date): Promise<number> {
  const { rows } = await sql`
    insert into alert_deliveries (id, alert_id, receiver_id, trigger, state, due, time_created)
    select gen_random_uuid(), failed.alert_id, ${receiverId}, 'resend', 'pending', ${now}, ${now} from (
      select alert_id from alert_deliveries d join alerts on alerts.id = d.alert_id
      where d.receiver_id = ${receiverId} and d.state = 'failed' and d.alert_id is not null and alerts.class = any(${classes}::text[])
        and not exists (select from alert_deliveries other
          where other.alert_id = d.alert_id and other.receiver_id = d.receiver_id and other.state <> 'failed')
      group by alert_id order by min(d.time_created), alert_id limit ${sql.lit(MAX_RESENT)}) failed
    returning id`.execute(tx)
  return rows.length
}

/** Deletes alerts older than 30 days, with their deliveries, and probes of that age. Returns the number of alerts. */
export async function pruneAlerts(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const end = new Date(now.getTime() - KEPT_MS)
  const where = sql`alert_id is null and time_created <= ${end}`
  await deleteInBatches(db, { table: 'alert_deliveries', where, order: 'time_created' }, signal)
  return deleteUntil(db, 'alerts', 'time_created', end, signal)
}
