import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, page, resultsPage } from '../paging.ts'
import { ipAddress, IpNet, Name, NameOrId, uint8, uuid } from '../values.ts'

export const LoopbackAddress = z
  .object({
    id: uuid,
    address: IpNet,
    address_lot_block_id: uuid,
    /** The lot of the block. Beyond the wire contract. */
    address_lot_name: Name.optional(),
    rack_id: uuid,
    switch_location: z.string(),
  })
  .meta({ id: 'LoopbackAddress' })
export type LoopbackAddress = z.infer<typeof LoopbackAddress>

export const LoopbackAddressCreate = z
  .object({
    address: ipAddress,
    address_lot: NameOrId,
    anycast: z.boolean(),
    mask: uint8,
    rack_id: uuid,
    switch_location: Name,
  })
  .meta({ id: 'LoopbackAddressCreate' })
export type LoopbackAddressCreate = z.infer<typeof LoopbackAddressCreate>

export const loopbackAddresses = defineOperations({
  networking_loopback_address_list: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/loopback-address',
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(LoopbackAddress)],
  },
  networking_loopback_address_create: {
    tag: 'system/networking',
    method: 'post',
    path: '/v1/system/networking/loopback-address',
    body: LoopbackAddressCreate,
    answer: [201, LoopbackAddress],
  },
  networking_loopback_address_delete: {
    tag: 'system/networking',
    method: 'delete',
    path: '/v1/system/networking/loopback-address/{rack_id}/{switch_location}/{address}/{subnet_mask}',
    params: z.object({ rack_id: uuid, switch_location: Name, address: ipAddress, subnet_mask: uint8 }),
    answer: [204],
  },
})
