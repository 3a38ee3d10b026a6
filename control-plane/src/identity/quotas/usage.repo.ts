import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '../../kernel/database/database.ts'
import { deleteInBatches } from '../../kernel/database/delete-in-batches.ts'
import { rowsInBatches } from '../../kernel/database/rows-in-batches.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { FLEET_ID } from '../../kernel/uuid.ts'

/** How long points are kept. */
export const USAGE_KEPT_MS = 30 * 24 * 3_600_000

/** What a project, a silo or the fleet used from a time on. */
export type UsagePoint = Pick<Row<'usage_points'>, 'time' | 'cpus' | 'memory' | 'storage'>

/** Begins the series of a new project or silo: it uses nothing yet. */
export const beginUsage = (tx: Tx, collectionId: string, now: Date): Promise<unknown> =>
  tx
    .insertInto('usage_points')
    .values({ collection_id: collectionId, time: now, cpus: 0, memory: 0, storage: 0 })
    .execute()

/** Ends the series of a project or silo that is deleted. */
export const endUsage = (tx: Tx, collectionId: string): Promise<unknown> =>
  tx.deleteFrom('usage_points').where('collection_id', '=', collectionId).execute()

/**
 * Writes the fleet's sum down where it is not what was last: changes in two silos at once, each of which knew nothing
 * of the other, are put right by it.
 */
export const settleFleetUsage = (db: Db, now: Date): Promise<unknown> =>
  sql`
    insert into usage_points (collection_id, time, cpus, memory, storage)
    select ${FLEET_ID}, ${now}::timestamptz, used.* from (
      select coalesce(sum(cpus_provisioned), 0) as cpus, coalesce(sum(memory_provisioned), 0) as memory,
        coalesce(sum(storage_provisioned), 0) as storage
      from quotas) used
    where not exists (
      select from (
        select cpus, memory, storage from usage_points where collection_id = ${FLEET_ID}
        order by time desc, sequence desc limit 1) last
      where (last.cpus, last.memory, last.storage) = (used.cpus, used.memory, used.storage))`.execute(db)

/** Deletes points that have been kept for 30 days, but for the last of each: it still says what is used since. */
export function pruneUsage(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const oldest = new Date(now.getTime() - USAGE_KEPT_MS)
  const where = sql`usage_points.time < ${oldest}::timestamptz and exists (
    select 1 from usage_points later where later.collection_id = usage_points.collection_id
      and (later.time, later.sequence) > (usage_points.time, usage_points.sequence)
      and later.time <= ${oldest}::timestamptz)`
  return deleteInBatches(db, { table: 'usage_points', where, order: 'time' }, signal)
}

const points = (db: Queryable, collectionId: string) =>
  db.selectFrom('usage_points').select(['time', 'cpus', 'memory', 'storage']).where('collection_id', '=', collectionId)

/** What was used at a moment; undefined where nothing is known of it. */
export const usageAt = (db: Queryable, collectionId: string, time: Date): Promise<UsagePoint | undefined> =>
  points(db, collectionId)
    .where('time', '<=', time)
    .orderBy('time', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Changes within a range, `from` included and `to` not; of those at one moment the one that was last. */
export const usageChanges = (
  db: Queryable,
  collectionId: string,
  range: { from: Date; to: Date; descending: boolean; limit: number },
): Promise<UsagePoint[]> => {
  const order = range.descending ? 'desc' : 'asc'
  return points(db, collectionId)
    .distinctOn('time')
    .where('time', '>=', range.from)
    .where('time', '<', range.to)
    .orderBy('time', order)
    .orderBy('sequence', 'desc')
    .limit(range.limit)
    .execute()
}

/** Those that have used anything: the fleet, the silos and the projects, or that one alone. */
export async function usageCollections(db: Queryable, limit: number, id?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select ${FLEET_ID}::uuid as id union all select id from silos union all select id from projects) collections
    ${id === undefined ? sql`` : sql`where id = ${id}`}
    order by id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** What several used within a range: of each what held at its start, then its changes; a batch at a time. */
export const usageWithin = (
  db: Db,
  collectionIds: readonly string[],
  range: { from: Date; to: Date },
  take: (rows: readonly (UsagePoint & { collection_id: string })[]) => Promise<void>,
): Promise<void> =>
  rowsInBatches(
    db,
    sql<UsagePoint & { collection_id: string }>`
      select collection_id, time, cpus, memory, storage
      from unnest(${collectionIds}::uuid[]) wanted (id), lateral (
        (select * from usage_points where collection_id = id and time <= ${range.from}::timestamptz
          order by time desc, sequence desc limit 1)
        union all
        (select * from usage_points where collection_id = id and time > ${range.from}::timestamptz
          and time < ${range.to}::timestamptz order by time, sequence)) points
      order by collection_id, time, sequence`,
    take,
  )
