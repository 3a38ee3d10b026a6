import type { Operation } from '@skerry/contract/operation.ts'
import { yieldToEventLoop } from '../../clock/yield-to-event-loop.ts'
import type { Call } from '../../kernel/http/call.ts'
import { ApiError, invalidRequest, unavailable } from '../../kernel/http/errors.ts'
import { Yielder } from '../../kernel/limits/yielder.ts'

const TIMEOUT_MS = 30_000

/**
 * Runs work that reads samples. Ends it at the next yield after a timeout or when the client has disconnected. The
 * operation's `cost: 'query'` limits concurrency.
 * @throws 400 after the timeout
 */
export async function readSamples<T>(
  { request, services: { clock } }: Pick<Call<Operation>, 'request' | 'services'>,
  work: (yielder: Yielder) => Promise<T>,
): Promise<T> {
  using cleanup = new DisposableStack()
  const timeout = new AbortController()
  const signal = AbortSignal.any([request.signal, timeout.signal])
  cleanup.defer(clock.after(TIMEOUT_MS, () => timeout.abort()))
  try {
    signal.throwIfAborted()
    return await work(new Yielder(yieldToEventLoop, signal))
  } catch (error) {
    if (timeout.signal.aborted) throw invalidRequest(`this took more than ${TIMEOUT_MS / 1000} s: query less data`)
    if (request.signal.aborted && !(error instanceof ApiError)) throw unavailable('the client has disconnected')
    throw error
  }
}
