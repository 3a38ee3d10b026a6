import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { AlertDeliveryTrigger, WebhookDeliveryAttemptResult } from '@skerry/contract/fleet/alerts.ts'
import { mac } from '../../kernel/access/secrets.ts'
import { type Outbound, OutboundProblem } from '../../kernel/services/outbound.ts'
import type { Services } from '../../kernel/services/services.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { Faults } from '../../platform/interface/faults.ts'

const CONNECT_MS = 10_000
const TIMEOUT_MS = 30_000

export interface WebhookTarget {
  receiver_id: string
  endpoint: string
  secrets: readonly { id: string; secret: string }[]
}

export interface WebhookMessage {
  delivery_id: string
  trigger: AlertDeliveryTrigger
  alert_id: string
  alert_class: string
  data: object
}

/** The outcome of one attempt. */
export interface WebhookOutcome {
  result: WebhookDeliveryAttemptResult
  /** Null without an answer. */
  response: { status: number; duration_ms: number } | null
  time_sent: Date
}

/** Sends an alert to a receiver once. @throws the signal's reason when aborted */
export async function sendWebhook(
  { outbound, clock, log, telemetry }: Pick<Services, 'outbound' | 'clock' | 'log' | 'telemetry'>,
  target: WebhookTarget,
  message: WebhookMessage,
  signal?: AbortSignal,
): Promise<WebhookOutcome> {
  const time_sent = clock.now()
  const ended = (result: WebhookOutcome['result'], status?: number): WebhookOutcome => {
    telemetry.webhook(result)
    const duration_ms = clock.now().getTime() - time_sent.getTime()
    return { result, response: status === undefined ? null : { status, duration_ms }, time_sent }
  }
  try {
    const { status } = await outbound.request({
      ...signed(target, message, timestamp(time_sent)),
      timeoutMs: TIMEOUT_MS,
      connectMs: CONNECT_MS,
      maxBytes: 'none',
      ...(signal && { signal }),
    })
    return ended(status >= 200 && status < 300 ? 'succeeded' : 'failed_http_error', status)
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error
    log('warn', 'webhook failed', { receiver_id: target.receiver_id, delivery_id: message.delivery_id, error })
    return ended(error.kind === 'timeout' ? 'failed_timeout' : 'failed_unreachable')
  }
}

function signed({ receiver_id, endpoint, secrets }: WebhookTarget, message: WebhookMessage, sent_at: string) {
  const { delivery_id, trigger, alert_id, alert_class, data } = message
  const delivery = { id: delivery_id, receiver_id, sent_at, trigger }
  const body = JSON.stringify({ alert_class, alert_id, data, delivery })
  const headers = {
    'content-type': 'application/json',
    'content-length': String(utf8ToBytes(body).length),
    'user-agent': 'skerry-webhook',
    'x-skerry-receiver-id': receiver_id,
    'x-skerry-delivery-id': delivery_id,
    'x-skerry-alert-id': alert_id,
    'x-skerry-alert-class': alert_class,
    'x-skerry-timestamp': sent_at,
    'x-skerry-signature': secrets.map(
      ({ id, secret }) => `a=sha256&id=${id}&s=${bytesToHex(mac(utf8ToBytes(secret), body))}`,
    ),
  }
  return { url: endpoint, method: 'POST' as const, headers, body }
}

/** Fails requests to receivers that an injected fault makes unreachable. */
export const withUnreachable = (outbound: Outbound, faults: Pick<Faults, 'reachesReceiver'>): Outbound => ({
  async request(request) {
    const receiver = request.headers?.['x-skerry-receiver-id']
    if (typeof receiver === 'string' && !faults.reachesReceiver(receiver))
      throw new OutboundProblem('unreachable', 'it cannot be reached, by request')
    return outbound.request(request)
  },
  check: (url) => outbound.check(url),
})
