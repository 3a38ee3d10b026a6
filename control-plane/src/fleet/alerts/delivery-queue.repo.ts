import { patternsCovering } from '@skerry/contract/rules/alert-classes.ts'
import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '../../kernel/database/database.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { WebhookMessage, WebhookOutcome, WebhookTarget } from '../webhooks/send-webhook.ts'
import { secretsOf } from '../webhooks/webhook-secrets.repo.ts'
import { endPause } from './alert-receivers.repo.ts'

/** Alerts per transaction. */
const BATCH_SIZE = 100
/** Far longer than an attempt takes: when it expires, the server that made the attempt has died. */
const LEASE_MS = 60_000
/** Delays after a failed first and second attempt; the third is the last. */
const RETRY_AFTER_MS = [60_000, 300_000]

/**
 * Creates deliveries of new alerts for subscribed receivers, for up to a hundred alerts.
 * Returns whether there may be more.
 */
export const dispatchAlerts = (db: Db, now: Date): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const alerts = await tx
      .selectFrom('alerts')
      .select(['id', 'class'])
      .where('time_dispatched', 'is', null)
      .orderBy('time_created')
      .orderBy('id')
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const [name, ofClass] of Map.groupBy(alerts, (alert) => alert.class)) {
      const ids = ofClass.map(({ id }) => id)
      // The key share lock keeps receivers from being deleted before this ends.
      await sql`
        insert into alert_deliveries (id, alert_id, receiver_id, trigger, state, due, time_created)
        select gen_random_uuid(), alert.id, receiver.id, 'alert', 'pending', ${now}::timestamptz, ${now}::timestamptz
        from unnest(${ids}::uuid[]) alert (id), (
          select id from alert_receivers
          where id in (select receiver_id from alert_subscriptions where pattern = any(${patternsCovering(name)}))
          order by id for key share) receiver`.execute(tx)
    }
    const ids = alerts.map(({ id }) => id)
    if (ids.length)
      await tx
        .updateTable('alerts')
        .set({ time_dispatched: now })
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .execute()
    return alerts.length === BATCH_SIZE
  })

export interface ClaimedDelivery {
  id: string
  receiver_id: string
  lease_id: string
}

/** Receivers with due deliveries, without paused ones. */
export async function receiversDue(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('alert_receivers as receiver')
    .select('id')
    .where(({ or, eb }) => or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('alert_deliveries')
          .select('id')
          .whereRef('receiver_id', '=', 'receiver.id')
          .where('state', '=', 'pending')
          .where('due', '<=', now),
      ),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Leases the oldest due delivery to a receiver for 60 s. */
export async function claimDelivery(db: Db, receiverId: string, now: Date): Promise<ClaimedDelivery | undefined> {
  const next = db
    .selectFrom('alert_deliveries')
    .select('id')
    .where('receiver_id', '=', receiverId)
    .where('state', '=', 'pending')
    .where('due', '<=', now)
    .orderBy('time_created')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const lease_id = randomId()
  const claimed = await db
    .updateTable('alert_deliveries')
    .set({ due: new Date(now.getTime() + LEASE_MS), lease_id })
    .where('id', '=', next)
    .returning(['id', 'receiver_id'])
    .executeTakeFirst()
  return claimed && { ...claimed, lease_id }
}

/** The message of a delivery and the number of attempts so far. Undefined when it was deleted meanwhile. */
export async function readDelivery(
  db: Queryable,
  id: string,
): Promise<{ target: WebhookTarget; message: WebhookMessage; attempts: number } | undefined> {
  const row = await db
    .selectFrom('alert_deliveries as delivery')
    .innerJoin('alerts', 'alerts.id', 'delivery.alert_id')
    .innerJoin('alert_receivers as receiver', 'receiver.id', 'delivery.receiver_id')
    .select(['delivery.trigger', 'alerts.id as alert_id', 'delivery.receiver_id', 'receiver.endpoint'])
    .select(['alerts.class as alert_class', 'alerts.data'])
    .select(sql<number>`(select count(*)::int from webhook_attempts where delivery_id = delivery.id)`.as('attempts'))
    .where('delivery.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { receiver_id, endpoint, attempts, ...message } = row
  const secrets = await secretsOf(db, receiver_id)
  return { target: { receiver_id, endpoint, secrets }, message: { ...message, delivery_id: id }, attempts }
}

/**
 * Records the outcome of an attempt, and schedules the next one if needed. Does nothing when the lease is lost or the
 * delivery deleted. `unsent` means that there was no secret to sign it with.
 */
export const finishDelivery = (
  db: Db,
  { id, receiver_id, lease_id, endpoint }: ClaimedDelivery & { endpoint: string },
  attempt: number,
  outcome: WebhookOutcome | 'unsent',
  now: Date,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (outcome !== 'unsent')
      await (outcome.response ? endPause(tx, receiver_id) : pause(tx, receiver_id, endpoint, now))
    const retryAfter = outcome === 'unsent' ? undefined : RETRY_AFTER_MS[attempt - 1]
    const ended = { due: null, lease_id: null }
    const next =
      outcome !== 'unsent' && outcome.result === 'succeeded'
        ? { ...ended, state: 'delivered' as const }
        : retryAfter === undefined
          ? { ...ended, state: 'failed' as const }
          : { due: new Date(now.getTime() + retryAfter), lease_id: null }
    const finished = await tx
      .updateTable('alert_deliveries')
      .set(next)
      .where('id', '=', id)
      .where('lease_id', '=', lease_id)
      .returning('id')
      .executeTakeFirst()
    if (!finished || outcome === 'unsent') return
    const { result, response, time_sent } = outcome
    await tx
      .insertInto('webhook_attempts')
      .values({
        delivery_id: id,
        attempt,
        result,
        status: response?.status ?? null,
        duration_ms: response?.duration_ms ?? null,
        time_sent,
      })
      .execute()
  })

/** Pauses deliveries to a receiver whose endpoint is unreachable. Concurrent failures count once. */
const pause = (tx: Tx, id: string, endpoint: string, now: Date): Promise<unknown> =>
  tx
    .updateTable('alert_receivers')
    .set({
      failures: sql`failures + 1`,
      paused_until: sql`${now}::timestamptz + case failures when 0 then interval '1 minute' else interval '5 minutes' end`,
    })
    .where('id', '=', id)
    // It may have been changed during the attempt.
    .where('endpoint', '=', endpoint)
    .where(({ or, eb }) => or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
    .execute()

/** Releases the lease of an unsent delivery, for another server to send at once. */
export const releaseDelivery = (db: Db, { id, lease_id }: ClaimedDelivery, now: Date): Promise<unknown> =>
  db
    .updateTable('alert_deliveries')
    .set({ due: now, lease_id: null })
    .where('id', '=', id)
    .where('lease_id', '=', lease_id)
    .execute()
