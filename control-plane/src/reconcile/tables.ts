import type { Generated, JSONColumnType } from 'kysely'
import type { PlatformEvent } from '../platform/platform.ts'

interface PlatformEventTable {
  sequence: Generated<string>
  id: string
  subject: string
  event: JSONColumnType<PlatformEvent>
  attempts: Generated<number>
  error: string | null
  due: Date
  time_recorded: Date
  time_applied: Date | null
}

declare module '../kernel/database/tables.ts' {
  interface Tables {
    platform_events: PlatformEventTable
  }
}
