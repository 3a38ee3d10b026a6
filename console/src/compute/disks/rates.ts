import type { Measurement } from '~/api/types.gen.ts'

// Samples come each 5 s; a longer silence is a gap in the line.
const gap = 15_000

/** The growth per second of a counter's samples, oldest first. A counter that restarted grew from zero. */
export function rates(samples: readonly Measurement[]): { times: number[]; values: (number | null)[] } {
  const times: number[] = []
  const values: (number | null)[] = []
  let before: { at: number; value: number; start: number } | undefined
  for (const { timestamp, datum } of samples) {
    if (datum.type !== 'cumulative_i64') continue
    const at = timestamp.getTime()
    const value = Number(datum.datum.value)
    const start = datum.datum.startTime.getTime()
    if (before && at > before.at) {
      const grown = start === before.start ? value - before.value : value
      times.push(at)
      values.push(at - before.at > gap ? null : (grown * 1000) / (at - before.at))
    }
    before = { at, value, start }
  }
  return { times, values }
}
