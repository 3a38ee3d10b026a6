/** What may be asked of time. Everything that waits does so through one of these, so that tests can drive it. */
export interface Clock {
  now(): Date
  /** Calls `work` once, `ms` milliseconds from now. Answers a function that calls it off. */
  after(ms: number, work: () => void): () => void
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as that aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /**
   * Calls `work` every `ms` milliseconds, the first time after `ms`, never twice at once: the wait starts anew when
   * `work` has settled. `work` deals with its own errors. Answers a function that ends it.
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

interface Timer {
  due: number
  work: () => void
}

/** A clock that stands still until a test moves it. */
export class ManualClock extends TimerClock {
  #now: number
  readonly #timers = new Set<Timer>()
  readonly #settled: () => Promise<void>

  /** @param settled resolves once what the timers set in motion is done, as far as it does not wait for this clock */
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

  /** Moves time on by `ms`, running what falls due in order of its time and letting what it set in motion settle after each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    await this.#settled()
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.due)
      next.work()
      await this.#settled()
    }
    // Never back, where somebody else has moved time further meanwhile.
    this.#now = Math.max(this.#now, end)
  }

  /**
   * Moves time on in steps until `done` holds. Rejects when `limit` milliseconds of the clock have passed without it.
   */
  async advanceUntil(done: () => boolean | Promise<boolean>, step = 100, limit = 600_000): Promise<void> {
    const end = this.#now + limit
    await this.#settled()
    while (!(await done())) {
      if (this.#now >= end) throw new Error(`Not done after ${limit} ms of the clock`)
      await this.advance(step)
    }
  }

  /** Moves time on to the next timer, or by a millisecond where there is none or it is overdue. */
  async advanceToNext(): Promise<void> {
    await this.#settled()
    const next = this.#next(Infinity)
    await this.advance(next ? Math.max(1, next.due - this.#now) : 1)
  }

  /** Moves time on by `ms` and runs nothing: what fell due meanwhile runs at the next `advance`. */
  leap(ms: number): void {
    this.#now += ms
  }

  /** Timers not yet due: zero when nothing waits on this clock. */
  get pending(): number {
    return this.#timers.size
  }

  #next(end: number): Timer | undefined {
    let first: Timer | undefined
    for (const timer of this.#timers) if (timer.due <= end && (!first || timer.due < first.due)) first = timer
    return first
  }
}

/** One turn of the real event loop: every promise that can settle without input or output has settled by then. */
const oneTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
