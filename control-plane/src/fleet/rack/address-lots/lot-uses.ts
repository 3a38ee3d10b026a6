import type { AddressLotUse } from '@skerry/contract/fleet/address-lots.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../../kernel/database/database.ts'

/** Largest number of uses of a block in a list. */
const MAX_USES = 20

/** Column types must equal those of the first part: only then does PostgreSQL use the index of each table. */
const uses = sql`
  select used.address_lot_block_id as block_id, 'switch_port_settings'::text as kind, settings.id, settings.name,
    host(used.address) as address, used.address as position
  from switch_port_addresses used join switch_port_settings settings on settings.id = used.port_settings_id
  union all
  select address_lot_block_id, 'loopback_address'::text, id, switch_location, host(address), address from loopback_addresses
  union all
  select used.address_lot_block_id, 'bgp_announce_set'::text, announced.id, announced.name, used.network::text, used.network::inet
  from bgp_announcements used join bgp_announce_sets announced on announced.id = used.announce_set_id`

const usesOfBlock: RawBuilder<AddressLotUse[]> = sql`(
  select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'name', name, 'address', address)
    order by position, name), '[]')
  from (select * from (${uses}) every where block_id = address_lot_blocks.id
    order by position, name limit ${sql.lit(MAX_USES)}) first)`

const countOfUses: RawBuilder<number | bigint> = sql`(
  select count(*) from (${uses}) every where block_id = address_lot_blocks.id)`

/** Blocks of a lot with the uses of their addresses, in one statement. */
export const listedBlocks = (db: Queryable, lotId: string) =>
  db
    .selectFrom('address_lot_blocks')
    .selectAll()
    .select([usesOfBlock.as('uses'), countOfUses.as('use_count')])
    .where('address_lot_id', '=', lotId)

/** Null where a block has more addresses than fit in 64 bits: PostgreSQL cannot subtract these. */
const addressCount: RawBuilder<string | number | bigint | null> = sql`(
  select case when bool_and(family(first) = 4 or network(set_masklen(first, 65)) = network(set_masklen(last, 65)))
    then sum(case when family(first) = 4 or network(set_masklen(first, 65)) = network(set_masklen(last, 65))
      then (last - first)::numeric + 1 end) end
  from address_lot_blocks where address_lot_id = address_lots.id)`

const countIn = (table: 'switch_port_addresses' | 'loopback_addresses' | 'bgp_announcements') => sql<number | bigint>`(
  select count(*) from address_lot_blocks block join ${sql.table(table)} used on used.address_lot_block_id = block.id
  where block.address_lot_id = address_lots.id)`

/** Lots with the numbers of their addresses and of those in use, in one statement. */
export const listedLots = (db: Queryable) =>
  db
    .selectFrom('address_lots')
    .selectAll()
    .select([
      addressCount.as('address_count'),
      countIn('switch_port_addresses').as('port_count'),
      countIn('loopback_addresses').as('loopback_count'),
      countIn('bgp_announcements').as('announced_count'),
    ])

/** Describes one use of a lot, if any. The caller has locked system networking. */
export async function lotUse(tx: Tx, lotId: string): Promise<string | undefined> {
  const { rows } = await sql<AddressLotUse>`
    select kind, name, address from (${uses}) every
    where block_id in (select id from address_lot_blocks where address_lot_id = ${lotId})
    limit 1`.execute(tx)
  const [use] = rows
  return use && textOf(use)
}

function textOf({ kind, name, address }: AddressLotUse): string {
  if (kind === 'switch_port_settings') return `switch port settings "${name}" have its address ${address}`
  if (kind === 'loopback_address') return `loopback address ${address} of ${name} is in it`
  return `BGP announce set "${name}" announces ${address} of it`
}
