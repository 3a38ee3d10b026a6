import { sql } from 'kysely'
import { batchesOf } from '../../kernel/database/batches.ts'
import type { Db, Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { PhysicalDiskHardware } from '../../platform/hardware.ts'
import { differsFromReport, reportedValues } from '../reported-columns.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'

/** Disks that are shown: those in service and the expunged, not the decommissioned. */
export const listedDisks = (db: Queryable) => db.selectFrom('physical_disks').selectAll().where('state', '=', 'active')

export const findPhysicalDisk = (db: Queryable, id: string): Promise<Row<'physical_disks'> | undefined> =>
  listedDisks(db).where('id', '=', id).executeTakeFirst()

/** What the platform reports of a disk, but for its failure. */
const REPORTED = ['sled_id', 'vendor', 'model', 'serial', 'form_factor', 'size'] as const

/**
 * Writes down the disks that the platform has; their sleds are known. One that has failed is taken out of service, also
 * where no event came of it; one that was expunged stays so.
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
  for (const id of await failedUnnoticed(db, disks)) await db.transaction().execute((tx) => expungeDisk(tx, id, now))
}

async function failedUnnoticed(db: Db, disks: readonly PhysicalDiskHardware[]): Promise<string[]> {
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

/** A disk that has failed is in service no more. */
export async function expungeDisk(tx: Tx, id: string, now: Date): Promise<void> {
  const expunged = await tx
    .updateTable('physical_disks')
    .set({ policy: 'expunged', time_modified: now })
    .where('id', '=', id)
    .where('policy', '=', 'in_service')
    .returning(['id as physical_disk_id', 'sled_id'])
    .executeTakeFirst()
  if (expunged) await raiseAlert(tx, 'physical_disk.failed', expunged, now)
}
