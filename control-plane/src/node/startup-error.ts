import { PlatformError } from '../platform/platform-error.ts'

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

/** Awaits a call of the platform. What the platform refuses is for the operator; other errors keep their stack. */
export async function explained<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw error instanceof PlatformError ? new StartupError(error.message, error) : error
  }
}

/** A short reason: the first line of the message, or the error's code. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const { message, code } = error as { message?: string; code?: string }
  return message?.split('\n')[0] || code || String(error)
}
