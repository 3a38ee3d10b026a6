import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/database.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { findLot } from './address-lots.repo.ts'

/** What has an address of a lot, worded for a person; system networking is held. */
async function userOf(tx: Tx, address: string): Promise<{ what: string; anycast: boolean } | undefined> {
  const { rows } = await sql<{ what: string; anycast: boolean }>`
    select 'a loopback address of ' || switch_location as what, anycast
    from loopback_addresses where address = ${address}::inet
    union all
    select 'switch port settings "' || settings.name || '"', false
    from switch_port_addresses used join switch_port_settings settings on settings.id = used.port_settings_id
    where used.address = ${address}::inet
    limit 1`.execute(tx)
  return rows[0]
}

/**
 * Looks for the block of an address that nothing has; system networking is held.
 * @param options.anycast others may have it too, where theirs is so as well
 * @throws 400 when the lot does not hold the address, or something has it
 */
export async function blockForAddress(
  tx: Tx,
  lot: Row<'address_lots'>,
  address: string,
  options: { anycast?: boolean } = {},
): Promise<Row<'address_lot_blocks'>> {
  const block = await tx
    .selectFrom('address_lot_blocks')
    .selectAll()
    .where('address_lot_id', '=', lot.id)
    .where(sql<boolean>`${address}::inet between first and last`)
    .executeTakeFirst()
  if (!block) throw invalidRequest(`address ${address} is not in address lot "${lot.name}"`)
  const user = await userOf(tx, address)
  if (user && !(options.anycast && user.anycast)) throw invalidRequest(`address ${address} is in use by ${user.what}`)
  return block
}

/** An address lot that a body names. @throws 400 when there is none such */
export async function lotInBody(tx: Tx, nameOrId: string): Promise<Row<'address_lots'>> {
  const lot = await findLot(tx, nameOrId)
  if (!lot) throw invalidRequest(`there is no address lot "${nameOrId}"`)
  return lot
}
