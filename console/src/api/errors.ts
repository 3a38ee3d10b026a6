import { snakeCase } from '~/lib/format/case.ts'
import { upperFirst } from '~/lib/format/words.ts'
import type { Result } from './client.ts'
import type { Operation } from './routes.ts'

type Failure = Exclude<Result<unknown>, { type: 'success' }>

/**
 * Whether an answer says that the server has no such operation. A missing thing is a 404 with an error code; a missing
 * route has none.
 */
const isMissingOperation = (failure: Failure): boolean =>
  failure.statusCode === 501 ||
  ([404, 405].includes(failure.statusCode) && !(failure.type === 'error' && failure.error.errorCode))

/** The message for the user about an answer that was not a success. */
export function errorMessage(operation: Operation, failure: Failure): string {
  if (isMissingOperation(failure)) return `This server does not offer ${snakeCase(operation)}`
  if (failure.type === 'clientError') return failure.error.message
  const { errorCode, message, field, reason, kind } = failure.error
  if (failure.statusCode === 403 && errorCode === 'Forbidden') return 'Action not authorized'
  if (errorCode === 'ObjectNotFound') return upperFirst(message)
  if (errorCode === 'ObjectAlreadyExists')
    return kind ? `${upperFirst(kind.replaceAll('-', ' '))} name already exists` : 'Name already exists'
  // A request that breaks the contract's rules: its message has the place in the JSON, which a user never wrote.
  if (!errorCode && field && reason) return upperFirst(`${field}: ${reason}`)
  return message || 'Unknown server error'
}

/** An answer that was not a success, with its message and what identifies it. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly operation: Operation
  readonly statusCode: number
  readonly errorCode: string | undefined
  readonly requestId: string | undefined
  /** The server has no such operation: trying again leads nowhere. */
  readonly isMissingOperation: boolean
  readonly field: string | undefined
  readonly reason: string | undefined
  readonly kind: string | undefined
  readonly selector: string | undefined
  /** Where a query is wrong. */
  readonly position: { line: number; column: number } | undefined

  constructor(operation: Operation, failure: Failure) {
    super(errorMessage(operation, failure))
    this.operation = operation
    this.statusCode = failure.statusCode
    this.isMissingOperation = isMissingOperation(failure)
    const body = failure.type === 'error' ? failure.error : undefined
    this.errorCode = body?.errorCode
    this.field = body?.field
    this.reason = body?.reason
    this.kind = body?.kind
    this.selector = body?.selector
    this.position = body?.position
    this.requestId = body?.requestId || (failure.headers.get('x-request-id') ?? undefined)
  }
}

/** Whether a thrown value is an answer of this status. */
export const hasStatus = (error: unknown, statusCode: number): error is ApiError =>
  error instanceof ApiError && error.statusCode === statusCode

/** For a secondary read: the value where the server does not offer it. */
export const whereMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof ApiError && error.isMissingOperation) return instead
    throw error
  }

/** No answer came at all: the server or the network is away. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
  readonly isUnanswered = true

  constructor(cause: unknown) {
    super('No answer from the server', { cause })
  }
}

/** Logs an error to the browser's console: as information where `expected` says why it may happen. */
export function logError(error: ApiError, expected?: string): void {
  const { operation, errorCode, statusCode, requestId, message } = error
  const details = { errorCode, statusCode, requestId }
  // oxlint-disable no-console -- a person who reports a fault finds the request id here
  if (expected) console.info(`${operation}: ${message} (expected: ${expected})`, details)
  else console.error(`${operation}: ${message}`, details)
}
