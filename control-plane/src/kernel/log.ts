export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Record<string, unknown>

/** Structured log. Nobody passes it secrets, bodies or user data: fields are ids, names of operations, counts, times. */
export interface Log {
  (level: LogLevel, message: string, fields?: LogFields): void
}

export const silent: Log = () => {}
