import { DAY_MS } from '../../clock/durations.ts'
import { fraction, hash, mix } from './random.ts'
import type { World } from './world.ts'

/** One in so many sessions goes down once a day. */
const ONE_IN_FLAPS = 8
const FLAP_MS = { min: 20_000, spread: 60_000 }

export interface SessionOptions {
  /** Seed of its random behaviour. */
  id: string
  /** The reason why it cannot be up now, if any. */
  blockedBy(): string | undefined
  /** Called when an established session goes down. */
  onDown(): void
}

interface Change {
  state: 'down' | 'connecting' | 'up'
  time: number
  reason: string
}

export const HOLD_TIMER_EXPIRED = 'hold timer expired'
export const ADMINISTRATIVE_RESET = 'administrative reset'
export const LINK_DOWN = 'link down'

/** A session with an external peer: it comes up some time after it was configured; some go down once a day. */
export class SimulatedSession {
  /** All its state changes. Its counters are derived from them. */
  readonly changes: [Change, ...Change[]]
  readonly #world: World
  readonly #options: SessionOptions
  #connecting = () => {}
  #flapping = () => {}

  /** @param running it was up before this process started */
  constructor(world: World, options: SessionOptions, running: boolean) {
    this.#world = world
    this.#options = options
    this.changes = [{ state: 'down', time: world.clock.now().getTime(), reason: 'configured' }]
    if (running && options.blockedBy() === undefined) this.#setState('up', 'up before this record began')
    else this.check()
    if (mix(hash(options.id)) % ONE_IN_FLAPS === 0) this.#flapNext()
  }

  get state(): Change['state'] {
    return this.changes.at(-1)!.state
  }

  get since(): Date {
    return new Date(this.changes.at(-1)!.time)
  }

  /** The durations of its periods in state `up`, until `end`. */
  upTimes(end: number): number[] {
    return this.changes.flatMap(({ state, time }, at) =>
      state === 'up' && time <= end ? [Math.min(this.changes[at + 1]?.time ?? end, end) - time] : [],
    )
  }

  /** Evaluates `blockedBy` again. */
  check(): void {
    const reason = this.#options.blockedBy()
    if (reason !== undefined) this.#goDown(reason)
    else if (this.state === 'down') this.#connectIn(this.#world.timings.session)
  }

  close(): void {
    this.#connecting()
    this.#flapping()
  }

  #setState(state: Change['state'], reason: string): void {
    this.changes.push({ state, time: this.#world.clock.now().getTime(), reason })
  }

  #connectIn(ms: number): void {
    this.#setState('connecting', 'connecting to the peer')
    this.#connecting = this.#world.clock.after(ms, () => this.#setState('up', 'peer answered'))
  }

  #goDown(reason: string): void {
    if (this.state === 'down') return
    this.#connecting()
    const wasUp = this.state === 'up'
    this.#setState('down', reason)
    if (wasUp) this.#options.onDown()
  }

  #flapNext(): void {
    const now = this.#world.clock.now().getTime()
    const chance = (day: number, what: string) => fraction(hash(`${this.#options.id} ${what} ${day}`))
    let day = Math.floor(now / DAY_MS)
    const at = () => Math.floor((day + chance(day, 'flap')) * DAY_MS)
    if (at() <= now) day++
    this.#flapping = this.#world.clock.after(at() - now, () => {
      if (this.state === 'up') {
        this.#goDown(HOLD_TIMER_EXPIRED)
        this.#connectIn(FLAP_MS.min + chance(day, 'length') * FLAP_MS.spread + this.#world.timings.session)
      }
      this.#flapNext()
    })
  }
}
