import type { AddressLot, AddressLotBlock, addressLots as operations } from '@skerry/contract/fleet/address-lots.ts'
import type { CallAt, Handlers } from '../../kernel/http/call.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { namedView } from '../../kernel/http/named.view.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { requireOnFleet } from '../require-on-fleet.ts'
import { lockNetworking } from '../system-networking/lock.ts'
import { addressLots, blocksOf, deleteLot, findLot, insertLot, lotUse } from './address-lots.repo.ts'

const lotView = (row: Row<'address_lots'>): AddressLot => ({ ...namedView(row), kind: row.kind })

const blockView = ({ id, first, last }: Row<'address_lot_blocks'>): AddressLotBlock => ({
  id,
  first_address: first,
  last_address: last,
})

/** Finds the lot in the path and checks permission. @throws 404, 403 */
async function lotInPath(call: CallAt<'address_lot'>, db: Queryable): Promise<Row<'address_lots'>> {
  const { address_lot: nameOrId } = call.params
  return requireOnFleet(call, 'address-lot', selector(nameOrId), await findLot(db, nameOrId))
}

export const addressLotsOps: Handlers<typeof operations> = {
  networking_address_lot_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, addressLots(call.db), { table: 'address_lots', view: lotView })
  },

  networking_address_lot_create(call) {
    call.access.onFleet()
    return call.transaction(async (tx) => {
      await lockNetworking(tx)
      const { lot, blocks } = await insertLot(tx, call.body, call.now)
      call.target(lot.id)
      return { lot: lotView(lot), blocks: blocks.map(blockView) }
    })
  },

  networking_address_lot_delete(call) {
    return call.transaction(async (tx) => {
      await lotInPath(call, tx)
      await lockNetworking(tx)
      const lot = await lotInPath(call, tx)
      call.target(lot.id)
      const use = await lotUse(tx, lot.id)
      if (use) throw invalidRequest(`address lot "${lot.name}" is in use: ${use}`)
      await deleteLot(tx, lot.id)
    })
  },

  async networking_address_lot_block_list(call) {
    const lot = await lotInPath(call, call.db)
    const blocks = blocksOf(call.db, lot.id)
    return pageOf(call.page, call.sort, blocks, { table: 'address_lot_blocks', view: blockView })
  },
}
