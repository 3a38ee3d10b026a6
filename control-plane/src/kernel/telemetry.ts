/** Counts requests while they are served, and webhooks as they are sent. */
export interface Telemetry {
  request(operation: string, status: number, ms: number): void
  webhook(result: string): void
}

/** A figure as it is at this moment, with a sample for each set of labels. */
export interface Reading {
  name: string
  help: string
  labelNames: string[]
  samples: { labels?: Record<string, string | number>; value: number }[]
}

/** The process's own figures, which stand where a server's do: those of its requests among them. */
export interface Metrics extends Telemetry {
  /** All of them and `readings`, in Prometheus' text format. */
  exposition(readings: readonly Reading[]): Promise<{ contentType: string; text: string }>
}

/** For where nobody asks for figures. */
export const noTelemetry: Telemetry = { request: () => {}, webhook: () => {} }

/** What a pool of database connections does; `openDatabase` fills it. */
export class DatabaseUsage {
  statements = 0
  seconds = 0
  connections: () => { open: number; idle: number; waiting: number } = () => ({ open: 0, idle: 0, waiting: 0 })
}
