export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Record<string, unknown>

/** Structured log. Never log secrets, bodies or user data: fields are ids, operation names, counts and times. */
export interface Log {
  (level: LogLevel, message: string, fields?: LogFields): void
}

export const silent: Log = () => {}
