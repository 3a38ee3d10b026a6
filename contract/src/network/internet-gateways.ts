import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { identity, ipAddress, NameOrId, newIdentity, uint, uuid } from '../values.ts'

export const InternetGateway = z
  .object({
    ...identity,
    /** The counts are only in lists. They save a request per gateway. */
    ip_address_count: uint.optional(),
    ip_pool_count: uint.optional(),
    route_count: uint.optional(),
    vpc_id: uuid,
  })
  .meta({ id: 'InternetGateway' })
export type InternetGateway = z.infer<typeof InternetGateway>

export const InternetGatewayCreate = z.object(newIdentity).meta({ id: 'InternetGatewayCreate' })
export type InternetGatewayCreate = z.infer<typeof InternetGatewayCreate>

export const InternetGatewayIpAddress = z
  .object({ ...identity, address: ipAddress, internet_gateway_id: uuid })
  .meta({ id: 'InternetGatewayIpAddress' })
export type InternetGatewayIpAddress = z.infer<typeof InternetGatewayIpAddress>

export const InternetGatewayIpAddressCreate = z
  .object({ ...newIdentity, address: ipAddress })
  .meta({ id: 'InternetGatewayIpAddressCreate' })
export type InternetGatewayIpAddressCreate = z.infer<typeof InternetGatewayIpAddressCreate>

export const InternetGatewayIpPool = z
  .object({ ...identity, internet_gateway_id: uuid, ip_pool_id: uuid })
  .meta({ id: 'InternetGatewayIpPool' })
export type InternetGatewayIpPool = z.infer<typeof InternetGatewayIpPool>

export const InternetGatewayIpPoolCreate = z
  .object({ ...newIdentity, ip_pool: NameOrId })
  .meta({ id: 'InternetGatewayIpPoolCreate' })
export type InternetGatewayIpPoolCreate = z.infer<typeof InternetGatewayIpPoolCreate>

export const internetGateways = defineOperations({
  internet_gateway_ip_address_list: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/internet-gateway-ip-addresses',
    query: page(NameOrIdSortMode, {
      gateway: NameOrId.optional(),
      project: NameOrId.optional(),
      vpc: NameOrId.optional(),
    }),
    firstPage: ['gateway'],
    paginated: true,
    answer: [200, resultsPage(InternetGatewayIpAddress)],
  },
  internet_gateway_ip_address_create: {
    tag: 'vpcs',
    method: 'post',
    path: '/v1/internet-gateway-ip-addresses',
    query: z.object({ gateway: NameOrId, project: NameOrId.optional(), vpc: NameOrId.optional() }),
    body: InternetGatewayIpAddressCreate,
    answer: [201, InternetGatewayIpAddress],
  },
  internet_gateway_ip_address_delete: {
    tag: 'vpcs',
    method: 'delete',
    path: '/v1/internet-gateway-ip-addresses/{address}',
    params: z.object({ address: NameOrId }),
    query: z.object({
      cascade: z.boolean().optional(),
      gateway: NameOrId.optional(),
      project: NameOrId.optional(),
      vpc: NameOrId.optional(),
    }),
    answer: [204],
  },
  internet_gateway_ip_pool_list: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/internet-gateway-ip-pools',
    query: page(NameOrIdSortMode, {
      gateway: NameOrId.optional(),
      project: NameOrId.optional(),
      vpc: NameOrId.optional(),
    }),
    firstPage: ['gateway'],
    paginated: true,
    answer: [200, resultsPage(InternetGatewayIpPool)],
  },
  internet_gateway_ip_pool_create: {
    tag: 'vpcs',
    method: 'post',
    path: '/v1/internet-gateway-ip-pools',
    query: z.object({ gateway: NameOrId, project: NameOrId.optional(), vpc: NameOrId.optional() }),
    body: InternetGatewayIpPoolCreate,
    answer: [201, InternetGatewayIpPool],
  },
  internet_gateway_ip_pool_delete: {
    tag: 'vpcs',
    method: 'delete',
    path: '/v1/internet-gateway-ip-pools/{pool}',
    params: z.object({ pool: NameOrId }),
    query: z.object({
      cascade: z.boolean().optional(),
      gateway: NameOrId.optional(),
      project: NameOrId.optional(),
      vpc: NameOrId.optional(),
    }),
    answer: [204],
  },
  internet_gateway_list: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/internet-gateways',
    query: page(NameOrIdSortMode, { project: NameOrId.optional(), vpc: NameOrId.optional() }),
    firstPage: ['vpc'],
    paginated: true,
    answer: [200, resultsPage(InternetGateway)],
  },
  internet_gateway_create: {
    tag: 'vpcs',
    method: 'post',
    path: '/v1/internet-gateways',
    query: z.object({ project: NameOrId.optional(), vpc: NameOrId }),
    body: InternetGatewayCreate,
    answer: [201, InternetGateway],
  },
  internet_gateway_view: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/internet-gateways/{gateway}',
    params: z.object({ gateway: NameOrId }),
    query: z.object({ project: NameOrId.optional(), vpc: NameOrId.optional() }),
    answer: [200, InternetGateway],
  },
  internet_gateway_delete: {
    tag: 'vpcs',
    method: 'delete',
    path: '/v1/internet-gateways/{gateway}',
    params: z.object({ gateway: NameOrId }),
    query: z.object({ cascade: z.boolean().optional(), project: NameOrId.optional(), vpc: NameOrId.optional() }),
    answer: [204],
  },
})
