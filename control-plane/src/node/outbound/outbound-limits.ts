import type { Clock } from '../../clock/clock.ts'
import { type OutboundDownload, OutboundProblem, type OutboundRequest } from '../../kernel/services/outbound.ts'

type Asked = Pick<OutboundRequest, 'timeoutMs' | 'connectMs' | 'signal'> &
  Partial<Pick<OutboundDownload, 'stallMs' | 'leastBytes'>>

/** Aborts a request at its time limits, or when the caller's signal aborts. */
export class RequestLimits {
  readonly #ended = new AbortController()
  readonly #cancels: (() => void)[]
  readonly #connecting: () => void = () => {}
  #bytes = 0

  constructor(clock: Clock, { timeoutMs, connectMs, signal, stallMs, leastBytes = 1 }: Asked) {
    const late = (ms: number, what: string) => () =>
      this.#ended.abort(new OutboundProblem('timeout', `there was no ${what} in ${ms / 1000} s`))
    const abort = () => this.#ended.abort(signal?.reason)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
    if (connectMs !== undefined) this.#connecting = clock.after(connectMs, late(connectMs, 'connection'))
    this.#cancels = [
      clock.after(timeoutMs, late(timeoutMs, 'answer')),
      this.#connecting,
      () => signal?.removeEventListener('abort', abort),
    ]
    if (stallMs === undefined) return
    let before = 0
    const endIfStalled = () => {
      if (this.#bytes - before < leastBytes) late(stallMs, this.#bytes ? 'progress' : 'answer')()
      before = this.#bytes
    }
    this.#cancels.push(clock.every(stallMs, endIfStalled))
  }

  get signal(): AbortSignal {
    return this.#ended.signal
  }

  connected(): void {
    this.#connecting()
  }

  received(bytes: number): void {
    this.#bytes += bytes
  }

  end(): void {
    for (const cancel of this.#cancels) cancel()
  }
}
