import { fraction, hash, mix } from './random.ts'

const DAY = 86_400
/** Seconds between samples. */
export const SAMPLE_SECONDS = 5
/** Periods of the noise-like waves in seconds; none is a multiple of another. */
const RIPPLES = [433, 1_381, 6_113]

interface Wave {
  amplitude: number
  /** Radians per second. */
  speed: number
  phase: number
}

/**
 * The utilization of a resource: between 0.05 and 0.8, with a daily wave, ripples and noise, all derived from its id.
 * The integral has a closed form: a counter costs the same at any time and never decreases.
 */
export class Load {
  readonly #base: number
  readonly #waves: readonly Wave[]
  readonly #seed: number

  constructor(id: string) {
    this.#seed = hash(id)
    const draw = (name: string) => fraction(hash(`${id} ${name}`))
    this.#base = 0.12 + 0.36 * draw('base')
    const wave = (period: number, share: number, name: string): Wave => ({
      amplitude: this.#base * share,
      speed: (2 * Math.PI) / period,
      phase: 2 * Math.PI * draw(name),
    })
    this.#waves = [wave(DAY, 0.3, 'day'), ...RIPPLES.map((period) => wave(period, 0.08, `ripple ${period}`))]
  }

  /** Busy seconds from `start` to `end`, both in seconds since 1970, `end` a multiple of 5. */
  busySeconds(start: number, end: number): number {
    let sum = this.#base * (end - start)
    for (const { amplitude, speed, phase } of this.#waves)
      sum += (amplitude / speed) * (Math.cos(speed * start + phase) - Math.cos(speed * end + phase))
    // Less than half of what the lowest load adds between two samples, so that counters never decrease.
    const noise = 0.2 * fraction(mix(this.#seed ^ Math.floor(end / SAMPLE_SECONDS)))
    return sum + this.#base * noise * Math.min(end - start, SAMPLE_SECONDS)
  }
}
