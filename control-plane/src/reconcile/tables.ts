import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { PlatformEvent } from '../platform/interface/platform.ts'

interface PlatformEventTable {
  sequence: GeneratedAlways<number>
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

/** Disks, snapshots and images that are faulted because their content was missing. */
interface StorageLossTable {
  id: string
  /** The instance to which a disk was attached, in which run, and whether that run booted from it. */
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
