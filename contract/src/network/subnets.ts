import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { changedIdentity, identity, Ipv4Net, Ipv6Net, NameOrId, newIdentity, uint, uuid } from '../values.ts'
import { InstanceNetworkInterface } from './network-interfaces.ts'

export const VpcSubnet = z
  .object({
    ...identity,
    custom_router_id: uuid.nullish(),
    ipv4_block: Ipv4Net,
    ipv6_block: Ipv6Net,
    /** Only in lists. Saves a request per subnet. */
    network_interface_count: uint.optional(),
    vpc_id: uuid,
  })
  .meta({ id: 'VpcSubnet' })
export type VpcSubnet = z.infer<typeof VpcSubnet>

export const VpcSubnetCreate = z
  .object({ ...newIdentity, custom_router: NameOrId.nullish(), ipv4_block: Ipv4Net, ipv6_block: Ipv6Net.nullish() })
  .meta({ id: 'VpcSubnetCreate' })
export type VpcSubnetCreate = z.infer<typeof VpcSubnetCreate>

export const VpcSubnetUpdate = z
  .object({ ...changedIdentity, custom_router: NameOrId.nullish() })
  .meta({ id: 'VpcSubnetUpdate' })
export type VpcSubnetUpdate = z.infer<typeof VpcSubnetUpdate>

export const subnets = defineOperations({
  vpc_subnet_list: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/vpc-subnets',
    query: page(NameOrIdSortMode, { project: NameOrId.optional(), vpc: NameOrId.optional() }),
    firstPage: ['vpc'],
    paginated: true,
    answer: [200, resultsPage(VpcSubnet)],
  },
  vpc_subnet_create: {
    tag: 'vpcs',
    method: 'post',
    path: '/v1/vpc-subnets',
    query: z.object({ project: NameOrId.optional(), vpc: NameOrId }),
    body: VpcSubnetCreate,
    answer: [201, VpcSubnet],
  },
  vpc_subnet_view: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/vpc-subnets/{subnet}',
    params: z.object({ subnet: NameOrId }),
    query: z.object({ project: NameOrId.optional(), vpc: NameOrId.optional() }),
    answer: [200, VpcSubnet],
  },
  vpc_subnet_update: {
    tag: 'vpcs',
    method: 'put',
    path: '/v1/vpc-subnets/{subnet}',
    params: z.object({ subnet: NameOrId }),
    query: z.object({ project: NameOrId.optional(), vpc: NameOrId.optional() }),
    body: VpcSubnetUpdate,
    answer: [200, VpcSubnet],
  },
  vpc_subnet_delete: {
    tag: 'vpcs',
    method: 'delete',
    path: '/v1/vpc-subnets/{subnet}',
    params: z.object({ subnet: NameOrId }),
    query: z.object({ project: NameOrId.optional(), vpc: NameOrId.optional() }),
    answer: [204],
  },
  vpc_subnet_list_network_interfaces: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/vpc-subnets/{subnet}/network-interfaces',
    params: z.object({ subnet: NameOrId }),
    query: page(NameOrIdSortMode, { project: NameOrId.optional(), vpc: NameOrId.optional() }),
    paginated: true,
    answer: [200, resultsPage(InstanceNetworkInterface)],
  },
})
