import { isUuid } from '@skerry/contract/rules/names.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { insufficientCapacity, invalidAddress, notFound, notFoundWhat } from '../../kernel/http/errors.ts'
import { addressesOfPool, takeAddresses, takeNextAddress } from '../free-addresses.repo.ts'

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
 * Locks the pools to allocate from, in the order of their ids. This serializes the allocations in a pool.
 * @param pools names or ids of pools that are linked to the silo; its default pool for null or undefined
 * @returns the pools in the order of the request
 * @throws 404 when one is not linked, or there is no default
 */
export async function lockPools(
  tx: Tx,
  siloId: string,
  pools: readonly (string | null | undefined)[],
): Promise<Row<'ip_pools'>[]> {
  const found: Row<'ip_pools'>[] = []
  for (const pool of pools) {
    const query = pool
      ? linkedTo(tx, siloId).where(byNameOrId(pool), '=', pool)
      : linkedTo(tx, siloId).where('ip_pool_silos.is_default', '=', true)
    const row = await query.executeTakeFirst()
    if (!row) throw pool ? notFound('ip-pool', selector(pool)) : notFoundWhat('default IP pool for this silo')
    found.push(row)
  }
  await lockPoolRows(
    tx,
    found.map(({ id }) => id),
  )
  // A new statement, which sees what earlier lock owners have done to the links.
  const linked = await linkedTo(tx, siloId)
    .where(
      'ip_pools.id',
      'in',
      found.map(({ id }) => id),
    )
    .execute()
  for (const [index, pool] of found.entries())
    if (!linked.some(({ id }) => id === pool.id))
      throw pools[index] ? notFound('ip-pool', selector(pools[index])) : notFoundWhat('default IP pool for this silo')
  return found
}

/** `lockPools` for one pool. */
export async function lockPool(tx: Tx, siloId: string, pool?: string | null): Promise<Row<'ip_pools'>> {
  const [locked] = await lockPools(tx, siloId, [pool])
  return locked!
}

/** Locks the rows of pools in the order of their ids. */
export async function lockPoolRows(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of new Set(ids.toSorted()))
    await tx.selectFrom('ip_pools').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/**
 * Takes the next free address of a pool whose row is locked.
 * @throws 507 when the pool is exhausted
 */
export async function takeNextInPool(tx: Tx, pool: Row<'ip_pools'>): Promise<string> {
  const ip = await takeNextAddress(tx, addressesOfPool(pool.id))
  if (ip === undefined) throw exhausted(pool)
  return ip
}

export const exhausted = (pool: Row<'ip_pools'>) => insufficientCapacity(`no address is left in IP pool "${pool.name}"`)

/**
 * Takes a requested address of a pool whose row is locked.
 * @param projectId the project of the request; the message names the owner of a used address only in this project
 * @throws 400 when the pool does not have it or it is in use
 */
export async function takeInPool(tx: Tx, pool: Row<'ip_pools'>, ip: string, projectId: string): Promise<string> {
  const range = await tx
    .selectFrom('ip_pool_ranges')
    .select('id')
    .where('ip_pool_id', '=', pool.id)
    .where('first', '<=', ip)
    .where('last', '>=', ip)
    .executeTakeFirst()
  // Covers all IPv6 addresses too: pools have only IPv4 ranges.
  if (!range) throw invalidAddress(ip, `is not in IP pool "${pool.name}"`)
  if (await takeAddresses(tx, addressesOfPool(pool.id), ip)) return ip
  const holder = await holderInProject(tx, projectId, ip)
  throw invalidAddress(ip, `is in use${holder ? ` by ${holder}` : ''}`)
}

/** Describes the owner of an address for a message; undefined when it is in another project. */
async function holderInProject(tx: Tx, projectId: string, ip: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('external_ips')
    .leftJoin('instances', 'instances.id', 'external_ips.instance_id')
    .leftJoin('probes', 'probes.id', 'external_ips.probe_id')
    .select(['external_ips.name as floating_ip', 'instances.name as instance', 'probes.name as probe'])
    .where('external_ips.ip', '=', ip)
    .where('external_ips.project_id', '=', projectId)
    .orderBy('kind')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.floating_ip !== null) return `floating IP "${row.floating_ip}"`
  return row.probe === null ? `instance "${row.instance}"` : `probe "${row.probe}"`
}
