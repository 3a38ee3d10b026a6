import type { IpRange } from '@skerry/contract/network/ip-pools.ts'
import { poolRangeProblem } from '@skerry/contract/rules/special-networks.ts'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { invalidRequest } from '../../kernel/http/errors.ts'
import type { Page } from '../../kernel/http/paging.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { addressesOfPool, freeAddresses, takeAddresses } from '../free-addresses.repo.ts'
import { rangeView } from './ip-pool.view.ts'

/** One page of a pool's ranges, by their first address. */
export async function rangesPage(db: Queryable, page: Page, poolId: string) {
  const after = page.after?.[0]
  const rows = await db
    .selectFrom('ip_pool_ranges')
    .selectAll()
    .where('ip_pool_id', '=', poolId)
    .$if(after !== undefined, (query) => query.where(sql<boolean>`first > ${after}::inet`))
    .orderBy('first')
    .limit(page.limit + 1)
    .execute()
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(rangeView),
    next_page: rows.length > page.limit && last ? page.tokenAfter([last.first]) : null,
  }
}

/** The lowest range; undefined when the pool has none. */
export const firstRange = (tx: Tx, poolId: string): Promise<Row<'ip_pool_ranges'> | undefined> =>
  tx
    .selectFrom('ip_pool_ranges')
    .selectAll()
    .where('ip_pool_id', '=', poolId)
    .orderBy('first')
    .limit(1)
    .executeTakeFirst()

/**
 * Adds a range to a pool whose row is locked.
 * @throws 400 when the range is reversed, is IPv6, has non-host addresses, or overlaps a range of any pool
 */
export async function addRange(tx: Tx, poolId: string, { first, last }: IpRange, now: Date) {
  const problem = poolRangeProblem(first, last)
  if (problem) throw invalidRequest(problem)
  // Serializes additions to all pools, since ranges must not overlap across pools.
  await sql`lock table ip_pool_ranges in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ overlap: string }>`
    select host(first) || '-' || host(last) as overlap from ip_pool_ranges
    where first <= ${last}::inet and last >= ${first}::inet limit 1`.execute(tx)
  if (rows[0])
    throw invalidRequest(`the range ${first}-${last} overlaps ${rows[0].overlap}`).concerning({ field: 'first' })
  await freeAddresses(tx, addressesOfPool(poolId), first, last)
  return tx
    .insertInto('ip_pool_ranges')
    .values({ id: randomId(), ip_pool_id: poolId, first, last, time_created: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Removes a range from a pool whose row is locked.
 * @throws 400 when the pool has no range with exactly these ends, or an address in it is in use
 */
export async function removeRange(tx: Tx, poolId: string, { first, last }: IpRange): Promise<Row<'ip_pool_ranges'>> {
  const range = await tx
    .selectFrom('ip_pool_ranges')
    .selectAll()
    .where('ip_pool_id', '=', poolId)
    .where('first', '=', first)
    .where('last', '=', last)
    .executeTakeFirst()
  if (!range) throw invalidRequest(`the pool has no range ${first}-${last}`)
  if (!(await takeAddresses(tx, addressesOfPool(poolId), first, last))) {
    const used = await tx
      .selectFrom('external_ips')
      .select('ip')
      .where('ip_pool_id', '=', poolId)
      .where('ip', '>=', first)
      .where('ip', '<=', last)
      .orderBy('ip')
      .limit(1)
      .executeTakeFirstOrThrow()
    throw invalidRequest(`address ${used.ip} of the range ${first}-${last} is in use`)
  }
  await tx.deleteFrom('ip_pool_ranges').where('id', '=', range.id).execute()
  return range
}
