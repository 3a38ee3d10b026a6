/** The source of time. All waiting goes through a clock, so that tests can control it. */
export interface Clock {
  now(): Date
  /** Calls `work` once, `ms` milliseconds from now. Returns a function that cancels it. */
  after(ms: number, work: () => void): () => void
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as that aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /**
   * Calls `work` repeatedly, the first time after `ms` milliseconds and then `ms` after the previous call has settled.
   * `work` handles its own errors. Returns a function that stops it.
   */
  every(ms: number, work: () => void | Promise<void>): () => void
}

abstract class TimerClock implements Clock {
  abstract now(): Date
  abstract after(ms: number, work: () => void): () => void

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const cancel = this.after(ms, () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      })
      const abort = () => {
        cancel()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  every(ms: number, work: () => void | Promise<void>): () => void {
    let ended = false
    let cancel: (() => void) | undefined
    const again = () => {
      if (ended) return
      cancel = this.after(ms, () => {
        void Promise.resolve(work()).finally(again)
      })
    }
    again()
    return () => {
      ended = true
      cancel?.()
    }
  }
}

class SystemClock extends TimerClock {
  now(): Date {
    return new Date()
  }

  after(ms: number, work: () => void): () => void {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  }
}

export const systemClock: Clock = new SystemClock()

/** Counts from the start of the process: a step of the machine's clock does not change it. */
class SteadyClock extends SystemClock {
  override now(): Date {
    return new Date(performance.timeOrigin + performance.now())
  }
}

export const steadyClock: Clock = new SteadyClock()

interface Timer {
  due: number
  work: () => void
}

/** A clock for tests: time passes only when they advance it. */
export class ManualClock extends TimerClock {
  #now: number
  readonly #timers = new Set<Timer>()
  readonly #settled: () => Promise<void>

  /** @param settled resolves once work started by timers is done or waits for this clock */
  constructor(start: Date = new Date('2026-01-01T00:00:00Z'), settled: () => Promise<void> = oneTurn) {
    super()
    this.#now = start.getTime()
    this.#settled = settled
  }

  now(): Date {
    return new Date(this.#now)
  }

  after(ms: number, work: () => void): () => void {
    const timer = { due: this.#now + Math.max(0, ms), work }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Advances time by `ms`. Runs due timers in order and lets their work settle after each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    await this.#settled()
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.due)
      next.work()
      await this.#settled()
    }
    // Never backwards: a concurrent `advance` may have moved time further.
    this.#now = Math.max(this.#now, end)
  }

  /** Advances time in steps until `done` is true. Rejects after `limit` milliseconds of the clock. */
  async advanceUntil(done: () => boolean | Promise<boolean>, step = 100, limit = 600_000): Promise<void> {
    const end = this.#now + limit
    await this.#settled()
    while (!(await done())) {
      if (this.#now >= end) throw new Error(`Not done after ${limit} ms of the clock`)
      await this.advance(step)
    }
  }

  /** Advances to the next timer, or by a millisecond if there is none or it is overdue. */
  async advanceToNext(): Promise<void> {
    await this.#settled()
    const next = this.#next(Infinity)
    await this.advance(next ? Math.max(1, next.due - this.#now) : 1)
  }

  /** Moves time forward by `ms` without running timers, which then run at the next `advance`. */
  leap(ms: number): void {
    this.#now += ms
  }

  /** Number of waiting timers. */
  get pending(): number {
    return this.#timers.size
  }

  #next(end: number): Timer | undefined {
    let first: Timer | undefined
    for (const timer of this.#timers) if (timer.due <= end && (!first || timer.due < first.due)) first = timer
    return first
  }
}

/** One turn of the real event loop. Promises that need no I/O have settled by then. */
const oneTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
