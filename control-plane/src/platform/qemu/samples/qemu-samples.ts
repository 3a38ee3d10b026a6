import { PlatformError } from '../../interface/platform-error.ts'
import { type ReportSamples, SAMPLE_INTERVAL_MS, type Samples, type SampleSeries } from '../../interface/samples.ts'
import type { Work } from '../base/work.ts'
import type { MeasuredMachine } from '../machines/process/live-statistics.ts'
import type { HostMeter } from './host-meter.ts'
import { measureMachine, type MeasuringParts } from './measure-machine.ts'
import type { Measurement } from './measured.ts'

/** Maximum machines that are measured at once. */
const AT_ONCE = 8
/** Maximum series in one report. */
const MAX_REPORTED = 5000

interface QemuSamplesParts extends Omit<MeasuringParts, 'clock'> {
  work: Work
  host: HostMeter
  machines(): readonly MeasuredMachine[]
}

/**
 * Measures the host and its machines at multiples of `SAMPLE_INTERVAL_MS` while there is a subscriber. A measurement
 * that takes longer delays the next one to a later multiple.
 */
export class QemuSamples implements Samples {
  readonly #parts: QemuSamplesParts
  readonly #subscribers = new Set<ReportSamples>()
  readonly #rising = new Rising()
  #cancel = () => {}
  #isMeasuring = false
  #lastTime = 0

  constructor(parts: QemuSamplesParts) {
    this.#parts = parts
  }

  computes = () => false

  async list(): Promise<never> {
    throw new PlatformError('permanent', 'This host computes no samples')
  }

  read = this.list

  subscribe(report: ReportSamples): () => void {
    // A new function, so that subscribing one listener twice makes two subscriptions.
    const subscriber: ReportSamples = (series, reported) => report(series, reported)
    this.#subscribers.add(subscriber)
    if (this.#subscribers.size === 1) this.#schedule()
    return () => {
      if (this.#subscribers.delete(subscriber) && this.#subscribers.size === 0) this.#cancel()
    }
  }

  close(): void {
    this.#subscribers.clear()
    this.#cancel()
  }

  #schedule(): void {
    const { work } = this.#parts
    this.#cancel()
    if (this.#isMeasuring || this.#subscribers.size === 0 || work.ended) return
    const now = work.clock.now().getTime()
    this.#cancel = work.clock.after(SAMPLE_INTERVAL_MS - (now % SAMPLE_INTERVAL_MS), () => void this.#turn())
  }

  async #turn(): Promise<void> {
    const { work } = this.#parts
    const now = work.clock.now().getTime()
    const time = now - (now % SAMPLE_INTERVAL_MS)
    this.#isMeasuring = true
    try {
      // A timer may be early.
      if (time > this.#lastTime) await work.answer(undefined, () => this.#measure(time))
    } catch {
      // Counters are cumulative: the next samples include these.
    } finally {
      this.#lastTime = time
      this.#isMeasuring = false
      this.#schedule()
    }
  }

  async #measure(time: number): Promise<void> {
    const { machines, host, work, ...parts } = this.#parts
    const found: Measurement[] = await host.measure(time)
    const waiting = machines().values()
    const measureNext = async () => {
      for (const machine of waiting) {
        if (work.ended) return
        found.push(...(await measureMachine(machine, { ...parts, clock: work.clock })))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, measureNext))
    await this.#report(time, found)
  }

  async #report(time: number, found: readonly Measurement[]): Promise<void> {
    const valid = this.#rising.continued(found).filter(({ startedAt }) => startedAt === null || startedAt < time)
    for (const [series, measured] of Map.groupBy(valid, (one) => one.series)) {
      const reported = measured.map((one) => sampleSeries(time, one))
      for (let at = 0; at < reported.length; at += MAX_REPORTED)
        for (const report of this.#subscribers)
          if (!this.#parts.work.ended) await report(series, reported.slice(at, at + MAX_REPORTED))
    }
  }
}

const sampleSeries = (time: number, { fields, startedAt, value }: Measurement): SampleSeries => ({
  fields,
  timestamps: [time],
  startTimes: startedAt === null ? [] : [startedAt],
  values: [value],
})

interface LastValue {
  startedAt: number | null
  value: bigint
}

/** Keeps counters from falling: those computed as differences vary by a tick. */
export class Rising {
  #last = new Map<string, LastValue>()

  /** @param measured all series of one time */
  continued(measured: readonly Measurement[]): Measurement[] {
    const next = new Map<string, LastValue>()
    const risen = measured.map((one) => {
      const { series, fields, startedAt, value } = one
      if (typeof value !== 'bigint') return one
      const key = `${series} ${JSON.stringify(Object.values(fields))}`
      const last = this.#last.get(key)
      const atLeast = last?.startedAt === startedAt && last.value > value ? last.value : value
      next.set(key, { startedAt, value: atLeast })
      return { ...one, value: atLeast }
    })
    this.#last = next
    return risen
  }
}
