import { sql } from 'kysely'
import type { Finder } from './finder.ts'

/** Number of pools to check, the first by name: the addresses of each are summed up. */
const MAX_POOLS = 1000

/** Pools with more than 90 % of their addresses in use. */
export const findNearlyFullPools: Finder = async ({ db, limit }) => {
  const { rows } = await sql<{ id: string; name: string; free: string; capacity: string }>`
    select id, name, free, capacity
    from (select id, name from ip_pools where is_service = false order by name limit ${MAX_POOLS}) pool,
      lateral (select coalesce(sum(last - first + 1), 0) as capacity from ip_pool_ranges where ip_pool_id = pool.id) ranges,
      lateral (select coalesce(sum(last - first + 1), 0) as free from ip_pool_gaps where owner_id = pool.id) gaps
    where free * 10 < capacity
    order by name
    limit ${limit}`.execute(db)
  return rows.map(({ id, name, free, capacity }) => ({
    kind: 'ip_pool',
    severity: Number(free) === 0 ? 'critical' : 'warning',
    id,
    name,
    message: Number(free) === 0 ? 'No address is free' : `${free} of ${capacity} addresses are free`,
  }))
}

const RESOURCES = [
  ['cpus', 'vCPUs'],
  ['memory', 'memory'],
  ['storage', 'storage'],
] as const

/** Exactly the predicate of a partial index, which PostgreSQL then uses. */
const IS_NEARLY_USED = sql<boolean>`(q.cpus_provisioned > q.cpus * 0.9 or q.memory_provisioned > q.memory * 0.9
  or q.storage_provisioned > q.storage * 0.9)`

/** Silos that use more than 90 % of a quota. */
export const findNearlyUsedQuotas: Finder = async ({ db, limit }) => {
  const rows = await db
    .selectFrom('quotas as q')
    .selectAll('q')
    // Not a join: PostgreSQL overestimates the rows of the index, and would read all silos.
    .select(sql<string>`(select name from silos where id = q.silo_id)`.as('name'))
    .where(IS_NEARLY_USED)
    .orderBy('q.silo_id')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const shares = RESOURCES.flatMap(([key, word]) => {
      const [used, quota] = [Number(row[`${key}_provisioned`]), Number(row[key])]
      return used > quota * 0.9 ? [{ word, share: quota === 0 ? Infinity : used / quota }] : []
    })
    const all = shares.map(({ word, share }) => (share < 1 ? `${Math.floor(share * 100)}% of ${word}` : `all ${word}`))
    return {
      kind: 'quota',
      severity: shares.some(({ share }) => share >= 1) ? 'critical' : 'warning',
      id: row.silo_id,
      name: row.name,
      message: `Uses ${all.join(', ')} of its quota`,
      silo_name: row.name,
    }
  })
}
