import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { bounded, changedIdentity, identity, NameOrId, newIdentity, uri, uuid } from '../values.ts'
import { AlertSubscription, WebhookSecret } from './alerts.ts'

const Secret = bounded(1024)

export const WebhookCreate = z
  .object({
    ...newIdentity,
    endpoint: uri,
    secrets: z.array(Secret),
    subscriptions: z.array(AlertSubscription).default([]),
  })
  .meta({ id: 'WebhookCreate' })
export type WebhookCreate = z.infer<typeof WebhookCreate>

export const WebhookReceiver = z
  .object({ ...identity, endpoint: uri, secrets: z.array(WebhookSecret), subscriptions: z.array(AlertSubscription) })
  .meta({ id: 'WebhookReceiver' })
export type WebhookReceiver = z.infer<typeof WebhookReceiver>

export const WebhookReceiverUpdate = z
  .object({ ...changedIdentity, endpoint: uri.nullish() })
  .meta({ id: 'WebhookReceiverUpdate' })
export type WebhookReceiverUpdate = z.infer<typeof WebhookReceiverUpdate>

export const WebhookSecretCreate = z.object({ secret: Secret }).meta({ id: 'WebhookSecretCreate' })
export type WebhookSecretCreate = z.infer<typeof WebhookSecretCreate>

export const WebhookSecrets = z.object({ secrets: z.array(WebhookSecret) }).meta({ id: 'WebhookSecrets' })
export type WebhookSecrets = z.infer<typeof WebhookSecrets>

export const webhooks = defineOperations({
  webhook_receiver_create: {
    tag: 'system/alerts',
    method: 'post',
    path: '/v1/webhook-receivers',
    body: WebhookCreate,
    answer: [201, WebhookReceiver],
  },
  webhook_receiver_update: {
    tag: 'system/alerts',
    method: 'put',
    path: '/v1/webhook-receivers/{receiver}',
    params: z.object({ receiver: NameOrId }),
    body: WebhookReceiverUpdate,
    answer: [204],
  },
  webhook_secrets_list: {
    tag: 'system/alerts',
    method: 'get',
    path: '/v1/webhook-secrets',
    query: z.object({ receiver: NameOrId }),
    answer: [200, WebhookSecrets],
  },
  webhook_secrets_add: {
    tag: 'system/alerts',
    method: 'post',
    path: '/v1/webhook-secrets',
    query: z.object({ receiver: NameOrId }),
    body: WebhookSecretCreate,
    answer: [201, WebhookSecret],
  },
  webhook_secrets_delete: {
    tag: 'system/alerts',
    method: 'delete',
    path: '/v1/webhook-secrets/{secret_id}',
    params: z.object({ secret_id: uuid }),
    answer: [204],
  },
})
