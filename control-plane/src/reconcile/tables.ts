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

/** The storage of this database: its only row. */
interface PlatformStorageTable {
  id: Generated<string>
  used: Generated<boolean>
}

/** Of disks, snapshots and images that are faulted because their content was missing. */
interface StorageLossTable {
  id: string
  /** What a disk was attached to, in which run, and whether that booted from it. */
  instance_id: string | null
  run_id: string | null
  boot: Generated<boolean>
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
    platform_storage: PlatformStorageTable
    storage_losses: StorageLossTable
  }
}
