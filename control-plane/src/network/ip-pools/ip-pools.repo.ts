import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { requireFreeName, throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Services } from '../../kernel/services/services.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { vpcsWithPool } from '../internet-gateways/internet-gateways.repo.ts'
import { declareLater } from '../vpcs/vpcs-declare.saga.ts'
import { ipPools } from './ip-pool.resource.ts'

/** All pools except the service pool. */
const ordinaryPools = (db: Queryable) => db.selectFrom('ip_pools').selectAll().where('is_service', '=', false)

export const poolsOfSilo = (db: Queryable, siloId: string) =>
  db
    .selectFrom('ip_pools')
    .innerJoin('ip_pool_silos', 'ip_pool_silos.ip_pool_id', 'ip_pools.id')
    .selectAll('ip_pools')
    .select('ip_pool_silos.is_default')
    .where('ip_pool_silos.silo_id', '=', siloId)

export async function servicePool(db: Queryable, options: { lock?: boolean } = {}): Promise<Row<'ip_pools'>> {
  const query = db.selectFrom('ip_pools').selectAll().where('is_service', '=', true)
  return (options.lock ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

export const insertPool = (
  tx: Tx,
  { name, description }: { name: string; description: string },
  now: Date,
): Promise<Row<'ip_pools'>> =>
  tx
    .insertInto('ip_pools')
    .values({ id: randomId(), name, description, time_created: now, time_modified: now })
    .returningAll()
    .$call(throwIfTaken('ip-pool', name))

/** Blocks the creation and update of pools until the transaction ends, but not allocations from them. */
export const lockPoolsTable = (tx: Tx): Promise<unknown> =>
  sql`lock table ip_pools in share row exclusive mode`.execute(tx)

export async function updatePool(
  tx: Tx,
  id: string,
  fields: { name: string | undefined; description: string | undefined },
  now: Date,
): Promise<Row<'ip_pools'>> {
  await requireFreeName(tx, ipPools, id, fields.name)
  return tx
    .updateTable('ip_pools')
    .set({ ...fields, time_modified: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes its links and gateway attachments too. Its row is locked. */
export async function deletePool(tx: Tx, services: Pick<Services, 'sagas'>, id: string): Promise<void> {
  const affected = await vpcsWithPool(tx, id).execute()
  await declareLater(
    tx,
    services,
    affected.map((vpc) => vpc.id),
  )
  await tx.deleteFrom('ip_pools').where('id', '=', id).execute()
}

export interface PoolUtilization {
  ipv4_allocated: number
  ipv4_capacity: number
}

/** IPv4 addresses in use and in the ranges. An address that several instances share counts once. */
const allocated = sql<number>`
    (select count(*) from (select distinct ip from external_ips where ip_pool_id = ip_pools.id) used)::int8`
const capacity = sql<number>`
    (select coalesce(sum(last - first + 1), 0) from ip_pool_ranges where ip_pool_id = ip_pools.id)::int8`

/** Adds the utilization in the same statement, as does `listedPoolsOfSilo`. */
export const listedPools = (db: Queryable) =>
  ordinaryPools(db).select([allocated.as('ipv4_allocated'), capacity.as('ipv4_capacity')])

export const listedPoolsOfSilo = (db: Queryable, siloId: string) =>
  poolsOfSilo(db, siloId).select([allocated.as('ipv4_allocated'), capacity.as('ipv4_capacity')])

export const utilizationOf = (db: Queryable, poolId: string): Promise<PoolUtilization> =>
  listedPools(db).where('id', '=', poolId).executeTakeFirstOrThrow()
