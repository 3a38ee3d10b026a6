import { destination, pino, stdSerializers, stdTimeFunctions } from 'pino'
import type { Log, LogLevel } from '../kernel/log.ts'
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
        log: (fields) => Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, describe(value)])),
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

/** Errors with their stack and cause, under any field name. */
const describe = (value: unknown) => (value instanceof Error ? stdSerializers.errWithCause(value) : value)
