import { fraction, hash, mix } from './random.ts'
import type { World } from './world.ts'
import { DAY_MS } from '../../clock/durations.ts'

/** One session in so many goes down once a day by itself. */
const FLAPPING = 8
const FLAP_MS = { least: 20_000, more: 60_000 }

export interface SessionOptions {
  /** What its chance is drawn from. */
  id: string
  /** What keeps it down at this moment. */
  blockedBy(): string | undefined
  /** Told when it goes down without having been asked to. */
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

/** A session with somebody outside: it comes up a while after it was configured, and goes down now and then. */
export class SimulatedSession {
  /** How it stood from each time on, since it began. What it counts follows from that. */
  readonly changes: [Change, ...Change[]]
  readonly #world: World
  readonly #options: SessionOptions
  #connecting = () => {}
  #flapping = () => {}

  /** @param running it was up before this process began */
  constructor(world: World, options: SessionOptions, running: boolean) {
    this.#world = world
    this.#options = options
    this.changes = [{ state: 'down', time: world.clock.now().getTime(), reason: 'configured' }]
    if (running && options.blockedBy() === undefined) this.#turn('up', 'up before this record began')
    else this.check()
    if (mix(hash(options.id)) % FLAPPING === 0) this.#flapNext()
  }

  get state(): Change['state'] {
    return this.changes.at(-1)!.state
  }

  get since(): Date {
    return new Date(this.changes.at(-1)!.time)
  }

  /** How long each time that it was up lasted, until it went down or until `end`. */
  upTimes(end: number): number[] {
    return this.changes.flatMap(({ state, time }, at) =>
      state === 'up' && time <= end ? [Math.min(this.changes[at + 1]?.time ?? end, end) - time] : [],
    )
  }

  /** Looks anew at what keeps it down. */
  check(): void {
    const reason = this.#options.blockedBy()
    if (reason !== undefined) this.#goDown(reason)
    else if (this.state === 'down') this.#connectIn(this.#world.timings.session)
  }

  close(): void {
    this.#connecting()
    this.#flapping()
  }

  #turn(state: Change['state'], reason: string): void {
    this.changes.push({ state, time: this.#world.clock.now().getTime(), reason })
  }

  #connectIn(ms: number): void {
    this.#turn('connecting', 'connecting to the peer')
    this.#connecting = this.#world.clock.after(ms, () => this.#turn('up', 'peer answered'))
  }

  #goDown(reason: string): void {
    if (this.state === 'down') return
    this.#connecting()
    const wasUp = this.state === 'up'
    this.#turn('down', reason)
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
        this.#connectIn(FLAP_MS.least + chance(day, 'length') * FLAP_MS.more + this.#world.timings.session)
      }
      this.#flapNext()
    })
  }
}
