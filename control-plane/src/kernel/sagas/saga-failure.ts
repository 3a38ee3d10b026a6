import { PlatformError } from '../../platform/platform-error.ts'
import { ApiError, insufficientCapacity } from '../errors.ts'
import { asApiError } from '../http/failures.ts'
import type { Failure } from './saga-tables.ts'

/** What a request that waits for a saga is to be answered when a step of it failed so. */
export function failureOf(error: unknown): Failure {
  const { status, code, message } = asApiError(refusalOf(error))
  return { status, code: code ?? null, message }
}

/** A platform that says no is not a server that broke, where the caller can do something about it. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof PlatformError)) return error
  if (error.kind === 'no-space') return insufficientCapacity('no space is left where volumes are stored')
  return error.kind === 'transient' ? new ApiError(503, 'ServiceNotAvailable', 'Service Unavailable') : error
}

/** The error that a failure was written down from. `cause` is for the log. */
export const asError = ({ status, code, message, cause }: Failure & { cause: string | null }): ApiError =>
  new ApiError(status, code ?? undefined, message, status >= 500 && status !== 507 ? { cause } : {})
