import type {
  AlertDeliveryState,
  AlertDeliveryTrigger,
  WebhookDeliveryAttemptResult,
} from '@skerry/contract/fleet/alerts.ts'
import type { AlertClassName } from '@skerry/contract/rules/alert-classes.ts'
import type { Generated } from 'kysely'
import type { Json, Named } from '../../kernel/database/columns.ts'

interface AlertTable {
  id: string
  class: AlertClassName
  data: Json<Record<string, unknown>>
  time_created: Date
  time_dispatched: Date | null
}

interface AlertConditionTable {
  class: AlertClassName
  subject: string
  time_began: Date
}

interface AlertReceiverTable extends Named {
  endpoint: string
  /** Consecutive attempts that could not reach it. */
  failures: Generated<number>
  /** No alerts are sent to it before this time. */
  paused_until: Generated<Date | null>
}

interface AlertSubscriptionTable {
  receiver_id: string
  pattern: string
}

interface WebhookSecretTable {
  id: string
  receiver_id: string
  secret: string
  time_created: Date
}

interface AlertDeliveryTable {
  id: string
  /** Null for a probe, which belongs to no alert. */
  alert_id: string | null
  receiver_id: string
  trigger: AlertDeliveryTrigger
  state: AlertDeliveryState
  due: Date | null
  lease_id: string | null
  time_created: Date
}

interface WebhookAttemptTable {
  delivery_id: string
  attempt: number
  result: WebhookDeliveryAttemptResult
  status: number | null
  duration_ms: number | null
  time_sent: Date
}

/** Alerts, their receivers, and deliveries. */
export interface AlertTables {
  alerts: AlertTable
  alert_conditions: AlertConditionTable
  alert_receivers: AlertReceiverTable
  alert_subscriptions: AlertSubscriptionTable
  webhook_secrets: WebhookSecretTable
  alert_deliveries: AlertDeliveryTable
  webhook_attempts: WebhookAttemptTable
}
