import { destination, pino, stdTimeFunctions } from 'pino'
import type { Log, LogLevel } from '../../kernel/telemetry/log.ts'
import type { RecentLines } from './recent-lines.ts'

/** JSON lines on a file descriptor, written off the event loop and flushed when the process ends. */
export function jsonLog(least: LogLevel, fd = 1, recent?: RecentLines): Log {
  const output = destination({ fd, sync: false })
  // The reader of our output may be gone.
  output.on('error', () => undefined)
  process.once('exit', () => output.flushSync())
  const logger = pino(
    {
      level: least,
      base: null,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => ('error' in fields ? { ...fields, error: described(fields['error']) } : fields),
      },
    },
    {
      write(line) {
        recent?.add(line)
        output.write(line)
      },
    },
  )
  return (level, message, fields = {}) => logger[level](fields, message)
}

const MAX_CAUSES = 8

/**
 * An error with its stack and causes. Its other fields are left out: PostgreSQL's `detail` repeats rows, which have
 * hashes of passwords and texts of users.
 */
function described(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error
  if (depth === MAX_CAUSES) return error.message
  const { message, stack, cause } = error
  const { code, kind } = error as { code?: unknown; kind?: unknown }
  const errors = error instanceof AggregateError ? error.errors.map((each) => described(each, depth + 1)) : undefined
  return { type: error.constructor.name, code, kind, message, stack, cause: described(cause, depth + 1), errors }
}
