import type { Operation } from '@skerry/contract/operation.ts'
import { ApiError, invalidRequest, unavailable } from '../../kernel/errors.ts'
import type { Call } from '../../kernel/http/call.ts'
import { Yielder, yieldToEventLoop } from '../../kernel/limits/yield-to-event-loop.ts'

const CUT_OFF_MS = 30_000

/**
 * Does work that reads samples. It ends at the next pause when it has taken too long or the client has gone away. How many
 * run at once is a budget: their operations have `cost: 'query'`.
 * @throws 400 for what takes too long
 */
export async function readSamples<T>(
  { request, services: { clock } }: Pick<Call<Operation>, 'request' | 'services'>,
  work: (yielder: Yielder) => Promise<T>,
): Promise<T> {
  using held = new DisposableStack()
  const late = new AbortController()
  const signal = AbortSignal.any([request.signal, late.signal])
  held.defer(clock.after(CUT_OFF_MS, () => late.abort()))
  try {
    signal.throwIfAborted()
    return await work(new Yielder(yieldToEventLoop, signal))
  } catch (error) {
    if (late.signal.aborted) throw invalidRequest(`this took more than ${CUT_OFF_MS / 1000} s: ask for less`)
    // The client has gone away.
    if (request.signal.aborted && !(error instanceof ApiError)) throw unavailable()
    throw error
  }
}
