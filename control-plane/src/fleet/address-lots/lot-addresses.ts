import { sql } from 'kysely'
import { isUuid } from '@skerry/contract/rules/names.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { addressLots } from './address-lots.repo.ts'

interface Holder {
  address: string
  what: string
  anycast: boolean
}

/** What has addresses of lots, in words, by address; system networking is held. */
async function holdersOf(tx: Tx, addresses: readonly string[]): Promise<Map<string, Holder>> {
  const { rows } = await sql<Holder>`
    select host(address) as address, 'a loopback address of ' || switch_location as what, anycast
    from loopback_addresses where address = any(${addresses}::inet[])
    union all
    select host(address), 'switch port settings "' || settings.name || '"', false
    from switch_port_addresses used join switch_port_settings settings on settings.id = used.port_settings_id
    where used.address = any(${addresses}::inet[])`.execute(tx)
  return new Map(rows.map((holder) => [holder.address, holder]))
}

/** An address to be taken from a lot. */
export interface LotAddress {
  lot: Row<'address_lots'>
  address: string
}

/**
 * The blocks of addresses that nothing has, in their order, in two statements however many there are; system networking
 * is held.
 * @param options.anycast others may have them too, where theirs are so as well
 * @throws 400 when a lot does not hold its address, something has it, or it is there twice
 */
export async function blocksForAddresses(
  tx: Tx,
  asked: readonly LotAddress[],
  options: { anycast?: boolean } = {},
): Promise<string[]> {
  const addresses = asked.map(({ address }) => address)
  const { rows } = await sql<{ position: string; block: string }>`
    select position, block.id as block
    from unnest(${asked.map(({ lot }) => lot.id)}::uuid[], ${addresses}::inet[]) with ordinality
        as asked (lot, address, position)
      join address_lot_blocks block on block.address_lot_id = asked.lot and asked.address between first and last`.execute(
    tx,
  )
  const blocks = new Map(rows.map(({ position, block }) => [Number(position) - 1, block]))
  const holders = await holdersOf(tx, addresses)
  const seen = new Set<string>()
  return asked.map(({ lot, address }, index) => {
    const block = blocks.get(index)
    if (block === undefined) throw invalidRequest(`address ${address} is not in address lot "${lot.name}"`)
    const holder = holders.get(address)
    if (holder && !(options.anycast && holder.anycast))
      throw invalidRequest(`address ${address} is in use by ${holder.what}`)
    if (seen.has(address)) throw invalidRequest(`address ${address} is in use: it is there twice`)
    seen.add(address)
    return block
  })
}

/** Address lots that a body names, by what it calls them. @throws 400 when one is not there */
export async function lotsInBody(
  tx: Tx,
  namesOrIds: readonly string[],
): Promise<(nameOrId: string) => Row<'address_lots'>> {
  const asked = [...new Set(namesOrIds)]
  const rows = await addressLots(tx)
    .where((lot) =>
      lot.or([
        lot('id', '=', sql<string>`any(${asked.filter(isUuid)}::uuid[])`),
        lot('name', '=', sql<string>`any(${asked.filter((each) => !isUuid(each))}::text[])`),
      ]),
    )
    .execute()
  const lots = new Map(rows.flatMap((row) => [[row.id, row] as const, [row.name, row] as const]))
  return (nameOrId) => {
    const lot = lots.get(nameOrId)
    if (!lot) throw invalidRequest(`there is no address lot "${nameOrId}"`)
    return lot
  }
}
