import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { insufficientCapacity } from '../../kernel/http/errors.ts'
import type { Services } from '../../kernel/services/services.ts'

const REQUESTED = 'Requested by an operator'

export const listedBundles = (db: Queryable) => db.selectFrom('support_bundles').selectAll()

export const findBundle = (db: Queryable, id: string): Promise<Row<'support_bundles'> | undefined> =>
  listedBundles(db).where('id', '=', id).executeTakeFirst()

export const lockBundle = (tx: Tx, id: string): Promise<Row<'support_bundles'> | undefined> =>
  listedBundles(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Most bundles of a platform without U.2 disks in service. */
const MAX_WITHOUT_DISKS = 10

/**
 * Inserts a bundle. Its disk is a U.2 disk in service without one, or null on a platform that has no such disks. The
 * advisory lock keeps two requests from choosing the same disk.
 * @throws 507 when each disk has a bundle, or without disks there are too many bundles
 */
export async function insertBundle(
  tx: Tx,
  bundle: { id: string; saga_id: string },
  now: Date,
): Promise<Row<'support_bundles'>> {
  await sql`select pg_advisory_xact_lock(7305503)`.execute(tx)
  return tx
    .insertInto('support_bundles')
    .values({
      ...bundle,
      physical_disk_id: await diskForBundle(tx),
      state: 'collecting',
      reason_for_creation: REQUESTED,
      reason_for_failure: null,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function diskForBundle(tx: Tx): Promise<string | null> {
  const disk = await tx
    .selectFrom('physical_disks')
    .leftJoin('support_bundles', 'support_bundles.physical_disk_id', 'physical_disks.id')
    .select(['physical_disks.id', 'support_bundles.id as bundle_id'])
    .where('form_factor', '=', 'u2')
    .where('policy', '=', 'in_service')
    .where('missing', '=', false)
    .where('physical_disks.state', '=', 'active')
    .orderBy(sql`support_bundles.id is not null`)
    .orderBy('physical_disks.id')
    .limit(1)
    .executeTakeFirst()
  if (disk?.bundle_id) throw insufficientCapacity('each U.2 disk in service holds a support bundle: delete one of them')
  if (disk) return disk.id
  const { count } = await listedBundles(tx)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_WITHOUT_DISKS)
    throw insufficientCapacity(`there are ${MAX_WITHOUT_DISKS} support bundles or more: delete one of them`)
  return null
}

/** The ids of active bundles and of those being collected, among these. */
const keptAmong = async (db: Queryable, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('support_bundles')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', 'in', ['collecting', 'active'])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Removes archives without a bundle, which a crash or a restored backup left behind. */
export async function removeOrphanedArchives({
  db,
  archives,
  log,
}: Pick<Services, 'db' | 'archives' | 'log'>): Promise<void> {
  // List files first: a bundle is inserted before its file is written, so a file without a bundle is orphaned.
  const ids = await archives.ids()
  if (!ids.length) return
  const kept = await keptAmong(db, ids)
  for (const id of ids)
    if (!kept.has(id)) {
      await archives.remove(id)
      log('info', 'orphaned support bundle removed', { support_bundle_id: id })
    }
}
