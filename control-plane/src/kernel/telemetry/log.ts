export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Fields of a line: one name for one thing. A name that is neither listed here nor ends in `_id` does not compile. */
export interface LogFields {
  /** Of an answer, so that a user's request is found; also in the lines of the sagas that it started. */
  request_id?: string | undefined
  operation?: string
  method?: string
  /** Without the query, which may have secrets. */
  path?: string
  origin?: string
  host?: string
  status?: number
  ms?: number
  saga?: string
  step?: string
  undoing?: boolean
  state?: string
  task?: string
  series?: string
  /** Kind of the resource or event that `subject` names. */
  kind?: string | undefined
  subject?: string | undefined
  attempts?: number | undefined
  retry_in_ms?: number
  count?: number
  missing?: number
  expected?: number
  /** Text of an expected problem. */
  reason?: string | undefined
  /** Anything that was thrown: written with its stack and its causes. */
  error?: unknown
  [id: `${string}_id`]: string | undefined
}

/**
 * Structured log. The message says what was done or failed, such as `cannot read the allow list`. Never log secrets,
 * bodies or user data: fields are ids, operation names, counts and times.
 */
export interface Log {
  (level: LogLevel, message: string, fields?: LogFields): void
}

export const silent: Log = () => {}
