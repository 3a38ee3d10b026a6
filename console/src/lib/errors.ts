/** The properties of a failed request; the API client's errors have this shape. */
export interface Failure {
  message: string
  errorCode?: string
  statusCode?: number
  requestId?: string
  /** The field of the request at fault, as the API names it, with a path for nested ones: `disks[2].name`. */
  field?: string | undefined
  /** What is wrong with that field, without its name. */
  reason?: string | undefined
  /** The kind of thing that is missing, in the wrong state, or has the name: `disk`. */
  kind?: string | undefined
  /** The name or id of that thing in the request. */
  selector?: string | undefined
  /** The server has no such operation: trying again leads nowhere. */
  isMissingOperation?: boolean
  /** No answer came at all. */
  isUnanswered?: boolean
  /** Several things wrong at once, each a sentence. */
  issues?: readonly string[]
}

/** What a form throws where the user called it off: it stays open without an error. */
export const cancelled = (): DOMException => new DOMException('Cancelled', 'AbortError')

export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** The message of anything thrown. */
export const messageOf = (error: unknown): string =>
  (typeof error === 'object' && error !== null && 'message' in error && String(error.message)) || 'Unknown server error'

export const asFailure = (error: unknown): Failure =>
  typeof error === 'object' && error !== null && 'message' in error
    ? (error as Failure)
    : { message: 'Unknown server error' }
