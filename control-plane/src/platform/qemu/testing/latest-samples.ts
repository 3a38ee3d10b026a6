import type { Platform } from '../../interface/platform.ts'
import type { Histogram, SampleSeries } from '../../interface/samples.ts'

type Where = Readonly<Record<string, unknown>>

/** The latest report of each series of a platform. */
export class LatestSamples {
  readonly #found = new Map<string, readonly SampleSeries[]>()

  constructor({ samples }: Platform) {
    samples.subscribe(async (name, reported) => void this.#found.set(name, reported))
  }

  series(name: string, where: Where = {}): SampleSeries[] {
    return (this.#found.get(name) ?? []).filter(({ fields }) =>
      Object.entries(where).every(([field, value]) => fields[field] === value),
    )
  }

  /** The value of a counter; -1 without one. */
  count(name: string, where: Where): bigint {
    return (this.series(name, where)[0]?.values[0] ?? -1n) as bigint
  }

  histogram(name: string, where: Where): Histogram | undefined {
    return this.series(name, where)[0]?.values[0] as Histogram | undefined
  }
}
