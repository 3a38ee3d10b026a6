import { ApiError } from '../errors.ts'
import { asApiError } from '../http/failures.ts'
import type { Failure } from './saga-tables.ts'

/** What a request that waits for a saga is to be answered when a step of it failed so. */
export function failureOf(error: unknown): Failure {
  const { status, code, message } = asApiError(error)
  return { status, code: code ?? null, message }
}

/** The error that a failure was written down from. `cause` is for the log. */
export const asError = ({ status, code, message, cause }: Failure & { cause: string | null }): ApiError =>
  new ApiError(status, code ?? undefined, message, status >= 500 && status !== 507 ? { cause } : {})
