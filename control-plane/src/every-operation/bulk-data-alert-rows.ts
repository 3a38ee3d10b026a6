import type { AlertTables } from '../fleet/alerts/alert-tables.ts'
import { type Columns, named, type Place, TIME } from './bulk-data-columns.ts'

/** The columns of a row of each alert table. */
export const ALERT_ROWS: Record<keyof AlertTables, (place: Place) => Columns> = {
  alerts: () => ({ class: `'instance.failed'`, data: `'{}'`, time_created: TIME, time_dispatched: TIME }),
  alert_conditions: () => ({ class: `'ip_pool.exhausted'`, subject: 'i::text', time_began: TIME }),
  alert_receivers: () => ({ ...named('bulk'), endpoint: `'https://receiver.example'` }),
  alert_subscriptions: (at) => ({ receiver_id: at.below('alert_receivers'), pattern: `'bulk.' || i` }),
  webhook_secrets: (at) => ({ receiver_id: at.below('alert_receivers'), secret: `'secret'`, time_created: TIME }),
  alert_deliveries: (at) => ({
    alert_id: at.beside('alerts'),
    receiver_id: at.below('alert_receivers'),
    trigger: `'alert'`,
    state: `'delivered'`,
    time_created: TIME,
  }),
  webhook_attempts: (at) => ({
    delivery_id: at.beside('alert_deliveries'),
    attempt: '1',
    result: `'succeeded'`,
    status: '200',
    duration_ms: '5',
    time_sent: TIME,
  }),
}
