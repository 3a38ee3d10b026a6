import { wholeListQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const lotsSource: ListSource<'networkingAddressLotList'> = { method: 'networkingAddressLotList' }

/** All lots: the API views none alone, and forms choose one. */
export const lotsQuery = wholeListQuery('networkingAddressLotList')

export const blocksSource = (lot: string): ListSource<'networkingAddressLotBlockList'> => ({
  method: 'networkingAddressLotBlockList',
  path: { addressLot: lot },
  sorts: ['id_ascending'],
})

export const lotPath = (lot: string): Path => pathTo('/system/networking/address-lots/$lot', { lot })
