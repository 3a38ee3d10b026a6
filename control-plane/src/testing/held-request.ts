import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../kernel/database/database.ts'

/** A body that arrives only when the server reads it (after identifying the caller), and after `before`. */
export const lateBody = (text: string, before: () => Promise<void>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        await before()
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )

const ofRequest = new AsyncLocalStorage<symbol>()

/**
 * Sends a request and delays its first transaction until `before` is done.
 * @returns the answer, or undefined if the request started no transaction
 */
export async function withHeldTransaction<Answer>(
  db: Db,
  before: () => Promise<void>,
  request: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const own = db.transaction.bind(db)
  // Unique per request: work of an earlier request may still be running.
  const thisRequest = Symbol('request')
  let isReached = false
  db.transaction = () => {
    const builder = own()
    // Transactions outside the request are not delayed.
    if (isReached || ofRequest.getStore() !== thisRequest) return builder
    isReached = true
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      await before()
      return execute(work)
    }
    return builder
  }
  try {
    const answer = await ofRequest.run(thisRequest, request)
    return isReached ? answer : undefined
  } finally {
    db.transaction = own
  }
}
