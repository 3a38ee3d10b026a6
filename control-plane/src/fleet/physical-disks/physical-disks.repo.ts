import { sql } from 'kysely'
import { batchesOf } from '../../kernel/database/batches.ts'
import type { Db, Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { PhysicalDiskHardware } from '../../platform/interface/hardware.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'
import { keepMachineEvent } from '../history/machine-events.repo.ts'
import { differsFromReport, reportedValues } from '../inventory/reported-columns.ts'

/** Disks in service and expunged ones, without decommissioned ones. */
export const listedDisks = (db: Queryable) => db.selectFrom('physical_disks').selectAll().where('state', '=', 'active')

export const findPhysicalDisk = (db: Queryable, id: string): Promise<Row<'physical_disks'> | undefined> =>
  listedDisks(db).where('id', '=', id).executeTakeFirst()

/** Columns with values that the platform reports, except a failure. */
const REPORTED = ['sled_id', 'vendor', 'model', 'serial', 'form_factor', 'size'] as const

/**
 * Inserts and updates the disks of the platform, after their sleds. A failed one is expunged, for which there may have
 * been no event. An expunged one stays expunged.
 */
export async function recordDisks(db: Db, disks: readonly PhysicalDiskHardware[], now: Date): Promise<void> {
  for (const batch of batchesOf(disks))
    await db
      .insertInto('physical_disks')
      .values(batch.map((disk) => rowOf(disk, now)))
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ ...reportedValues(REPORTED), time_modified: now })
          .where(differsFromReport('physical_disks', REPORTED)),
      )
      .execute()
  for (const id of await failedInService(db, disks)) await db.transaction().execute((tx) => expungeDisk(tx, id, now))
}

async function failedInService(db: Db, disks: readonly PhysicalDiskHardware[]): Promise<string[]> {
  const failed = disks.filter(({ expunged }) => expunged).map(({ id }) => id)
  if (!failed.length) return []
  const rows = await db
    .selectFrom('physical_disks')
    .select('id')
    .where('id', '=', sql<string>`any(${failed}::uuid[])`)
    .where('policy', '=', 'in_service')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

const rowOf = (disk: PhysicalDiskHardware, now: Date) => ({
  id: disk.id,
  sled_id: disk.sledId,
  vendor: disk.vendor,
  model: disk.model,
  serial: disk.serial,
  form_factor: disk.formFactor,
  size: disk.sizeBytes,
  policy: disk.expunged ? ('expunged' as const) : ('in_service' as const),
  state: 'active' as const,
  time_created: now,
  time_modified: now,
})

/** Takes a failed disk out of service, with an alert. */
export async function expungeDisk(tx: Tx, id: string, now: Date): Promise<void> {
  const expunged = await tx
    .updateTable('physical_disks')
    .set({ policy: 'expunged', time_modified: now })
    .where('id', '=', id)
    .where('policy', '=', 'in_service')
    .returning(['id as physical_disk_id', 'sled_id'])
    .executeTakeFirst()
  if (!expunged) return
  await raiseAlert(tx, 'physical_disk.failed', expunged, now)
  await keepMachineEvent(tx, { event: 'physical_disk_failed', subjectId: id }, now)
}
