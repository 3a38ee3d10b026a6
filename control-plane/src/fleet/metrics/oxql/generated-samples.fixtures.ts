import type { Samples, SampleSeries } from '../../../platform/interface/samples.ts'

const STEP = 5000

/** A platform with `series` series of one counter and `samples` samples in total, up to now. */
export function generateSamples(series: number, samples: number, now: Date): Samples & { all: SampleSeries<bigint>[] } {
  const perSeries = series && Math.floor(samples / series)
  const first = now.getTime() - perSeries * STEP
  const timestamps = Array.from({ length: perSeries }, (_, i) => first + i * STEP)
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
    list: async () => all.map(({ fields }) => ({ fields, count: perSeries })),
    // Ignores the range: every query here reads all samples.
    read: async () => all,
    subscribe: () => () => {},
  }
}
