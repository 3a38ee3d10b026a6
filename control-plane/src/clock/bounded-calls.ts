import type { Clock } from './clock.ts'

/** Calls that may go on unanswered at once after their deadline: about one subject, and of one kind. */
const MOST_OF_SUBJECT = 2
const MOST_OF_KIND = 100
/** A call that has not come back by then is taken for lost and no longer counted. */
const LOST_AFTER_MS = 3_600_000

export interface BoundedCall {
  /** What is asked: `volumes.ensureVolume`. */
  kind: string
  /** About what, where there are several. */
  subject?: string
  /** The deadline. */
  ms: number
  signal?: AbortSignal | undefined
}

/** A kind of call that met its deadline last time. */
export interface UnansweredKind {
  kind: string
  /** When the first of the calls began that were not answered. */
  since: Date
  /** When the latest deadline was met. */
  last: Date
}

interface Hanging {
  subject: string
  since: number
}

/**
 * Calls to something that may never answer. The wait ends with the deadline or the caller's signal, whatever the
 * callee does, and a late answer is ignored. Calls that hang are not repeated without bound.
 */
export class BoundedCalls {
  readonly #clock: Clock
  readonly #failure: (message: string) => Error
  readonly #hanging = new Map<string, Set<Hanging>>()
  readonly #unanswered = new Map<string, UnansweredKind>()

  /** @param failure makes the error that a call without an answer in time is rejected with */
  constructor(clock: Clock, failure: (message: string) => Error) {
    this.#clock = clock
    this.#failure = failure
  }

  run<T>(call: BoundedCall, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { kind, subject = '', ms, signal } = call
    const began = this.#clock.now()
    const abort = new AbortController()
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const refusal = this.#refusal(kind, subject)
      if (refusal) return reject(refusal)
      const call: Hanging = { subject, since: began.getTime() }
      const stopWaiting = () => {
        cancel()
        signal?.removeEventListener('abort', giveUp)
      }
      const leave = (reason: unknown) => {
        stopWaiting()
        this.#hangingOf(kind).add(call)
        abort.abort(reason)
        reject(reason)
      }
      const giveUp = () => leave(signal?.reason)
      const cancel = this.#clock.after(ms, () => {
        const since = this.#unanswered.get(kind)?.since ?? began
        this.#unanswered.set(kind, { kind, since, last: this.#clock.now() })
        leave(this.#failure(`${kind} was not answered within ${ms / 1000} s`))
      })
      signal?.addEventListener('abort', giveUp, { once: true })
      const settled = () => {
        stopWaiting()
        // A late answer is no proof that the next one comes in time.
        if (!this.#hangingOf(kind).delete(call)) this.#unanswered.delete(kind)
      }
      const working = start(() => work(abort.signal))
      working.then(settled, settled)
      working.then(resolve, reject)
    })
  }

  /** Kinds of which no call has been answered in time since one was not. */
  unanswered(): UnansweredKind[] {
    return [...this.#unanswered.values()]
  }

  #hangingOf(kind: string): Set<Hanging> {
    const known = this.#hanging.get(kind)
    if (known) return known
    const calls = new Set<Hanging>()
    this.#hanging.set(kind, calls)
    return calls
  }

  #refusal(kind: string, subject: string): Error | undefined {
    const calls = this.#hangingOf(kind)
    const lost = this.#clock.now().getTime() - LOST_AFTER_MS
    for (const call of calls) if (call.since < lost) calls.delete(call)
    const ofSubject = [...calls].filter((call) => call.subject === subject).length
    if (calls.size < MOST_OF_KIND && ofSubject < MOST_OF_SUBJECT) return undefined
    return this.#failure(`${kind} is not asked again: ${calls.size} earlier calls have not been answered`)
  }
}

/** Makes an error that is thrown at once a rejection. */
const start = async <T>(work: () => Promise<T>): Promise<T> => work()
