import type { Queryable } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { RackHardware } from '../../platform/interface/hardware.ts'

export const listedRacks = (db: Queryable) => db.selectFrom('racks').selectAll()

export const findRack = (db: Queryable, id: string): Promise<Row<'racks'> | undefined> =>
  listedRacks(db).where('id', '=', id).executeTakeFirst()

export async function recordRacks(db: Queryable, racks: readonly RackHardware[], now: Date): Promise<void> {
  if (!racks.length) return
  await db
    .insertInto('racks')
    .values(racks.map(({ id }) => ({ id, time_created: now, time_modified: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
