import type { AlertDelivery } from '@skerry/contract/fleet/alerts.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { ListedAttempt, ListedDelivery } from './alert-deliveries.repo.ts'
import { subjectsOf } from './alert-subjects.ts'

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
