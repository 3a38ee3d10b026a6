import type { AlertDelivery, AlertProbeResult, alerts } from '@skerry/contract/fleet/alerts.ts'
import { permits } from '@skerry/contract/rules/permissions.ts'
import type { Call } from '../../kernel/http/call.ts'
import { forbidden, invalidRequest, tooManyRequests } from '../../kernel/http/errors.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { sendWebhook } from '../webhooks/send-webhook.ts'
import { secretsOf } from '../webhooks/webhook-secrets.repo.ts'
import { insertReceiverProbe, resendFailed } from './alert-deliveries.repo.ts'
import { PROBE_ALERT_ID } from './alert-delivery.view.ts'
import { classesOf, endPause, lockReceiver } from './alert-receivers.repo.ts'
import { receiverNamed } from './receiver-in-path.ts'

/** Sends one probe, records the outcome and returns it. */
export async function probeReceiver(call: Call<(typeof alerts)['alert_receiver_probe']>): Promise<AlertProbeResult> {
  const receiver = await receiverNamed(call, call.db, call.params.receiver)
  const resends = call.query.resend === true
  if (resends && !permits('alert_delivery_resend', { fleet: call.access.fleetRole })) throw forbidden()
  const secrets = await secretsOf(call.db, receiver.id)
  if (!secrets.length) throw invalidRequest(`receiver "${receiver.name}" has no secret to sign a probe with: add one`)
  const release = call.services.budgets.probes.take(receiver.id)
  if (!release) throw tooManyRequests(`receiver "${receiver.name}" is being probed: wait for the answers`, 30)
  const message = {
    delivery_id: randomId(),
    trigger: 'probe' as const,
    alert_id: PROBE_ALERT_ID,
    alert_class: 'probe',
    data: {},
  }
  const target = { receiver_id: receiver.id, endpoint: receiver.endpoint, secrets }
  const { result, response, time_sent } = await sendWebhook(call.services, target, message).finally(release)
  const succeeded = result === 'succeeded'
  const state = succeeded ? 'delivered' : 'failed'
  const attempt = { result, status: response?.status ?? null, duration_ms: response?.duration_ms ?? null, time_sent }
  const resends_started = await call.transaction(async (tx) => {
    call.target(receiver.id, { result })
    if (!(await lockReceiver(tx, receiver.id))) return null
    await insertReceiverProbe(tx, { id: message.delivery_id, receiver_id: receiver.id, state }, attempt)
    if (!succeeded) return null
    await endPause(tx, receiver.id)
    if (!resends) return null
    return resendFailed(tx, receiver.id, classesOf(receiver), call.services.clock.now())
  })
  const sent = timestamp(time_sent)
  const probe: AlertDelivery = {
    id: message.delivery_id,
    about: [],
    payload: message.data,
    alert_class: message.alert_class,
    alert_id: message.alert_id,
    receiver_id: receiver.id,
    state,
    trigger: message.trigger,
    time_started: sent,
    attempts: { webhook: [{ attempt: 1, result, response, time_sent: sent }] },
  }
  return { probe, resends_started }
}
