import { PlatformError } from '../interface/platform-error.ts'
import type { ListedSeries, WorkMeter, SampleQuery, Samples, SampleSeries } from '../interface/samples.ts'
import { hardwareSeries } from './hardware-series.ts'
import { SAMPLE_SECONDS } from './load.ts'
import { machineSeries } from './machine-series.ts'
import type { Devices, Fields, Meter, MeteredRun, SeriesOf } from './meters.ts'
import { sessionSeries } from './session-series.ts'

const STEP = SAMPLE_SECONDS * 1000

/** Includes its sources, so that reading need not search for them again. */
interface MeteredSeries extends ListedSeries {
  sources: { meter: Meter; run: MeteredRun }[]
}

/** All simulated series. */
const series = new Map<string, SeriesOf>(Object.entries({ ...machineSeries, ...hardwareSeries, ...sessionSeries }))

/** Computes samples on request. Only the runs of the machines are stored. */
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

  async list(query: SampleQuery, progress?: WorkMeter): Promise<ListedSeries[]> {
    const { limit = Infinity } = query
    const listed = new Map<string, MeteredSeries>()
    for (const run of seriesNamed(query).runs(this.#devices, query.where)) {
      const [first, end] = this.#bounds(run, query)
      const count = Math.max(0, Math.ceil((end - first) / STEP))
      await progress?.spent(1 + run.meters.length * 5)
      if (!count) continue
      let [listsRun, isFull] = [false, false]
      for (const meter of run.meters) {
        if (!matches(meter.fields, query.where)) continue
        const key = keyOf(meter)
        const one = listed.get(key) ?? { fields: meter.fields, count: 0, sources: [] }
        if (!one.count && listed.size >= limit) {
          isFull = true
          continue
        }
        listsRun = true
        one.count += count
        one.sources.push({ meter, run })
        listed.set(key, one)
      }
      // The runs of a device follow each other, so all runs of the listed series have been seen.
      if (isFull && !listsRun) break
    }
    return [...listed.values()]
  }

  async read(
    query: Pick<SampleQuery, 'series' | 'from' | 'to'>,
    listed: readonly ListedSeries[],
    progress?: WorkMeter,
  ): Promise<SampleSeries[]> {
    const found: SampleSeries[] = []
    const { counts } = seriesNamed(query)
    for (const { fields, sources } of listed as readonly MeteredSeries[]) {
      const one: SampleSeries = { fields, timestamps: [], startTimes: [], values: [] }
      for (const { meter, run } of sources) {
        const [first, end] = this.#bounds(run, query)
        for (let time = first; time < end; time += STEP) {
          one.timestamps.push(time)
          if (counts) one.startTimes.push(run.startedAt)
          one.values.push(meter.at(run.startedAt, time))
          await progress?.spent(2)
        }
      }
      if (one.timestamps.length) found.push(one)
    }
    return found
  }

  /** Never reports: all samples are computed on request. */
  subscribe(): () => void {
    return () => {}
  }

  /** The run's first sample in the range of the query, and the end. Samples are at multiples of 5 s. */
  #bounds(
    { startedAt, after = startedAt, endedAt }: MeteredRun,
    { from, to }: Pick<SampleQuery, 'from' | 'to'>,
  ): [first: number, end: number] {
    const first = Math.ceil(Math.max(from.getTime(), after + 1) / STEP) * STEP
    return [first, Math.min(to.getTime(), this.#now().getTime() + 1, (endedAt ?? Infinity) + 1)]
  }
}

function seriesNamed({ series: name }: Pick<SampleQuery, 'series'>): SeriesOf {
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
