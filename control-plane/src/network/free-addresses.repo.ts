import { sql } from 'kysely'
import type { Tx } from '../kernel/database/database.ts'
import { adjacentAddress, isIpv4 } from './addresses.ts'

/**
 * The free IPv4 addresses of a pool or a subnet, stored as gaps between used ones: the cost of each function does not
 * depend on their number. Callers have locked the row of the pool, or of the subnet's VPC.
 */
export interface AddressSpace {
  gaps: 'ip_pool_gaps' | 'subnet_gaps'
  ownerId: string
}
export const addressesOfPool = (id: string): AddressSpace => ({ gaps: 'ip_pool_gaps', ownerId: id })
export const addressesOfSubnet = (id: string): AddressSpace => ({ gaps: 'subnet_gaps', ownerId: id })

/** The lowest free address, without taking it; undefined when all are used. */
export async function lowestFree(tx: Tx, { gaps, ownerId }: AddressSpace): Promise<string | undefined> {
  const gap = await tx
    .selectFrom(gaps)
    .select('first')
    .where('owner_id', '=', ownerId)
    .orderBy('first')
    .limit(1)
    .executeTakeFirst()
  return gap?.first
}

/** Takes a range of addresses. Returns false and takes none when one of them is in use. */
export async function takeAddresses(tx: Tx, { gaps, ownerId }: AddressSpace, first: string, last = first) {
  if (!isIpv4(first) || !isIpv4(last)) return false
  const table = sql.table(gaps)
  const [before, after] = [adjacentAddress(first, -1), adjacentAddress(last, 1)]
  const { rows } = await sql<{ taken: boolean }>`
    with around as (
      select first, last from ${table} where owner_id = ${ownerId} and first <= ${first}::inet
      order by first desc limit 1
    ), removed as (
      delete from ${table} gap using around
      where gap.owner_id = ${ownerId} and gap.first = around.first and around.last >= ${last}::inet
      returning gap.first, gap.last
    ), pieces as (
      insert into ${table} (owner_id, first, last)
      select ${ownerId}::uuid, first, ${before}::inet from removed where first < ${first}::inet
      union all
      select ${ownerId}::uuid, ${after}::inet, last from removed where last > ${last}::inet
    )
    select exists (select 1 from removed) as taken`.execute(tx)
  return rows[0]!.taken
}

/** Frees used addresses, or adds those of a new range, and merges them with adjacent gaps. */
export async function freeAddresses(
  tx: Tx,
  { gaps, ownerId }: AddressSpace,
  first: string,
  last = first,
): Promise<void> {
  const table = sql.table(gaps)
  const [before, after] = [adjacentAddress(first, -1), adjacentAddress(last, 1)]
  await sql`
    with below as (delete from ${table} where owner_id = ${ownerId} and last = ${before}::inet returning first),
      above as (delete from ${table} where owner_id = ${ownerId} and first = ${after}::inet returning last)
    insert into ${table} (owner_id, first, last)
    select ${ownerId}, coalesce((select first from below), ${first}::inet),
      coalesce((select last from above), ${last}::inet)`.execute(tx)
}
