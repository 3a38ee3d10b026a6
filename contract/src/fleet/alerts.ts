import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage, TimeAndIdSortMode, unsortedPage } from '../paging.ts'
import { bounded, dateTime, identity, NameOrId, uint, uint16, uri, uuid } from '../values.ts'

export const AlertClass = z.object({ name: z.string(), description: z.string() }).meta({ id: 'AlertClass' })
export type AlertClass = z.infer<typeof AlertClass>

export const WebhookDeliveryAttemptResult = z
  .enum(['succeeded', 'failed_http_error', 'failed_unreachable', 'failed_timeout'])
  .meta({ id: 'WebhookDeliveryAttemptResult' })
export type WebhookDeliveryAttemptResult = z.infer<typeof WebhookDeliveryAttemptResult>

export const WebhookDeliveryResponse = z
  .object({ duration_ms: uint, status: uint16 })
  .meta({ id: 'WebhookDeliveryResponse' })
export type WebhookDeliveryResponse = z.infer<typeof WebhookDeliveryResponse>

export const WebhookDeliveryAttempt = z
  .object({
    attempt: uint,
    response: WebhookDeliveryResponse.nullish(),
    result: WebhookDeliveryAttemptResult,
    time_sent: dateTime,
  })
  .meta({ id: 'WebhookDeliveryAttempt' })
export type WebhookDeliveryAttempt = z.infer<typeof WebhookDeliveryAttempt>

export const AlertDeliveryAttempts = z
  .object({ webhook: z.array(WebhookDeliveryAttempt) })
  .meta({ id: 'AlertDeliveryAttempts' })
export type AlertDeliveryAttempts = z.infer<typeof AlertDeliveryAttempts>

export const AlertDeliveryState = z.enum(['pending', 'delivered', 'failed']).meta({ id: 'AlertDeliveryState' })
export type AlertDeliveryState = z.infer<typeof AlertDeliveryState>

export const AlertDeliveryTrigger = z.enum(['alert', 'resend', 'probe']).meta({ id: 'AlertDeliveryTrigger' })
export type AlertDeliveryTrigger = z.infer<typeof AlertDeliveryTrigger>

/** A resource that an alert is about, or a parent of it. */
export const AlertSubject = z
  .object({
    /** `instance`, `sled`, `ip_pool`, … */
    kind: z.string(),
    id: z.string(),
    name: z.string().nullish(),
  })
  .meta({ id: 'AlertSubject' })
export type AlertSubject = z.infer<typeof AlertSubject>

export const AlertDelivery = z
  .object({
    id: uuid,
    /** The affected resource first, then its parents. */
    about: z.array(AlertSubject).optional(),
    /** The `data` of the request to the receiver. */
    payload: z.record(z.string(), z.unknown()).optional(),
    alert_class: z.string(),
    alert_id: uuid,
    attempts: AlertDeliveryAttempts,
    receiver_id: uuid,
    state: AlertDeliveryState,
    /** Of a pending delivery. */
    time_next_attempt: dateTime.nullish(),
    time_started: dateTime,
    trigger: AlertDeliveryTrigger,
  })
  .meta({ id: 'AlertDelivery' })
export type AlertDelivery = z.infer<typeof AlertDelivery>

export const AlertDeliveryId = z.object({ delivery_id: uuid }).meta({ id: 'AlertDeliveryId' })
export type AlertDeliveryId = z.infer<typeof AlertDeliveryId>

export const AlertProbeResult = z
  .object({ probe: AlertDelivery, resends_started: uint.nullish() })
  .meta({ id: 'AlertProbeResult' })
export type AlertProbeResult = z.infer<typeof AlertProbeResult>

export const WebhookSecret = z.object({ id: uuid, time_created: dateTime }).meta({ id: 'WebhookSecret' })
export type WebhookSecret = z.infer<typeof WebhookSecret>

export const AlertReceiverKind = z
  .object({ kind: z.literal('webhook'), endpoint: uri, secrets: z.array(WebhookSecret) })
  .meta({ id: 'AlertReceiverKind' })
export type AlertReceiverKind = z.infer<typeof AlertReceiverKind>

export const AlertSubscription = bounded(512)
  .regex(
    /^([a-zA-Z0-9_]+|\*|\*\*)(\.([a-zA-Z0-9_]+|\*|\*\*))*$/,
    'must be segments joined by dots, each a word, * or **',
  )
  .meta({ id: 'AlertSubscription' })
export type AlertSubscription = z.infer<typeof AlertSubscription>

/** How deliveries of alerts to a receiver went lately. */
export const AlertReceiverHealth = z
  .object({
    /** The last delivery, unless there is none. */
    last_state: AlertDeliveryState.nullish(),
    time_last: dateTime.nullish(),
    /** Number of deliveries that failed within the last day; at most 1000 are counted. */
    failed_in_day: uint,
    /** Nothing is sent before this time, because the receiver did not answer. */
    paused_until: dateTime.nullish(),
  })
  .meta({ id: 'AlertReceiverHealth' })
export type AlertReceiverHealth = z.infer<typeof AlertReceiverHealth>

export const AlertReceiver = z
  .object({
    ...identity,
    kind: AlertReceiverKind,
    subscriptions: z.array(AlertSubscription),
    /** In lists. Beyond the wire contract. */
    health: AlertReceiverHealth.optional(),
  })
  .meta({ id: 'AlertReceiver' })
export type AlertReceiver = z.infer<typeof AlertReceiver>

export const AlertSubscriptionCreate = z
  .object({ subscription: AlertSubscription })
  .meta({ id: 'AlertSubscriptionCreate' })
export type AlertSubscriptionCreate = z.infer<typeof AlertSubscriptionCreate>

export const AlertSubscriptionCreated = z
  .object({ subscription: AlertSubscription })
  .meta({ id: 'AlertSubscriptionCreated' })
export type AlertSubscriptionCreated = z.infer<typeof AlertSubscriptionCreated>

export const alerts = defineOperations({
  alert_class_list: {
    tag: 'system/alerts',
    method: 'get',
    path: '/v1/alert-classes',
    query: unsortedPage({ filter: AlertSubscription.optional() }),
    paginated: true,
    answer: [200, resultsPage(AlertClass)],
  },
  alert_receiver_list: {
    tag: 'system/alerts',
    method: 'get',
    path: '/v1/alert-receivers',
    query: page(NameOrIdSortMode),
    paginated: true,
    answer: [200, resultsPage(AlertReceiver)],
  },
  alert_receiver_view: {
    tag: 'system/alerts',
    method: 'get',
    path: '/v1/alert-receivers/{receiver}',
    params: z.object({ receiver: NameOrId }),
    answer: [200, AlertReceiver],
  },
  alert_receiver_delete: {
    tag: 'system/alerts',
    method: 'delete',
    path: '/v1/alert-receivers/{receiver}',
    params: z.object({ receiver: NameOrId }),
    answer: [204],
  },
  alert_delivery_list: {
    tag: 'system/alerts',
    method: 'get',
    path: '/v1/alert-receivers/{receiver}/deliveries',
    params: z.object({ receiver: NameOrId }),
    query: page(TimeAndIdSortMode, {
      delivered: z.boolean().optional(),
      failed: z.boolean().optional(),
      pending: z.boolean().optional(),
    }),
    paginated: true,
    answer: [200, resultsPage(AlertDelivery)],
  },
  alert_receiver_probe: {
    tag: 'system/alerts',
    method: 'post',
    path: '/v1/alert-receivers/{receiver}/probe',
    params: z.object({ receiver: NameOrId }),
    query: z.object({ resend: z.boolean().optional() }),
    answer: [200, AlertProbeResult],
  },
  /** Probes of the last 30 days, which `alert_delivery_list` leaves out. Beyond the wire contract. */
  alert_probe_list: {
    tag: 'system/alerts',
    method: 'get',
    path: '/v1/alert-receivers/{receiver}/probes',
    params: z.object({ receiver: NameOrId }),
    query: page(TimeAndIdSortMode),
    paginated: true,
    answer: [200, resultsPage(AlertDelivery)],
  },
  alert_receiver_subscription_add: {
    tag: 'system/alerts',
    method: 'post',
    path: '/v1/alert-receivers/{receiver}/subscriptions',
    params: z.object({ receiver: NameOrId }),
    body: AlertSubscriptionCreate,
    answer: [201, AlertSubscriptionCreated],
  },
  alert_receiver_subscription_remove: {
    tag: 'system/alerts',
    method: 'delete',
    path: '/v1/alert-receivers/{receiver}/subscriptions/{subscription}',
    params: z.object({ receiver: NameOrId, subscription: AlertSubscription }),
    answer: [204],
  },
  alert_delivery_resend: {
    tag: 'system/alerts',
    method: 'post',
    path: '/v1/alerts/{alert_id}/resend',
    params: z.object({ alert_id: uuid }),
    query: z.object({ receiver: NameOrId }),
    answer: [201, AlertDeliveryId],
  },
})
