import type { AddressLotCreate } from '@skerry/contract/fleet/address-lots.ts'
import { type AddressRange, blocksProblem } from '@skerry/contract/rules/address-lots.ts'
import { isUuid } from '@skerry/contract/rules/names.ts'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../kernel/database/database.ts'
import { throwIfTaken } from '../../../kernel/database/names.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import { invalidRequest } from '../../../kernel/http/errors.ts'
import { randomId } from '../../../kernel/values/uuid.ts'

type Block = Row<'address_lot_blocks'>

export const findLot = (db: Queryable, nameOrId: string): Promise<Row<'address_lots'> | undefined> =>
  db
    .selectFrom('address_lots')
    .selectAll()
    .where(isUuid(nameOrId) ? 'id' : 'name', '=', nameOrId)
    .executeTakeFirst()

/**
 * The name of the lot of a row's block. With a subquery a list is still read in the order of its index; with a join it
 * is not.
 */
export const lotNameOf = (table: 'bgp_announcements' | 'loopback_addresses') =>
  sql<string>`(select lot.name from address_lot_blocks block join address_lots lot
    on lot.id = block.address_lot_id where block.id = ${sql.ref(`${table}.address_lot_block_id`)})`

/**
 * Inserts a lot with its blocks. The caller has locked system networking.
 * @throws 400 when the name is taken, or a block is invalid or overlaps a block of any lot
 */
export async function insertLot(
  tx: Tx,
  { name, description, kind, blocks }: AddressLotCreate,
  now: Date,
): Promise<{ lot: Row<'address_lots'>; blocks: Block[] }> {
  const ranges = blocks.map(({ first_address: first, last_address: last }) => ({ first, last }))
  const problem = blocksProblem(ranges)
  if (problem) throw invalidRequest(problem)
  const lot = await tx
    .insertInto('address_lots')
    .values({ id: randomId(), name, description, kind, time_created: now, time_modified: now })
    .returningAll()
    .$call(throwIfTaken('address-lot', name))
  return { lot, blocks: ranges.length ? await insertBlocks(tx, lot.id, ranges) : [] }
}

async function insertBlocks(tx: Tx, lotId: string, ranges: readonly AddressRange[]): Promise<Block[]> {
  const rows = ranges.map((block) => ({ id: randomId(), address_lot_id: lotId, ...block }))
  const inserted = await tx
    .insertInto('address_lot_blocks')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
  const byId = new Map(inserted.map((block) => [block.id, block]))
  const overlapping = rows.find(({ id }) => !byId.has(id))
  if (overlapping) await refuseOverlap(tx, overlapping)
  return rows.map(({ id }) => byId.get(id)!)
}

async function refuseOverlap(tx: Tx, { first, last }: AddressRange): Promise<never> {
  const other = await tx
    .selectFrom('address_lot_blocks')
    .innerJoin('address_lots', 'address_lots.id', 'address_lot_blocks.address_lot_id')
    .select(['first', 'last', 'address_lots.name'])
    .where(sql<boolean>`inet_range(first, last, '[]') && inet_range(${first}::inet, ${last}::inet, '[]')`)
    .limit(1)
    .executeTakeFirstOrThrow()
  throw invalidRequest(
    `block ${first}-${last} overlaps ${other.first}-${other.last} of address lot "${other.name}"`,
  ).concerning({ given: { name: 'first_address', value: first } })
}

/** Also deletes its blocks. */
export async function deleteLot(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('address_lots').where('id', '=', id).execute()
}
