import type { Clock } from '../../../clock/clock.ts'
import type { Log } from '../../../kernel/telemetry/log.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import type { ReportSamples, SampleSeries } from '../../../platform/interface/samples.ts'

const SERIES = 'http_service:request_latency_histogram'
const REPORT_INTERVAL_MS = 5_000
const NS_PER_MS = 1e6
/** Starts of the bins in nanoseconds. */
const BINS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000].map((ms) => ms * NS_PER_MS)

interface Counter {
  fields: SampleSeries['fields']
  counts: bigint[]
  sum: bigint
}

/**
 * Request latencies of this process by operation and status, counted from its start. Reported on multiples of five
 * seconds if there were requests since the last report.
 */
export class RequestLatency {
  readonly #clock: Clock
  readonly #log: Log
  readonly #service = { name: 'control-plane', id: randomId() }
  readonly #counters = new Map<string, Counter>()
  #changed = new Set<Counter>()
  #run: Promise<void> = Promise.resolve()
  #ended = false
  #cancel = () => {}

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock
    this.#log = log
  }

  count(operation: string, status: number, ms: number): void {
    const key = `${operation} ${status}`
    let counter = this.#counters.get(key)
    if (!counter) {
      const fields = { ...this.#service, operation_id: operation, status_code: status }
      this.#counters.set(key, (counter = { fields, counts: BINS.map(() => 0n), sum: 0n }))
    }
    const ns = Math.round(ms * NS_PER_MS)
    counter.counts[BINS.findLastIndex((bin) => bin <= ns)]! += 1n
    counter.sum += BigInt(ns)
    this.#changed.add(counter)
  }

  start(report: ReportSamples): void {
    const startTime = this.#clock.now().getTime()
    let last = startTime
    const next = () => {
      if (this.#ended) return
      const now = this.#clock.now().getTime()
      this.#cancel = this.#clock.after(REPORT_INTERVAL_MS - (now % REPORT_INTERVAL_MS), () => {
        const time = this.#clock.now().getTime()
        const sampled = time - (time % REPORT_INTERVAL_MS)
        // A timer may be early.
        this.#run = sampled > last ? this.#report(report, startTime, sampled) : Promise.resolve()
        last = sampled
        void this.#run.finally(next)
      })
    }
    next()
  }

  /** Stops reporting, after a running report has finished. */
  async stop(): Promise<void> {
    this.#ended = true
    this.#cancel()
    await this.#run
  }

  async #report(report: ReportSamples, startTime: number, time: number): Promise<void> {
    if (this.#changed.size === 0) return
    const changed = this.#changed
    this.#changed = new Set()
    const series = Array.from(changed, ({ fields, counts, sum }) => ({
      fields,
      timestamps: [time],
      startTimes: [startTime],
      values: [{ bins: BINS, counts: [...counts], sum }],
    }))
    await report(SERIES, series).catch((error: unknown) => {
      this.#log('warn', 'cannot store the latency of requests', { error })
      // The counters are cumulative: the next report includes this one.
      for (const counter of changed) this.#changed.add(counter)
    })
  }
}
