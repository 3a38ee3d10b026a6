import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../kernel/database/database.ts'

/** A body that comes only when the server, which knows its caller by then, asks for it, and after `before`. */
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
 * Makes a request, and holds its first transaction until `before` is done.
 * @returns the answer, or undefined where the request came to none
 */
export async function withHeldTransaction<Answer>(
  db: Db,
  before: () => Promise<void>,
  request: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const own = db.transaction.bind(db)
  // Its own each: what an earlier request began goes on beside this one.
  const thisRequest = Symbol('request')
  let isReached = false
  db.transaction = () => {
    const builder = own()
    // What goes on beside the request is not held.
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
