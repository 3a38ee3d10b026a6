import { isUuid } from '@skerry/contract/rules/names.ts'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database.ts'
import { insufficientCapacity, invalidRequest, notFound, notFoundWhat } from '../../kernel/errors.ts'
import { selector } from '../../kernel/scope.ts'
import type { Row } from '../../kernel/tables.ts'

const byNameOrId = (pool: string) => (isUuid(pool) ? 'ip_pools.id' : 'ip_pools.name')

const linkedTo = (db: Queryable, siloId: string) =>
  db
    .selectFrom('ip_pools')
    .innerJoin('ip_pool_silos', 'ip_pool_silos.ip_pool_id', 'ip_pools.id')
    .selectAll('ip_pools')
    .where('silo_id', '=', siloId)

/** A pool that is linked to the silo. @throws 404 when it is not */
export async function linkedPool(db: Queryable, siloId: string, pool: string): Promise<Row<'ip_pools'>> {
  const row = await linkedTo(db, siloId).where(byNameOrId(pool), '=', pool).executeTakeFirst()
  if (!row) throw notFound('ip-pool', selector(pool))
  return row
}

/**
 * The pool to take an address from, held until the transaction ends: allocations in one pool come one after the other.
 * @param pool name or id of a pool that is linked to the silo; its default pool when absent
 * @throws 404 when it is not linked, or there is no default
 */
export async function lockPool(tx: Tx, siloId: string, pool?: string | null): Promise<Row<'ip_pools'>> {
  const query = pool
    ? linkedTo(tx, siloId).where(byNameOrId(pool), '=', pool)
    : linkedTo(tx, siloId).where('ip_pool_silos.is_default', '=', true)
  const row = await query.forNoKeyUpdate(['ip_pools', 'ip_pool_silos']).executeTakeFirst()
  if (row) return row
  throw pool ? notFound('ip-pool', selector(pool)) : notFoundWhat('default IP pool for this silo')
}

/**
 * The lowest address of a pool that nothing uses: the first of a range or the one after a used one.
 * @throws 507 when there is none
 */
export async function lowestFreeAddress(tx: Tx, pool: Row<'ip_pools'>): Promise<string> {
  const { rows } = await sql<{ ip: string }>`
    select host(candidate) as ip from (
      select first as candidate from ip_pool_ranges where ip_pool_id = ${pool.id}
      union all
      select used.ip + 1 from external_ips used
        join ip_pool_ranges range
          on range.ip_pool_id = ${pool.id} and used.ip >= range.first and used.ip < range.last
        where used.ip_pool_id = ${pool.id}
    ) candidates
    where not exists (select 1 from external_ips taken where taken.ip = candidate)
    order by candidate limit 1`.execute(tx)
  const found = rows[0]
  if (!found) throw insufficientCapacity(`no address is left in IP pool "${pool.name}"`)
  return found.ip
}

/**
 * A certain address of a pool whose row is held.
 * @throws 400 when the pool does not have it or something uses it
 */
export async function certainAddress(tx: Tx, pool: Row<'ip_pools'>, ip: string): Promise<string> {
  const { rows } = await sql<{ present: boolean; taken: boolean }>`
    select exists (select 1 from ip_pool_ranges
        where ip_pool_id = ${pool.id} and first <= ${ip}::inet and last >= ${ip}::inet) as present,
      exists (select 1 from external_ips where ip = ${ip}::inet) as taken`.execute(tx)
  if (!rows[0]!.present) throw invalidRequest(`address ${ip} is not in IP pool "${pool.name}"`)
  if (rows[0]!.taken) throw invalidRequest(`address ${ip} is in use`)
  return ip
}
