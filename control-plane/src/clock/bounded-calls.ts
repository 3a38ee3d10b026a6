import type { Clock } from './clock.ts'

/** Limits of hanging calls, which continue past their deadline: per subject and per kind. */
const MAX_PER_SUBJECT = 2
const MAX_PER_KIND = 100
/** A hanging call counts as lost after this time and is ignored by the limits. */
const LOST_AFTER_MS = 3_600_000

export interface BoundedCall {
  /** The operation: `volumes.ensureVolume`. */
  kind: string
  /** Id of the resource, if there are several. */
  subject?: string
  /** The deadline. */
  ms: number
  signal?: AbortSignal | undefined
}

/** A kind of call whose last answer was too late or missing. */
export interface UnansweredKind {
  kind: string
  /** Start of the first unanswered call. */
  since: Date
  /** Time of the last missed deadline. */
  last: Date
}

interface Hanging {
  subject: string
  since: number
}

/**
 * Runs calls to a callee that may never answer. The wait ends at the deadline or with the caller's signal. A late
 * answer is ignored. The number of hanging calls is limited.
 */
export class BoundedCalls {
  readonly #clock: Clock
  readonly #failure: (message: string) => Error
  readonly #hanging = new Map<string, Set<Hanging>>()
  readonly #unanswered = new Map<string, UnansweredKind>()

  /** @param failure creates the error for a missed deadline or a refused call */
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
        signal?.removeEventListener('abort', onAbort)
      }
      const abandon = (reason: unknown) => {
        stopWaiting()
        this.#hangingOf(kind).add(call)
        abort.abort(reason)
        reject(reason)
      }
      const onAbort = () => abandon(signal?.reason)
      const cancel = this.#clock.after(ms, () => {
        const since = this.#unanswered.get(kind)?.since ?? began
        this.#unanswered.set(kind, { kind, since, last: this.#clock.now() })
        abandon(this.#failure(`${kind} was not answered within ${ms / 1000} s`))
      })
      signal?.addEventListener('abort', onAbort, { once: true })
      const settled = () => {
        stopWaiting()
        // Only an answer in time resets the kind; a late one does not.
        if (!this.#hangingOf(kind).delete(call)) this.#unanswered.delete(kind)
      }
      const working = start(() => work(abort.signal))
      working.then(settled, settled)
      working.then(resolve, reject)
    })
  }

  /** Kinds without an answer in time since their last missed deadline. */
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
    if (calls.size < MAX_PER_KIND && ofSubject < MAX_PER_SUBJECT) return undefined
    return this.#failure(`${kind} is not called again: ${calls.size} earlier calls are unanswered`)
  }
}

/** Turns a synchronous throw into a rejection. */
const start = async <T>(work: () => Promise<T>): Promise<T> => work()
