import { sql } from 'kysely'
import type { Tx } from '../kernel/database/database.ts'
import { adjacentAddress, isIpv4 } from './addresses.ts'

/**
 * The free IPv4 addresses of a pool or a subnet, stored as gaps between used ones: the cost of each function does not
 * depend on their number. Callers have locked the row of the pool, or of the subnet's VPC.
 */
export interface AddressSpace {
  gaps: 'ip_pool_gaps' | 'subnet_gaps'
  cursors: 'ip_pool_cursors' | 'subnet_cursors'
  ownerId: string
}
export const addressesOfPool = (id: string): AddressSpace => ({
  gaps: 'ip_pool_gaps',
  cursors: 'ip_pool_cursors',
  ownerId: id,
})
export const addressesOfSubnet = (id: string): AddressSpace => ({
  gaps: 'subnet_gaps',
  cursors: 'subnet_cursors',
  ownerId: id,
})

/**
 * Takes the next free address after the one that was taken last, in rotation: neighbors and servers may still remember
 * the previous owner of one that was just released. Undefined when all are used.
 */
export async function takeNextAddress(tx: Tx, space: AddressSpace): Promise<string | undefined> {
  const { gaps, cursors, ownerId } = space
  const [gapTable, cursorTable] = [sql.table(gaps), sql.table(cursors)]
  const { rows } = await sql<{ ip: string }>`
    (select greatest(gap.first, taken.last + 1) as ip from ${gapTable} gap join ${cursorTable} taken using (owner_id)
      where owner_id = ${ownerId} and gap.last > taken.last order by gap.last limit 1)
    union all
    (select first from ${gapTable} where owner_id = ${ownerId} order by first limit 1)
    limit 1`.execute(tx)
  const ip = rows[0]?.ip
  if (ip === undefined) return undefined
  await takeAddresses(tx, space, ip)
  await tx
    .insertInto(cursors)
    .values({ owner_id: ownerId, last: ip })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ last: ip }))
    .execute()
  return ip
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
