import type { AlertDeliveryState, AlertReceiverHealth } from '@skerry/contract/fleet/alerts.ts'
import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '../../clock/durations.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { listedReceivers, type Receiver } from './alert-receivers.repo.ts'

/** Largest number of failed deliveries to count. */
const MAX_COUNTED = 1000

/** A delivery, from JSON of the database. */
interface LastDelivery {
  state: AlertDeliveryState
  time_created: string
}

const last: RawBuilder<LastDelivery | null> = sql`(
  select json_build_object('state', state, 'time_created', time_created) from alert_deliveries
  where receiver_id = alert_receivers.id and alert_id is not null
  order by time_created desc, id desc limit 1)`

const failedSince = (start: Date): RawBuilder<number | bigint> => sql`(
  select count(*) from (
    select from alert_deliveries
    where receiver_id = alert_receivers.id and state = 'failed' and alert_id is not null and time_created > ${start}
    limit ${sql.lit(MAX_COUNTED)}) failed)`

/** Receivers with how their deliveries of alerts went, in one statement. */
export const receiversWithHealth = (db: Queryable, now: Date) =>
  listedReceivers(db).select([
    last.as('last_delivery'),
    failedSince(new Date(now.getTime() - DAY_MS)).as('failed_in_day'),
  ])

export const healthView = (
  {
    last_delivery,
    failed_in_day,
    paused_until,
  }: Receiver & { last_delivery: LastDelivery | null; failed_in_day: number | bigint },
  now: Date,
): AlertReceiverHealth => ({
  last_state: last_delivery?.state ?? null,
  time_last: last_delivery && timestamp(new Date(last_delivery.time_created)),
  failed_in_day: Number(failed_in_day),
  paused_until: paused_until && paused_until > now ? timestamp(paused_until) : null,
})
