import type { SeededDisk } from './disks.seed.ts'
import { known, namedRow, type Seeding } from './seeding.ts'

const SNAPSHOTS = [
  ['gauge-ingest-1-boot', 'ingest-golden', 'What new ingest machines start from', 40, 'ready'],
  ['gauge-store-boot', 'store-before-upgrade', 'In case the upgrade goes wrong', 9, 'ready'],
  ['gauge-series', 'series-2024-q4', 'Readings as published', 25, 'ready'],
  ['gauge-spool', 'spool-last-try', 'Taken as the drive died', 5, 'faulted'],
  ['wx-model-1-boot', 'model-golden', 'Compilers, libraries and the model', 33, 'ready'],
  ['wx-fields-1', 'storm-of-january', 'Fields of the great storm', 28, 'ready'],
  ['berth-planner-boot', 'planner-nightly', 'Taken each night', 1, 'ready'],
  ['berth-book', 'berth-book-nightly', 'Taken each night', 1, 'ready'],
] as const

export interface SeededSnapshot {
  id: string
  name: string
  project_id: string
  size: number
  block_size: number
}

/** Returns the snapshots by name. */
export async function seedSnapshots(
  seeding: Seeding,
  disks: readonly SeededDisk[],
): Promise<Map<string, SeededSnapshot>> {
  const diskOf = new Map(disks.map((disk) => [disk.name, disk]))
  const rows = SNAPSHOTS.map(([disk, name, description, days, state]) => {
    const { id, project_id, size, block_size } = known(diskOf, disk)
    return { ...namedRow(seeding, name, description, days), disk_id: id, project_id, size, block_size, state }
  })
  await seeding.tx.insertInto('snapshots').values(rows).execute()
  return new Map(rows.map((row) => [row.name, row]))
}
