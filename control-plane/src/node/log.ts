import { destination, pino, stdSerializers, stdTimeFunctions } from 'pino'
import type { Log, LogLevel } from '../kernel/log.ts'
import type { RecentLines } from './recent-lines.ts'

/** JSON lines on a file descriptor, written off the event loop; what still waits when the process ends is written then. */
export function jsonLog(least: LogLevel, fd = 1, recent?: RecentLines): Log {
  const output = destination({ fd, sync: false })
  // Who read our output may be gone before us.
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

/** Errors with their stack and cause, under whatever name. */
const describe = (value: unknown) => (value instanceof Error ? stdSerializers.errWithCause(value) : value)
