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

interface MachineAbsenceTable {
  instance_id: string
  run_id: string
  time_first: Date
  confirmed: Generated<boolean>
}

interface StorageAbsenceTable {
  id: string
  time_first: Date
  confirmed: Generated<boolean>
}

interface UnknownMachineTable {
  instance_id: string
  sled_id: string
  time_first: Date
}

declare module '../kernel/database/tables.ts' {
  interface Tables {
    platform_events: PlatformEventTable
    machine_absences: MachineAbsenceTable
    storage_absences: StorageAbsenceTable
    unknown_machines: UnknownMachineTable
  }
}
