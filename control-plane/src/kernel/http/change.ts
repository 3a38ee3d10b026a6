import type { Authority } from '../access/authority.ts'
import type { AuditTrail } from './audit.ts'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { isRetryable } from './failures.ts'
import { asError } from '../sagas/saga-failure.ts'
import type { Services } from '../services.ts'

const TRIES = 4
/** How long a request waits for the sagas that it began, before it answers things as they are. */
const LONGEST_WAIT_MS = 30_000

/**
 * Thrown in a change that another saga is in the way of, where that saga's end decides whether the change can be made:
 * the change is undone, and tried again once the saga has ended.
 */
export class TryAfterSaga extends ApiError {
  readonly sagaId: string

  /** @param refusal what the request is answered when the saga does not end in time */
  constructor(sagaId: string, refusal: ApiError) {
    super(refusal.status, refusal.code, refusal.message)
    this.sagaId = sagaId
  }
}

interface Requester {
  trail: AuditTrail
  authority: Authority
}

/**
 * Makes a request's change in one transaction, and resolves when every saga that it began has ended: what the handler
 * reads then lasts. Tried again when PostgreSQL asks for it or another request overtook it.
 * @throws the error of a saga that failed: it is undone by then
 */
export async function makeChange<T>(
  services: Services,
  { trail, authority }: Requester,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { clock, sagas } = services
  const until = new Date(clock.now().getTime() + LONGEST_WAIT_MS)
  const permitted = async (tx: Tx) => {
    const done = await trail.withChange(tx, work)
    // Last, so that nothing that waits comes between this decision and the commit.
    await authority.confirmOnce(tx)
    return done
  }
  const { result, started } = await inTransaction(services, trail, permitted, until).catch(async (error: unknown) => {
    // A caller who may no longer do it learns nothing else.
    if (error instanceof ApiError) await authority.confirm(services.db)
    throw error
  })
  if (started.any) sagas.wake()
  const { started: own, joined } = started.awaited
  if (!own.length && !joined.length) return result
  const { failure } = await sagas.completed(started.awaited, until)
  if (failure) throw asError(failure)
  return result
}

async function inTransaction<T>(
  { db, log, sagas }: Services,
  trail: AuditTrail,
  work: (tx: Tx) => Promise<T>,
  until: Date,
) {
  for (let attempt = 1; ; attempt++) {
    try {
      const made = await db.transaction().execute(async (tx) => {
        sagas.setRequest(tx, { requestId: trail.requestId, userId: trail.who?.userId })
        const result = await work(tx)
        return { result, started: sagas.startedIn(tx) }
      })
      trail.committed()
      return made
    } catch (error) {
      if (error instanceof TryAfterSaga) {
        if (attempt >= TRIES || !(await sagas.completed({ started: [error.sagaId] }, until)).ended) throw error
      } else if (attempt >= TRIES || !isRetryable(error)) throw error
      else log('warn', 'transaction tried again', { request_id: trail.requestId, attempt, error })
    }
  }
}
