import type { Authority } from '../access/authority.ts'
import type { Tx } from '../database/database.ts'
import { asError } from '../sagas/saga-failure.ts'
import type { Services } from '../services/services.ts'
import type { AuditTrail } from './audit.ts'
import { ApiError } from './errors.ts'
import { isRetryable } from './failures.ts'

const TRIES = 4
/** How long a request waits for the sagas that it started, before it answers with the intermediate state. */
const MAX_WAIT_MS = 30_000

/**
 * Thrown in a change that must wait for a running saga before it can be decided: the transaction rolls back, and is
 * retried once the saga has ended.
 */
export class TryAfterSaga extends ApiError {
  readonly sagaId: string

  /** @param refusal the answer to the request if the saga does not end in time */
  constructor(sagaId: string, refusal: ApiError) {
    super(refusal.status, refusal.code, refusal.message, refusal)
    this.sagaId = sagaId
  }
}

interface RequestContext {
  trail: AuditTrail
  authority: Authority
}

/**
 * Makes a request's change in one transaction, and resolves when all sagas that it started have ended. Retries after
 * conflicts in PostgreSQL, and when another request changed the same rows first.
 * @throws the error of a saga that failed and has been undone
 */
export async function makeChange<T>(
  services: Services,
  { trail, authority }: RequestContext,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { clock, sagas } = services
  const until = new Date(clock.now().getTime() + MAX_WAIT_MS)
  const permitted = async (tx: Tx) => {
    const done = await trail.withChange(tx, work)
    // As the last statement: no wait for a lock comes between this check and the commit.
    await authority.confirmOnce(tx)
    return done
  }
  const { result, started } = await inTransaction(services, trail, permitted, until).catch(async (error: unknown) => {
    // A caller who has lost the permission must not see the original error.
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
      else log('warn', 'transaction failed and is retried', { request_id: trail.requestId, attempts: attempt, error })
    }
  }
}
