import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { identity, ipAddress, NameOrId, newIdentity, uint, uuid } from '../values.ts'

export const AddressLotKind = z.enum(['infra', 'pool']).meta({ id: 'AddressLotKind' })
export type AddressLotKind = z.infer<typeof AddressLotKind>

export const AddressLot = z
  .object({
    ...identity,
    kind: AddressLotKind,
    /** Number of its addresses; null if there are too many to count. In lists. Beyond the wire contract. */
    address_count: z.number().nullish(),
    /** Number of those that switch ports and loopback addresses have. In lists. Beyond the wire contract. */
    assigned_count: uint.optional(),
    /** Number of networks in it that are announced. In lists. Beyond the wire contract. */
    announced_count: uint.optional(),
  })
  .meta({ id: 'AddressLot' })
export type AddressLot = z.infer<typeof AddressLot>

/** What has an address of a block, or announces a network of it. */
export const AddressLotUse = z
  .object({
    kind: z.enum(['bgp_announce_set', 'loopback_address', 'switch_port_settings']),
    id: uuid,
    /** Of a loopback address, its switch. */
    name: z.string(),
    /** The address or network. */
    address: z.string(),
  })
  .meta({ id: 'AddressLotUse' })
export type AddressLotUse = z.infer<typeof AddressLotUse>

export const AddressLotBlock = z
  .object({
    id: uuid,
    first_address: ipAddress,
    last_address: ipAddress,
    /** The first 20 by address. In lists. Beyond the wire contract. */
    uses: z.array(AddressLotUse).optional(),
    use_count: uint.optional(),
  })
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
