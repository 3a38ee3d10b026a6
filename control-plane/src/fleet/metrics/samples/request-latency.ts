import type { Clock } from '../../../clock/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import { randomId } from '../../../kernel/uuid.ts'
import type { ReportSamples, SampleSeries } from '../../../platform/samples.ts'

const SERIES = 'http_service:request_latency_histogram'
const EVERY_MS = 5_000
const NS_A_MS = 1e6
/** Where ranges begin, in nanoseconds. */
const BINS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000].map((ms) => ms * NS_A_MS)

interface Counted {
  fields: SampleSeries['fields']
  counts: bigint[]
  sum: bigint
}

/**
 * How long this process took for requests, by operation and status: counted from its start, and reported on each
 * multiple of five seconds where anything was asked since.
 */
export class RequestLatency {
  readonly #clock: Clock
  readonly #log: Log
  readonly #service = { name: 'control-plane', id: randomId() }
  readonly #counted = new Map<string, Counted>()
  #changed = new Set<Counted>()
  #run: Promise<void> = Promise.resolve()
  #ended = false
  #cancel = () => {}

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock
    this.#log = log
  }

  count(operation: string, status: number, ms: number): void {
    const key = `${operation} ${status}`
    let counted = this.#counted.get(key)
    if (!counted) {
      const fields = { ...this.#service, operation_id: operation, status_code: status }
      this.#counted.set(key, (counted = { fields, counts: BINS.map(() => 0n), sum: 0n }))
    }
    const ns = Math.round(ms * NS_A_MS)
    counted.counts[BINS.findLastIndex((bin) => bin <= ns)]! += 1n
    counted.sum += BigInt(ns)
    this.#changed.add(counted)
  }

  start(report: ReportSamples): void {
    const startTime = this.#clock.now().getTime()
    let last = startTime
    const next = () => {
      if (this.#ended) return
      const now = this.#clock.now().getTime()
      this.#cancel = this.#clock.after(EVERY_MS - (now % EVERY_MS), () => {
        const time = this.#clock.now().getTime()
        const sampled = time - (time % EVERY_MS)
        // A timer may be early.
        this.#run = sampled > last ? this.#report(report, startTime, sampled) : Promise.resolve()
        last = sampled
        void this.#run.finally(next)
      })
    }
    next()
  }

  /** Begins no more reports and waits for the one under way. */
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
      this.#log('warn', 'request latency', { error })
      // Counts go on, so that the next report says it all.
      for (const counted of changed) this.#changed.add(counted)
    })
  }
}
