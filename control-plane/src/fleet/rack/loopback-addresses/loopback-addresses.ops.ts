import type { LoopbackAddress, loopbackAddresses as operations } from '@skerry/contract/fleet/loopback-addresses.ts'
import { maskProblem } from '@skerry/contract/rules/loopback-addresses.ts'
import { selector } from '../../../kernel/access/scope.ts'
import type { Queryable, Tx } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { invalidAddress, invalidRequest, notFound, notFoundWhat } from '../../../kernel/http/errors.ts'
import { pageOf } from '../../../kernel/http/paging.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import { findRack } from '../../racks/racks.repo.ts'
import { findLot, lotNameOf } from '../address-lots/address-lots.repo.ts'
import { blocksForAddresses } from '../address-lots/lot-addresses.ts'
import { switchLocation } from '../system-networking/location.ts'
import { changeNetworking } from '../system-networking/lock.ts'

const loopbacks = (db: Queryable) => db.selectFrom('loopback_addresses').selectAll('loopback_addresses')

const listedLoopbacks = (db: Queryable) => loopbacks(db).select(lotNameOf('loopback_addresses').as('address_lot_name'))

const loopbackView = (row: Row<'loopback_addresses'> & { address_lot_name: string }): LoopbackAddress => ({
  id: row.id,
  address: `${row.address}/${row.mask}`,
  address_lot_block_id: row.address_lot_block_id,
  address_lot_name: row.address_lot_name,
  rack_id: row.rack_id,
  switch_location: row.switch_location,
})

/** Identifies a loopback address. */
interface LoopbackKey {
  rack_id: string
  switch_location: Row<'loopback_addresses'>['switch_location']
  address: string
}

const findLoopback = (db: Queryable, { rack_id, switch_location, address }: LoopbackKey) =>
  loopbacks(db)
    .where('rack_id', '=', rack_id)
    .where('switch_location', '=', switch_location)
    .where('address', '=', address)
    .executeTakeFirst()

async function insertLoopback(
  tx: Tx,
  row: LoopbackKey & { mask: number; anycast: boolean; address_lot_block_id: string },
  now: Date,
): Promise<Row<'loopback_addresses'>> {
  if (await findLoopback(tx, row))
    throw invalidAddress(row.address, `is in use by a loopback address of ${row.switch_location}`)
  return tx
    .insertInto('loopback_addresses')
    .values({ id: randomId(), ...row, time_created: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const loopbackAddressesOps: Handlers<typeof operations> = {
  networking_loopback_address_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, listedLoopbacks(call.db), { table: 'loopback_addresses', view: loopbackView })
  },

  networking_loopback_address_create(call) {
    call.access.onFleet()
    const { address, address_lot, anycast, mask, rack_id } = call.body
    const switch_location = switchLocation(call.body.switch_location)
    const problem = maskProblem(address, mask)
    if (problem) throw invalidRequest(problem).concerning({ field: 'mask' })
    return call.transaction(async (tx) => {
      if (!(await findRack(tx, rack_id))) throw notFound('rack', { id: rack_id })
      await changeNetworking(tx, call.services)
      const lot = await findLot(tx, address_lot)
      if (!lot) throw notFound('address-lot', selector(address_lot))
      const [block] = await blocksForAddresses(tx, [{ lot, address }], { anycast })
      const key = { rack_id, switch_location, address }
      const row = await insertLoopback(tx, { ...key, mask, anycast, address_lot_block_id: block! }, call.now)
      call.target(row.id)
      return loopbackView({ ...row, address_lot_name: lot.name })
    })
  },

  networking_loopback_address_delete(call) {
    const { rack_id, address, subnet_mask } = call.params
    const hidden = () => notFoundWhat(`loopback-address ${address}/${subnet_mask}`)
    call.access.onFleet(hidden)
    const switch_location = switchLocation(call.params.switch_location)
    return call.transaction(async (tx) => {
      await changeNetworking(tx, call.services)
      const row = await findLoopback(tx, { rack_id, switch_location, address })
      if (row?.mask !== subnet_mask) throw hidden()
      call.target(row.id)
      await tx.deleteFrom('loopback_addresses').where('id', '=', row.id).execute()
    })
  },
}
