import type { WebhookDeliveryAttemptResult } from '@skerry/contract/fleet/alerts.ts'
import type { AlertClassName } from '@skerry/contract/rules/alert-classes.ts'
import { MINUTE_MS } from '../clock/durations.ts'
import { classesOf, subscribe } from '../fleet/alerts/alert-receivers.repo.ts'
import { insertSecrets } from '../fleet/webhooks/webhook-secrets.repo.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { daysAgo, namedRow, type Seeding } from './seeding.ts'

/** Times of the attempts of a failing delivery, after its start. */
const ATTEMPT_OFFSETS_MS = [0, MINUTE_MS, 6 * MINUTE_MS]

interface SeededAttempt {
  result: WebhookDeliveryAttemptResult
  status?: number
}

const ACCEPTED: SeededAttempt[] = [{ result: 'succeeded', status: 204 }]
const REFUSED: SeededAttempt[] = Array.from({ length: 3 }, () => ({ result: 'failed_http_error', status: 502 }))
const UNREACHABLE: SeededAttempt[] = [
  { result: 'failed_timeout' },
  { result: 'failed_unreachable' },
  { result: 'failed_unreachable' },
]
const ACCEPTED_LATE: SeededAttempt[] = [{ result: 'failed_timeout' }, ...ACCEPTED]

const RECEIVERS = [
  {
    name: 'watch-room',
    description: 'The screen of the harbour watch',
    endpoint: 'https://watch.harbour.example/hooks/skerry',
    subscriptions: ['**'],
    secrets: 2,
  },
  {
    name: 'pager',
    description: 'Wakes the engineer on call',
    endpoint: 'https://pager.harbour.example/v2/enqueue',
    subscriptions: ['sled.*', 'physical_disk.failed'],
    secrets: 1,
  },
]

/** `days` is the age; `to` has the attempts by receiver. */
const ALERTS: { days: number; class: AlertClassName; to: Record<string, SeededAttempt[]> }[] = [
  { days: 26, class: 'sled.added', to: { 'watch-room': ACCEPTED, pager: ACCEPTED } },
  { days: 17, class: 'bgp.session_down', to: { 'watch-room': ACCEPTED } },
  { days: 9, class: 'sled.unreachable', to: { 'watch-room': ACCEPTED_LATE, pager: UNREACHABLE } },
  { days: 6, class: 'bfd.session_down', to: { 'watch-room': REFUSED } },
  { days: 3, class: 'physical_disk.failed', to: { 'watch-room': REFUSED, pager: ACCEPTED } },
  { days: 1, class: 'sled.unreachable', to: { 'watch-room': ACCEPTED, pager: UNREACHABLE } },
]

/** Two receivers, one of which was unreachable at times. */
export async function seedAlerts(seeding: Seeding): Promise<void> {
  const { tx, sleds, inventory } = seeding
  const ids = new Map<string, string>()
  for (const { name, description, endpoint, subscriptions, secrets } of RECEIVERS) {
    const row = namedRow(seeding, name, description, 40)
    await tx
      .insertInto('alert_receivers')
      .values({ ...row, endpoint })
      .execute()
    const secretIds = Array.from({ length: secrets }, () => randomId())
    await insertSecrets(tx, row.id, secretIds, row.time_created)
    await subscribe(tx, row.id, subscriptions)
    ids.set(name, row.id)
  }
  const peer = { switch: 'switch0', peer: '192.0.2.2' }
  const [disk] = inventory.physicalDisks
  const data: Partial<Record<AlertClassName, object>> = {
    'sled.added': { sled_id: sleds.at(-1), ...inventory.sleds.at(-1)?.baseboard },
    'sled.unreachable': { sled_id: sleds[0] },
    ...(disk && { 'physical_disk.failed': { physical_disk_id: disk.id, sled_id: disk.sledId } }),
    'bgp.session_down': peer,
    'bfd.session_down': peer,
  }
  for (const { days, class: name, to } of ALERTS) {
    if (!data[name]) continue
    const time = daysAgo(seeding, days)
    const alert = { id: randomId(), class: name, data: JSON.stringify(data[name]) }
    await tx
      .insertInto('alerts')
      .values({ ...alert, time_created: time, time_dispatched: time })
      .execute()
    for (const receiver of RECEIVERS) {
      const attempts = to[receiver.name]
      if (attempts && classesOf(receiver).includes(name))
        await insertDelivery(seeding, alert.id, ids.get(receiver.name)!, attempts, time)
    }
  }
}

async function insertDelivery(
  { tx }: Seeding,
  alert_id: string,
  receiver_id: string,
  attempts: readonly SeededAttempt[],
  time_created: Date,
): Promise<void> {
  const id = randomId()
  const state = attempts.at(-1)?.result === 'succeeded' ? ('delivered' as const) : ('failed' as const)
  await tx
    .insertInto('alert_deliveries')
    .values({ id, alert_id, receiver_id, trigger: 'alert', state, due: null, lease_id: null, time_created })
    .execute()
  await tx
    .insertInto('webhook_attempts')
    .values(
      attempts.map(({ result, status }, index) => ({
        delivery_id: id,
        attempt: index + 1,
        result,
        status: status ?? null,
        duration_ms: status === undefined ? null : 38 + 7 * index,
        time_sent: new Date(time_created.getTime() + ATTEMPT_OFFSETS_MS[index]!),
      })),
    )
    .execute()
}
