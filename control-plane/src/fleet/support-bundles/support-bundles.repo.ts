import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'

const REQUESTED = 'Requested by an operator'

export const listedBundles = (db: Queryable) => db.selectFrom('support_bundles').selectAll()

export const findBundle = (db: Queryable, id: string): Promise<Row<'support_bundles'> | undefined> =>
  listedBundles(db).where('id', '=', id).executeTakeFirst()

export const lockBundle = (tx: Tx, id: string): Promise<Row<'support_bundles'> | undefined> =>
  listedBundles(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Inserts a bundle on a U.2 disk in service without one; undefined when each has one. The advisory lock keeps two
 * requests from choosing the same disk.
 */
export async function insertBundle(
  tx: Tx,
  bundle: { id: string; saga_id: string },
  now: Date,
): Promise<Row<'support_bundles'> | undefined> {
  await sql`select pg_advisory_xact_lock(7305503)`.execute(tx)
  const disk = await tx
    .selectFrom('physical_disks')
    .select('id')
    .where('form_factor', '=', 'u2')
    .where('policy', '=', 'in_service')
    .where('missing', '=', false)
    .where('state', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('support_bundles')
            .select('id')
            .whereRef('support_bundles.physical_disk_id', '=', 'physical_disks.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!disk) return undefined
  return tx
    .insertInto('support_bundles')
    .values({
      ...bundle,
      physical_disk_id: disk.id,
      state: 'collecting',
      reason_for_creation: REQUESTED,
      reason_for_failure: null,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The ids of active bundles and of those being collected, among these. */
export const keptAmong = async (db: Queryable, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('support_bundles')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', 'in', ['collecting', 'active'])
    .execute()
  return new Set(rows.map(({ id }) => id))
}
