import type { Samples, SampleSeries } from '../../../platform/samples.ts'

const STEP = 5000

/** A platform with so many series of one counter, which have so many samples between them, the last one now. */
export function madeSamples(series: number, samples: number, now: Date): Samples & { all: SampleSeries<bigint>[] } {
  const each = series && Math.floor(samples / series)
  const first = now.getTime() - each * STEP
  const timestamps = Array.from({ length: each }, (_, i) => first + i * STEP)
  const startTimes = timestamps.map(() => first - STEP)
  const values = timestamps.map((_, i) => BigInt(i) * 7n)
  const all = Array.from({ length: series }, (_, peer) => ({
    fields: { peer: `10.0.0.${peer}`, switch: `switch${peer}` },
    timestamps,
    startTimes,
    values,
  }))
  return {
    all,
    computes: () => true,
    list: async () => all.map(({ fields }) => ({ fields, count: each })),
    // Neither end of a range is cut off: every query here asks for all.
    read: async () => all,
    subscribe: () => () => {},
  }
}
