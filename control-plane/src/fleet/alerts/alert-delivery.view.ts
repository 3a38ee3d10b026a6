import type { AlertDelivery, AlertSubject } from '@skerry/contract/fleet/alerts.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { ListedAttempt, ListedDelivery } from './alert-deliveries.repo.ts'

/** The alert id of all probes, which belong to no alert. */
export const PROBE_ALERT_ID = '00000000-0000-4000-8000-000000000000'

const attemptView = ({ attempt, result, status, duration_ms, time_sent }: ListedAttempt) => ({
  attempt,
  result,
  response: status === null || duration_ms === null ? null : { status, duration_ms },
  time_sent: timestamp(new Date(time_sent)),
})

export const deliveryView = (row: ListedDelivery): AlertDelivery => ({
  id: row.id,
  about: subjectsOf(row.alert_class, row.alert_data),
  payload: row.alert_data,
  alert_class: row.alert_class,
  alert_id: row.alert_id ?? PROBE_ALERT_ID,
  receiver_id: row.receiver_id,
  state: row.state,
  trigger: row.trigger,
  time_next_attempt: row.state === 'pending' && row.due ? timestamp(row.due) : null,
  time_started: timestamp(row.time_created),
  attempts: { webhook: row.attempts.map(attemptView) },
})

const ID = '_id'

/**
 * The things that an alert is about, by the ids in its data: `instance_id` and `instance_name` are an instance.
 * The kind in the class's name comes first.
 */
export function subjectsOf(alertClass: string, data: Readonly<Record<string, unknown>>): AlertSubject[] {
  const [own] = alertClass.split('.')
  return Object.entries(data)
    .flatMap(([key, id]) => {
      if (!key.endsWith(ID) || typeof id !== 'string' || !id) return []
      const kind = key.slice(0, -ID.length)
      const name = data[`${kind}_name`]
      return [{ kind, id, name: typeof name === 'string' ? name : null }]
    })
    .toSorted((a, b) => Number(b.kind === own) - Number(a.kind === own))
}
