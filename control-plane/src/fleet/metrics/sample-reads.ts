import type { Operation } from '@skerry/contract/operation.ts'
import { ApiError, invalidRequest, unavailable } from '../../kernel/errors.ts'
import type { Call } from '../../kernel/http/call.ts'
import { FairQueue } from '../../kernel/limits/fair-queue.ts'
import { Yielder, yieldToEventLoop } from '../../kernel/limits/yield-to-event-loop.ts'

const AT_ONCE = 8
const AT_ONCE_OF_USER = 2
const WAIT_MS = 10_000
const CUT_OFF_MS = 30_000

declare module '../../kernel/services.ts' {
  interface WingServices {
    /** Requests that read samples; they wait here for a turn. */
    sampleReads: FairQueue
  }
}

export const sampleReadQueue = () => new FairQueue(AT_ONCE, AT_ONCE_OF_USER)

/**
 * Does work that reads samples once the caller has a turn. It ends at the next pause when it has taken too long or the
 * client has gone away.
 * @throws 503 when no turn comes, 400 for what takes too long
 */
export async function inSampleTurn<T>(
  { actor, request, services }: Pick<Call<Operation>, 'actor' | 'request' | 'services'>,
  work: (yielder: Yielder) => Promise<T>,
): Promise<T> {
  const { clock, sampleReads } = services
  using held = new DisposableStack()
  held.use(await sampleReads.take(actor.userId, clock, WAIT_MS))
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
