import { NoPlainFile } from '../../file-system/plain-file.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'

/** A failed start with a reason that the operator can act on: printed as one line, exit 1. */
export class StartupError extends Error {
  override name = 'StartupError'

  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
  }
}

/** PostgreSQL ended while it was starting. On a full file system it may have no room to say why. */
export class PostgresNotStarted extends StartupError {
  override name = 'PostgresNotStarted'
}

/** What the platform refuses, or what has the place of a file, is for the operator. Other errors keep their stack. */
export const explained = (error: unknown): unknown =>
  error instanceof PlatformError || error instanceof NoPlainFile ? new StartupError(error.message, error) : error

/** A short reason: the first line of the message, or the error's code. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const { message, code } = error as { message?: string; code?: string }
  return message?.split('\n')[0] || code || String(error)
}
