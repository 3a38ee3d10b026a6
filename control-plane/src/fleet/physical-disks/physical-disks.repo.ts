import type { Queryable, Tx } from '../../kernel/database.ts'
import type { Row } from '../../kernel/tables.ts'
import type { PhysicalDiskHardware } from '../../platform/hardware.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'

/** Disks that are shown: those in service and the expunged, not the decommissioned. */
export const listedDisks = (db: Queryable) => db.selectFrom('physical_disks').selectAll().where('state', '=', 'active')

export const findPhysicalDisk = (db: Queryable, id: string): Promise<Row<'physical_disks'> | undefined> =>
  listedDisks(db).where('id', '=', id).executeTakeFirst()

/** Writes down the disks that the platform has; their sleds are known. One that was expunged stays so. */
export async function recordDisks(db: Queryable, disks: readonly PhysicalDiskHardware[], now: Date): Promise<void> {
  if (!disks.length) return
  await db
    .insertInto('physical_disks')
    .values(
      disks.map(({ id, sledId, vendor, model, serial, formFactor, sizeBytes, expunged }) => ({
        id,
        sled_id: sledId,
        vendor,
        model,
        serial,
        form_factor: formFactor,
        size: sizeBytes,
        policy: expunged ? ('expunged' as const) : ('in_service' as const),
        state: 'active' as const,
        time_created: now,
        time_modified: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

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
