import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabaseUsage, Metrics, MetricReading } from '../../kernel/telemetry/telemetry.ts'

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Prometheus metrics of requests, database connections and the process. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry()
  readonly #requests = new Histogram({
    name: 'skerry_request_duration_seconds',
    help: 'Requests to the API and how long they took, by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: BOUNDS,
    registers: [],
  })

  readonly #webhooks = new Counter({
    name: 'skerry_webhook_attempts_total',
    help: 'Attempts to deliver an alert to a webhook, by result.',
    labelNames: ['result'],
    registers: [],
  })

  constructor(usage: DatabaseUsage) {
    const connections = new Gauge({
      name: 'skerry_database_connections',
      help: 'Connections to the database; waiting are those who want one.',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { open, idle, waiting } = usage.connections()
        this.set({ state: 'busy' }, open - idle)
        this.set({ state: 'idle' }, idle)
        this.set({ state: 'waiting' }, waiting)
      },
    })
    const statements = totalOf('statements_total', 'Statements sent to the database.', () => usage.statements)
    const seconds = totalOf(
      'statement_seconds_total',
      'Time that statements took, as the server waited for them.',
      () => usage.seconds,
    )
    this.#registry.registerMetric(this.#webhooks)
    for (const metric of [this.#requests, connections, statements, seconds]) this.#registry.registerMetric(metric)
  }

  /** Adds memory, CPU time, event loop lag and the like: once per process. */
  addProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  request(operation: string, status: number, ms: number): void {
    this.#requests.observe({ operation, status }, ms / 1000)
  }

  webhook(result: string): void {
    this.#webhooks.inc({ result })
  }

  async exposition(readings: readonly MetricReading[]): Promise<{ contentType: string; text: string }> {
    // A new registry for each answer, so that labels of deleted things do not stay.
    const present = new Registry()
    for (const { samples, ...figure } of readings) {
      const gauge = new Gauge({ ...figure, registers: [present] })
      for (const { labels = {}, value } of samples) gauge.set(labels, value)
    }
    return {
      contentType: this.#registry.contentType,
      text: await Registry.merge([this.#registry, present]).metrics(),
    }
  }
}

/** A counter whose value is kept elsewhere. */
const totalOf = (name: string, help: string, read: () => number) =>
  new Counter({
    name: `skerry_database_${name}`,
    help,
    registers: [],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
