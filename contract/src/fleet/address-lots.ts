import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { identity, ipAddress, NameOrId, newIdentity, uuid } from '../values.ts'

export const AddressLotKind = z.enum(['infra', 'pool']).meta({ id: 'AddressLotKind' })
export type AddressLotKind = z.infer<typeof AddressLotKind>

export const AddressLot = z.object({ ...identity, kind: AddressLotKind }).meta({ id: 'AddressLot' })
export type AddressLot = z.infer<typeof AddressLot>

export const AddressLotBlock = z
  .object({ id: uuid, first_address: ipAddress, last_address: ipAddress })
  .meta({ id: 'AddressLotBlock' })
export type AddressLotBlock = z.infer<typeof AddressLotBlock>

export const AddressLotBlockCreate = z
  .object({ first_address: ipAddress, last_address: ipAddress })
  .meta({ id: 'AddressLotBlockCreate' })
export type AddressLotBlockCreate = z.infer<typeof AddressLotBlockCreate>

export const AddressLotCreate = z
  .object({ ...newIdentity, blocks: z.array(AddressLotBlockCreate), kind: AddressLotKind })
  .meta({ id: 'AddressLotCreate' })
export type AddressLotCreate = z.infer<typeof AddressLotCreate>

export const AddressLotCreateResponse = z
  .object({ blocks: z.array(AddressLotBlock), lot: AddressLot })
  .meta({ id: 'AddressLotCreateResponse' })
export type AddressLotCreateResponse = z.infer<typeof AddressLotCreateResponse>

export const addressLots = defineOperations({
  networking_address_lot_list: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/address-lot',
    query: page(NameOrIdSortMode),
    paginated: true,
    answer: [200, resultsPage(AddressLot)],
  },
  networking_address_lot_create: {
    tag: 'system/networking',
    method: 'post',
    path: '/v1/system/networking/address-lot',
    body: AddressLotCreate,
    answer: [201, AddressLotCreateResponse],
  },
  networking_address_lot_delete: {
    tag: 'system/networking',
    method: 'delete',
    path: '/v1/system/networking/address-lot/{address_lot}',
    params: z.object({ address_lot: NameOrId }),
    answer: [204],
  },
  networking_address_lot_block_list: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/address-lot/{address_lot}/blocks',
    params: z.object({ address_lot: NameOrId }),
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(AddressLotBlock)],
  },
})
