import type { AddressLot, AddressLotBlock, addressLots as operations } from '@skerry/contract/fleet/address-lots.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { invalidRequest } from '../../../kernel/http/errors.ts'
import { namedView } from '../../../kernel/http/named.view.ts'
import { pageOf } from '../../../kernel/http/paging.ts'
import { find } from '../../../kernel/resources/find.ts'
import { lockNetworking } from '../system-networking/lock.ts'
import { addressLots } from './address-lot.resource.ts'
import { deleteLot, insertLot } from './address-lots.repo.ts'
import { listedBlocks, listedLots, lotUse } from './lot-uses.ts'

const lotView = (row: Row<'address_lots'>): AddressLot => ({ ...namedView(row), kind: row.kind })

type ListedLot = Awaited<ReturnType<ReturnType<typeof listedLots>['execute']>>[number]

const listedLotView = (row: ListedLot): AddressLot => ({
  ...lotView(row),
  address_count: row.address_count === null ? null : Number(row.address_count),
  assigned_count: Number(row.port_count) + Number(row.loopback_count),
  announced_count: Number(row.announced_count),
})

const blockView = ({ id, first, last }: Row<'address_lot_blocks'>): AddressLotBlock => ({
  id,
  first_address: first,
  last_address: last,
})

export const addressLotsOps: Handlers<typeof operations> = {
  networking_address_lot_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, listedLots(call.db), { table: 'address_lots', view: listedLotView })
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
      const lot = await find(call, tx, addressLots, call.params.address_lot, { lock: () => lockNetworking(tx) })
      call.target(lot.id)
      const use = await lotUse(tx, lot.id)
      if (use) throw invalidRequest(`address lot "${lot.name}" is in use: ${use}`)
      await deleteLot(tx, lot.id)
    })
  },

  async networking_address_lot_block_list(call) {
    const lot = await find(call, call.db, addressLots, call.params.address_lot)
    return pageOf(call.page, call.sort, listedBlocks(call.db, lot.id), {
      table: 'address_lot_blocks',
      view: ({ uses, use_count, ...block }) => ({ ...blockView(block), uses, use_count: Number(use_count) }),
    })
  },
}
