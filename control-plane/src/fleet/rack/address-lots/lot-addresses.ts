import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import { invalidAddress } from '../../../kernel/http/errors.ts'

/** An existing use of an address. */
interface AddressUse {
  address: string
  what: string
  anycast: boolean
}

/** Uses of these addresses, by address. The caller has locked system networking. */
async function usesOf(tx: Tx, addresses: readonly string[]): Promise<Map<string, AddressUse>> {
  const { rows } = await sql<AddressUse>`
    select host(address) as address, 'a loopback address of ' || switch_location as what, anycast
    from loopback_addresses where address = any(${addresses}::inet[])
    union all
    select host(address), 'switch port settings "' || settings.name || '"', false
    from switch_port_addresses used join switch_port_settings settings on settings.id = used.port_settings_id
    where used.address = any(${addresses}::inet[])`.execute(tx)
  return new Map(rows.map((use) => [use.address, use]))
}

/** An address to use from a lot. */
export interface LotAddress {
  lot: Row<'address_lots'>
  address: string
}

/**
 * The blocks of unused addresses, in the same order, with two statements in total. The caller has locked system
 * networking.
 * @param options.anycast several uses may share an address if all are anycast
 * @throws 400 when an address is outside its lot, in use, or given twice
 */
export async function blocksForAddresses(
  tx: Tx,
  requested: readonly LotAddress[],
  options: { anycast?: boolean } = {},
): Promise<string[]> {
  const addresses = requested.map(({ address }) => address)
  const { rows } = await sql<{ position: string; block: string }>`
    select position, block.id as block
    from unnest(${requested.map(({ lot }) => lot.id)}::uuid[], ${addresses}::inet[]) with ordinality
        as requested (lot, address, position)
      join address_lot_blocks block on block.address_lot_id = requested.lot and requested.address between first and last`.execute(
    tx,
  )
  const blocks = new Map(rows.map(({ position, block }) => [Number(position) - 1, block]))
  const uses = await usesOf(tx, addresses)
  const seen = new Set<string>()
  return requested.map(({ lot, address }, index) => {
    const block = blocks.get(index)
    if (block === undefined) throw invalidAddress(address, `is not in address lot "${lot.name}"`)
    const use = uses.get(address)
    if (use && !(options.anycast && use.anycast)) throw invalidAddress(address, `is in use by ${use.what}`)
    if (seen.has(address)) throw invalidAddress(address, 'is given twice')
    seen.add(address)
    return block
  })
}
