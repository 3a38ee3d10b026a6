import { storableText } from '../database/storable-text.ts'
import { ApiError } from '../http/errors.ts'
import { asApiError } from '../http/failures.ts'
import type { Failure } from './saga-tables.ts'

/** The original message of whatever was thrown, to be stored. */
export const messageOf = (error: unknown): string =>
  storableText(error instanceof Error ? error.message : String(error))

/** The answer to a request whose saga failed with this error. */
export function failureOf(error: unknown): Failure {
  const { status, code, message, cause } = asApiError(error)
  const internal = cause === undefined ? message : messageOf(cause)
  return { status, code: code ?? null, message: storableText(message), cause: storableText(internal) }
}

/** The error of a stored failure. The log has its stack and causes in the lines of the saga. */
export const asError = ({ status, code, message, cause }: Failure): ApiError =>
  new ApiError(status, code ?? undefined, message, cause === message ? {} : { cause })
