/** Counts served requests and sent webhooks. */
export interface Telemetry {
  request(operation: string, status: number, ms: number): void
  webhook(result: string): void
}

/** The current value of a metric, with one sample per set of labels. */
export interface MetricReading {
  name: string
  help: string
  labelNames: string[]
  samples: { labels?: Record<string, string | number>; value: number }[]
}

/** The metrics of this process, including those of its requests. */
export interface Metrics extends Telemetry {
  /** All metrics and `readings`, in Prometheus' text format. */
  exposition(readings: readonly MetricReading[]): Promise<{ contentType: string; text: string }>
}

/** For control planes without metrics. */
export const noTelemetry: Telemetry = { request: () => {}, webhook: () => {} }

/** Usage of the database connection pool; `openDatabase` fills it. */
export class DatabaseUsage {
  statements = 0
  seconds = 0
  connections: () => { open: number; idle: number; waiting: number } = () => ({ open: 0, idle: 0, waiting: 0 })
}
