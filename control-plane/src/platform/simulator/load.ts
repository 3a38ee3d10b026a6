import { fraction, hash, mix } from './random.ts'

const DAY = 86_400
/** Seconds between samples. */
export const SAMPLE_SECONDS = 5
/** Periods of the waves that pass for noise, in seconds: none is a multiple of another. */
const RIPPLES = [433, 1_381, 6_113]

interface Wave {
  amplitude: number
  /** Radians a second. */
  speed: number
  phase: number
}

/**
 * How busy a thing is: between 0.05 and 0.8 at any time, with a daily wave, ripples and noise, all from its id. Its
 * integral has a closed form, so that a counter at any time costs the same and never falls.
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
    // Less than half of what the least load adds between two samples, so that no sample is below the one before.
    const noise = 0.2 * fraction(mix(this.#seed ^ Math.floor(end / SAMPLE_SECONDS)))
    return sum + this.#base * noise * Math.min(end - start, SAMPLE_SECONDS)
  }
}
