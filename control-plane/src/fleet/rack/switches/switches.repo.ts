import type { Queryable } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { SwitchHardware } from '../../../platform/interface/hardware.ts'
import { differsFromReport, reportedValues } from '../../inventory/reported-columns.ts'

export const listedSwitches = (db: Queryable) => db.selectFrom('switches').selectAll()

export const findSwitch = (db: Queryable, id: string): Promise<Row<'switches'> | undefined> =>
  listedSwitches(db).where('id', '=', id).executeTakeFirst()

const REPORTED = ['rack_id', 'location', 'part', 'serial', 'revision'] as const

/** Inserts and updates the switches of the platform, after their racks. */
export async function recordSwitches(db: Queryable, switches: readonly SwitchHardware[], now: Date): Promise<void> {
  if (!switches.length) return
  await db
    .insertInto('switches')
    .values(
      switches.map(({ id, rackId, location, baseboard }) => ({
        id,
        rack_id: rackId,
        location,
        ...baseboard,
        time_created: now,
        time_modified: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...reportedValues(REPORTED), time_modified: now })
        .where(differsFromReport('switches', REPORTED)),
    )
    .execute()
}
