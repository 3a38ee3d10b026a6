import { MAX_REPLAY_SECONDS } from '@skerry/contract/rules/change-events.ts'
import type { ChangeEvent } from '@skerry/contract/rules/change-events.ts'
import type { Changes, FeedAddress, FeedState } from './feed.ts'
import { readEvents } from './read-events.ts'

/** Servers send something every 25 s. */
const SILENT_MS = 60_000
const OPENS_WITHIN_MS = 15_000
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000
const KEPT_REPORTS = 200

interface Listener {
  stateChanged: (state: FeedState) => void
  reported: (changes: Changes) => void
}

interface Report {
  /** When it was received, in ms since 1970. */
  at: number
  changes: Changes
}

/** An event stream that is reopened whenever it breaks, and continues where it was. */
export class EventStream {
  readonly #address: FeedAddress
  readonly #listener: Listener
  #state: FeedState = 'connecting'
  #lastEventId: string | undefined
  /** Since when all changes are in `#reports`; first, since when they are wanted. */
  #since = Infinity
  #reports: Report[] = []
  #running: AbortController | undefined
  #attempt: AbortController | undefined
  #wake: () => void = () => {}
  /** When the attempt began or something was last received. */
  #heardAt = 0
  #failures = 0

  constructor(address: FeedAddress, listener: Listener) {
    this.#address = address
    this.#listener = listener
  }

  get state(): FeedState {
    return this.#state
  }

  /** Opens it, if it is not, with what changed since a time. */
  start(since: number): void {
    if (this.#lastEventId === undefined) this.#since = Math.min(this.#since, since)
    if (this.#running) return
    this.#running = new AbortController()
    this.#failures = 0
    if (this.#state === 'ended') this.#setState('connecting')
    void this.#run(this.#running.signal)
  }

  stop(): void {
    this.#running?.abort()
    this.#running = undefined
    this.#setState('connecting')
  }

  /** What was reported since a time. */
  after(since: number): Changes[] {
    if (this.#lastEventId === undefined) return []
    return since < this.#since
      ? ['everything']
      : this.#reports.filter(({ at }) => at >= since).map(({ changes }) => changes)
  }

  /** Gives up an attempt that is not answered, or a connection that died without a word, as while the machine slept. */
  check(): void {
    const limit = this.#state === 'open' ? SILENT_MS : OPENS_WITHIN_MS
    if (Date.now() - this.#heardAt > limit) this.#attempt?.abort()
  }

  /** Tries again at once. */
  hurry(): void {
    this.#wake()
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const attempt = new AbortController()
      this.#attempt = attempt
      const opened = await this.#read(AbortSignal.any([signal, attempt.signal])).catch(() => undefined)
      if (this.#attempt === attempt) this.#attempt = undefined
      if (signal.aborted) return
      if (opened?.ended) {
        this.#running = undefined
        return this.#setState('ended')
      }
      const wasOpen = opened?.wasOpen === true && !attempt.signal.aborted
      this.#failures = wasOpen ? 0 : this.#failures + 1
      // A server that restarts, or a proxy that cuts connections, is no loss before the next attempt fails.
      this.#setState(wasOpen ? 'connecting' : 'lost')
      await this.#pause(opened?.retryAfterMs ?? pauseAfter(this.#failures), signal)
    }
  }

  /** Resolves when the stream has ended. */
  async #read(signal: AbortSignal): Promise<{ wasOpen?: boolean; ended?: boolean; retryAfterMs?: number }> {
    this.#heardAt = Date.now()
    const seconds = Math.ceil((Date.now() - this.#since) / 1000) + 1
    const replay = this.#lastEventId === undefined && seconds <= MAX_REPLAY_SECONDS
    const response = await fetch(this.#address.url + (replay ? `?replay_seconds=${seconds}` : ''), {
      headers: this.#lastEventId === undefined ? {} : { 'last-event-id': this.#lastEventId },
      cache: 'no-store',
      signal,
    })
    const { status } = response
    if (status === 429 || status >= 500) {
      const after = Number(response.headers.get('retry-after')) * 1000
      return after > 0 ? { retryAfterMs: after * (1 + Math.random()) } : {}
    }
    if (!response.ok || !response.body) return { ended: true }
    let wasOpen = false
    for await (const { id, name, data } of readEvents(response.body, () => (this.#heardAt = Date.now()))) {
      if (signal.aborted) break
      if (name === 'start' && (data as { user: string }).user !== this.#address.user) return { ended: true }
      if (id !== undefined && this.#lastEventId === undefined && !replay) this.#report('everything')
      if (id !== undefined) this.#lastEventId = id
      if (name === 'resync') this.#report('everything')
      else if (name === 'changes') this.#report((data as { changes: ChangeEvent[] }).changes)
      wasOpen = true
      this.#setState('open')
    }
    return { wasOpen }
  }

  #report(changes: Changes): void {
    this.#reports.push({ at: Date.now(), changes })
    if (this.#reports.length > KEPT_REPORTS) this.#since = this.#reports.shift()!.at + 1
    this.#listener.reported(changes)
  }

  #setState(state: FeedState): void {
    if (state === this.#state) return
    this.#state = state
    this.#listener.stateChanged(state)
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
      signal.addEventListener('abort', this.#wake, { once: true })
    })
  }
}

/** Pages of many browsers must not return all at once. */
const pauseAfter = (failures: number): number => Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
