import type { AlertReceiver, WebhookSecret } from '@skerry/contract/fleet/alerts.ts'
import type { WebhookReceiver } from '@skerry/contract/fleet/webhooks.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { Receiver } from './alert-receivers.repo.ts'

const identityOf = ({ id, name, description, time_created, time_modified }: Receiver) => ({
  id,
  name,
  description,
  time_created: timestamp(time_created),
  time_modified: timestamp(time_modified),
})

export const secretsView = ({ secrets }: Pick<Receiver, 'secrets'>): WebhookSecret[] =>
  secrets.map(({ id, time_created }) => ({ id, time_created: timestamp(new Date(time_created)) }))

export const receiverView = (row: Receiver): AlertReceiver => ({
  ...identityOf(row),
  kind: { kind: 'webhook', endpoint: row.endpoint, secrets: secretsView(row) },
  subscriptions: row.subscriptions,
})

export const webhookView = (row: Receiver): WebhookReceiver => ({
  ...identityOf(row),
  endpoint: row.endpoint,
  secrets: secretsView(row),
  subscriptions: row.subscriptions,
})
