export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Record<string, unknown>

/** Structured log. Nobody passes it secrets, bodies or user data: fields are ids, names of operations, counts, times. */
export interface Log {
  (level: LogLevel, message: string, fields?: LogFields): void
}

const ORDER: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }

/** JSON lines to a writer. Errors among the fields are written with their stack and cause. */
export const jsonLog =
  (write: (line: string) => void, now: () => Date, least: LogLevel = 'info'): Log =>
  (level, message, fields = {}) => {
    if (ORDER[level] < ORDER[least]) return
    const plain = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, describe(value)]))
    write(JSON.stringify({ time: now().toISOString(), level, message, ...plain }))
  }

const describe = (value: unknown): unknown =>
  value instanceof Error
    ? { name: value.name, message: value.message, stack: value.stack, cause: describe(value.cause) }
    : value

export const silent: Log = () => {}
