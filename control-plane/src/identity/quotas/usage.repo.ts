import type { UsageSample, VirtualResourceCounts } from '@skerry/contract/identity/utilization.ts'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../clock/durations.ts'
import type { Db, Queryable, Tx } from '../../kernel/database/database.ts'
import { deleteInBatches } from '../../kernel/database/delete-in-batches.ts'
import { rowsInBatches } from '../../kernel/database/rows-in-batches.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { FLEET_ID } from '../../kernel/values/uuid.ts'

export const USAGE_KEPT_MS = 30 * 24 * 3_600_000
/** Span and interval of a trend. */
const TREND_MS = 7 * DAY_MS
const TREND_STEP_MS = 3 * HOUR_MS

/** The usage of a project, a silo or the fleet from a time on. */
export type UsagePoint = Pick<Row<'usage_points'>, 'time' | 'cpus' | 'memory' | 'storage'>

/** Starts the usage series of a new project or silo at zero. */
export const beginUsage = (tx: Tx, collectionId: string, now: Date): Promise<unknown> =>
  tx
    .insertInto('usage_points')
    .values({ collection_id: collectionId, time: now, cpus: 0, memory: 0, storage: 0 })
    .execute()

/** Deletes the usage series of a deleted project or silo. */
export const endUsage = (tx: Tx, collectionId: string): Promise<unknown> =>
  tx.deleteFrom('usage_points').where('collection_id', '=', collectionId).execute()

/**
 * Records the fleet's total if it differs from its last point. Concurrent transactions in different silos do not see
 * each other's changes, so the last point may be wrong.
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

/** Deletes points older than 30 days, except the last of each collection, which is still its present usage. */
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

/** The usage at a time; undefined before the first point. */
export const usageAt = (db: Queryable, collectionId: string, time: Date): Promise<UsagePoint | undefined> =>
  points(db, collectionId)
    .where('time', '<=', time)
    .orderBy('time', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The usage of the last days at regular times, the last of them now. Omits times before the first point. */
export async function usageTrend(db: Queryable, collectionId: string, now: Date): Promise<UsageSample[]> {
  const steps = TREND_MS / TREND_STEP_MS
  const times = Array.from({ length: steps + 1 }, (_, step) => new Date(now.getTime() - (steps - step) * TREND_STEP_MS))
  const { rows } = await sql<UsagePoint>`
    select asked.time, cpus, memory, storage
    from unnest(${times}::timestamptz[]) asked (time), lateral (
      select cpus, memory, storage from usage_points
      where collection_id = ${collectionId} and usage_points.time <= asked.time
      order by usage_points.time desc, sequence desc limit 1) point
    order by asked.time`.execute(db)
  return rows.map(({ time, ...usage }) => ({ timestamp: timestamp(time), ...usage }))
}

/** The present usage of its silo's quota by a project. */
export const projectUsage = async (db: Queryable, id: string): Promise<VirtualResourceCounts> =>
  (await db
    .selectFrom('project_usage')
    .select(['cpus', 'memory', 'storage'])
    .where('project_id', '=', id)
    .executeTakeFirst()) ?? { cpus: 0, memory: 0, storage: 0 }

/** Points with `from` <= time < `to`; of several with the same time, the last. */
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

/** Ids of the fleet, all silos and all projects, or just the given one if it exists. */
export async function usageCollections(db: Queryable, limit: number, id?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select ${FLEET_ID}::uuid as id union all select id from silos union all select id from projects) collections
    ${id === undefined ? sql`` : sql`where id = ${id}`}
    order by id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Streams the usage of several collections in a range: for each its value at the start, then its changes. */
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
