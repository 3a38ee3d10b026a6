import { PlatformError } from '../platform-error.ts'
import type { ListedSeries, Progress, SampleQuery, Samples, SampleSeries } from '../samples.ts'
import { hardwareSeries } from './hardware-series.ts'
import { SAMPLE_SECONDS } from './load.ts'
import { machineSeries } from './machine-series.ts'
import type { Devices, Fields, Meter, MeteredRun, SeriesOf } from './meters.ts'
import { sessionSeries } from './session-series.ts'

const STEP = SAMPLE_SECONDS * 1000

/** Every series that the simulator knows. */
const series = new Map<string, SeriesOf>(Object.entries({ ...machineSeries, ...hardwareSeries, ...sessionSeries }))

/** Computes series when they are asked for: nothing is stored but when each machine ran. */
export class SimulatedSamples implements Samples {
  readonly #devices: Devices
  readonly #now: () => Date

  constructor(devices: Devices, now: () => Date) {
    this.#devices = devices
    this.#now = now
  }

  computes(name: string): boolean {
    return series.has(name)
  }

  async list(query: SampleQuery): Promise<ListedSeries[]> {
    const listed = new Map<string, ListedSeries>()
    for (const { meter, run } of this.#metered(query)) {
      const key = keyOf(meter)
      const one = listed.get(key) ?? { fields: meter.fields, count: 0 }
      const [first, end] = this.#bounds(run, query)
      one.count += Math.max(0, Math.ceil((end - first) / STEP))
      if (one.count) listed.set(key, one)
    }
    return [...listed.values()]
  }

  async read(
    query: SampleQuery,
    wanted: (fields: Fields) => boolean = () => true,
    progress?: Progress,
  ): Promise<SampleSeries[]> {
    const found = new Map<string, SampleSeries>()
    const { counts } = seriesOf(query)
    for (const { meter, run } of this.#metered(query)) {
      const [first, end] = this.#bounds(run, query)
      if (first >= end || !wanted(meter.fields)) continue
      const key = keyOf(meter)
      const one = found.get(key) ?? { fields: meter.fields, timestamps: [], startTimes: [], values: [] }
      found.set(key, one)
      for (let time = first; time < end; time += STEP) {
        one.timestamps.push(time)
        if (counts) one.startTimes.push(run.startedAt)
        one.values.push(meter.at(run.startedAt, time))
        await progress?.spent(2)
      }
    }
    return [...found.values()]
  }

  /** What is measured can be computed at any time, so there is nothing to tell. */
  subscribe(): () => void {
    return () => {}
  }

  *#metered(query: SampleQuery): Generator<{ meter: Meter; run: MeteredRun }> {
    for (const run of seriesOf(query).runs(this.#devices))
      for (const meter of run.meters) if (matches(meter.fields, query.where)) yield { meter, run }
  }

  /** The first sample of a run within the query's range, and its end: samples are at multiples of 5 s. */
  #bounds({ startedAt, endedAt }: MeteredRun, { from, to }: SampleQuery): [first: number, end: number] {
    const first = Math.ceil(Math.max(from.getTime(), startedAt + 1) / STEP) * STEP
    return [first, Math.min(to.getTime(), this.#now().getTime() + 1, (endedAt ?? Infinity) + 1)]
  }
}

function seriesOf({ series: name }: SampleQuery): SeriesOf {
  const found = series.get(name)
  if (!found) throw new PlatformError('permanent', `There is no series ${name}`)
  return found
}

const keyOf = ({ fields }: Meter): string => JSON.stringify(Object.values(fields))

const matches = (fields: Fields, where: SampleQuery['where'] = {}): boolean =>
  Object.entries(where).every(([field, values]) => {
    const value = fields[field]
    return value !== undefined && values.includes(value)
  })
