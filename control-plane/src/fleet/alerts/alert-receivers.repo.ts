import type { WebhookSecret } from '@skerry/contract/fleet/alerts.ts'
import { alertClasses, type AlertClassName, coversClass } from '@skerry/contract/rules/alert-classes.ts'
import { isUuid } from '@skerry/contract/rules/names.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { requireFreeName, throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { alertReceivers } from './alert-receiver.resource.ts'

export interface Receiver extends Row<'alert_receivers'> {
  subscriptions: string[]
  /** Times are strings, from JSON of the database. */
  secrets: WebhookSecret[]
}

const subscriptions: RawBuilder<string[]> = sql`array(
  select pattern from alert_subscriptions where receiver_id = alert_receivers.id order by pattern)`

const secrets: RawBuilder<WebhookSecret[]> = sql`(
  select coalesce(json_agg(json_build_object('id', id, 'time_created', time_created) order by time_created, id), '[]')
  from webhook_secrets where receiver_id = alert_receivers.id)`

/** Receivers with their subscriptions and the ids of their secrets, in one statement. */
export const listedReceivers = (db: Queryable) =>
  db
    .selectFrom('alert_receivers')
    .selectAll()
    .select([subscriptions.as('subscriptions'), secrets.as('secrets')])

/** Estimated size of a receiver in an answer. */
export const receiverBytes = sql<number>`1024 + octet_length(endpoint) + 6 * octet_length(description)
  + (select coalesce(sum(octet_length(pattern) + 3), 0) from alert_subscriptions where receiver_id = alert_receivers.id)
  + 100 * (select count(*) from webhook_secrets where receiver_id = alert_receivers.id)`

export const findReceiver = (db: Queryable, nameOrId: string): Promise<Receiver | undefined> =>
  listedReceivers(db)
    .where(isUuid(nameOrId) ? 'id' : 'name', '=', nameOrId)
    .executeTakeFirst()

/** Locks a receiver for a change of it or of its parts; deliveries go on. Returns whether it exists. */
export async function lockReceiver(tx: Tx, id: string): Promise<boolean> {
  const receiver = tx.selectFrom('alert_receivers').select('id').where('id', '=', id).forNoKeyUpdate()
  return (await receiver.executeTakeFirst()) !== undefined
}

export async function insertReceiver(
  tx: Tx,
  { name, description, endpoint }: { name: string; description: string; endpoint: string },
  now: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto('alert_receivers')
    .values({ id: randomId(), name, description, endpoint, time_created: now, time_modified: now })
    .returning('id')
    .$call(throwIfTaken('alert-receiver', name))
  return id
}

/** Blocks other transactions from creating or renaming receivers; deliveries go on. */
export const lockReceiverNames = (tx: Tx): Promise<unknown> =>
  sql`lock table alert_receivers in share row exclusive mode`.execute(tx)

export async function updateReceiver(
  tx: Tx,
  id: string,
  fields: Partial<Pick<Receiver, 'name' | 'description' | 'endpoint'>>,
  now: Date,
): Promise<void> {
  await requireFreeName(tx, alertReceivers, id, fields.name)
  await tx
    .updateTable('alert_receivers')
    .set({ ...fields, time_modified: now })
    .where('id', '=', id)
    .execute()
}

/** Also deletes its subscriptions, secrets and deliveries. */
export async function deleteReceiver(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('alert_receivers').where('id', '=', id).execute()
}

export async function subscribe(tx: Tx, receiver_id: string, patterns: readonly string[]): Promise<void> {
  if (!patterns.length) return
  await tx
    .insertInto('alert_subscriptions')
    .values(patterns.map((pattern) => ({ receiver_id, pattern })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Resumes deliveries to a receiver: it has answered, or has another endpoint. */
export const endPause = (tx: Tx, id: string): Promise<unknown> =>
  tx
    .updateTable('alert_receivers')
    .set({ failures: 0, paused_until: null })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .execute()

/** Returns whether it was subscribed. */
export async function unsubscribe(tx: Tx, receiverId: string, pattern: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('alert_subscriptions')
    .where('receiver_id', '=', receiverId)
    .where('pattern', '=', pattern)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The classes that a receiver is subscribed to. */
export const classesOf = ({ subscriptions }: Pick<Receiver, 'subscriptions'>): AlertClassName[] =>
  alertClasses.map(({ name }) => name).filter((name) => subscriptions.some((pattern) => coversClass(pattern, name)))
